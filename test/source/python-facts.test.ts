import { expect, test } from "vitest";
import { readPythonFile } from "../../src/source/python-file.ts";

async function factsOf(source: string) {
  return (await readPythonFile(Buffer.from(source))).facts;
}

test("flags of add_argument", async () => {
  const { flags } = await factsOf(`
MODES = ["fast", "slow"]
def add(parser):
    parser.add_argument("--pool-size", "-p", "--ps", type=int, dest="size")
    parser.add_argument("--mode", choices=MODES + ["auto"])
    parser.add_argument("--trace", action=argparse.BooleanOptionalAction)
    parser.add_argument("input")
    parser.add_argument("--remote", choices=other.CHOICES)
    # parser.add_argument("--not-this")
`);
  expect(flags).toEqual([
    { name: "--pool-size", aliases: ["-p", "--ps"], dest: "size" },
    { name: "--mode", aliases: [], choices: ["fast", "slow", "auto"] },
    { name: "--trace", aliases: ["--no-trace"] },
    { name: "--remote", aliases: [] },
  ]);
});

test("flags of annotated fields", async () => {
  const { flags } = await factsOf(`
from typing import Annotated
A = Annotated
class Settings:
    pool_size: A[int, Arg(help="x", aliases=["--ps"])] = 1
    mode: A[Optional[Literal["fast", "slow"]], "how", NS("x")] = None
    plain: int = 3
    hidden: A[int, Arg(no_cli=True)] = 1
    renamed: A[int, Arg(cli_name="--other-name", choices=[1, 2])] = 1
`);
  expect(flags).toEqual([
    { name: "--pool-size", aliases: ["--ps"] },
    { name: "--mode", aliases: [], choices: ["fast", "slow"] },
    { name: "--other-name", aliases: [], choices: ["1", "2"], dest: "renamed" },
  ]);
});

test("environment variables", async () => {
  const { environment } = await factsOf(`
"""os.environ["IN_A_DOCSTRING"]"""
class Envs:
    POOL_LIMIT = EnvInt(0)
    OLD = EnvBoolWithAlias(True, deprecated_name="OLDER_NAME")
a = os.environ["POOL_HOME"]
b = os.environ.get("POOL_MODE", "x")
c = os.getenv('POOL_PORT')
d = get_bool_env_var("POOL_TRACE")
e = "POOL_DEBUG" not in os.environ
`);
  expect(environment).toEqual([
    "OLD",
    "OLDER_NAME",
    "POOL_DEBUG",
    "POOL_HOME",
    "POOL_LIMIT",
    "POOL_MODE",
    "POOL_PORT",
    "POOL_TRACE",
  ]);
});

test("routes", async () => {
  const { routes } = await factsOf(`
router = APIRouter(prefix="/v1")
@app.get("/health")
def a(): pass
@app.api_route("/load", methods=["POST", "GET"])
def b(): pass
@router.post("/items/{id}")
async def c(): pass
app.add_api_route("/made", c, methods=["PUT"])
@mock.patch("/no")
def d(): pass
@app.get(PATH)
def e(): pass
`);
  expect(routes).toEqual(
    expect.arrayContaining([
      { path: "/health", methods: ["GET"] },
      { path: "/load", methods: ["GET", "POST"] },
      { path: "/v1/items/{id}", methods: ["POST"] },
      { path: "/made", methods: ["PUT"] },
    ]),
  );
});

test("names and architectures", async () => {
  const { names, architectures } = await factsOf(`
class Engine:
    def run(self):
        def local(): pass
    def _hidden(self): pass
def main(): pass
def _helper(): pass
class One: pass
EntryClass = [Engine, One]
`);
  expect(names).toEqual(["Engine", "Engine.run", "main", "One"]);
  expect(architectures).toEqual(["Engine", "One"]);
});

test("attributes of classes, other names, and what a module hands on", async () => {
  const { names } = await factsOf(`
"""Module.
Words: 1
"""
from .pools import Hidden
class Settings(Base):
    """Settings.

    not_a_field: only described
    """
    pool_size: int = 4
    LIMIT = compute(
        inner=3)
    _private: int = 1
    def run(self):
        local: int = 2
    late: int = 3
OldSettings = Settings
depth = 3
made = Settings()
__all__ = ["Settings", "handed_on"]
`);
  expect(names).toEqual([
    "Settings",
    "Settings.pool_size",
    "Settings.LIMIT",
    "Settings.run",
    "OldSettings",
    "handed_on",
  ]);
  const { names: imports } = await factsOf(
    `from .pools import Pool, Lake as Sea, _hidden\nfrom pond import (Fish)\nimport os\n`,
  );
  expect(imports).toEqual(["Pool", "Sea", "Fish"]);
});
