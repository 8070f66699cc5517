import { expect, test } from "vitest";
import { readPythonFile } from "../../src/source/python-file.ts";

async function sitesOf(source: string | Buffer) {
  return (await readPythonFile(Buffer.from(source))).sites;
}

const inFunction = (body: string): string => `def f(self, a, b, msg):\n${body.replace(/^/gm, "    ")}\n`;

/** Name, body of a function, templates of its one site. */
const messages: [string, string, string[]][] = [
  ["plain string", `raise ValueError("no such pool")`, ["no such pool"]],
  ["implicit concatenation", `raise ValueError("no such pool "\n  # why\n  'here')`, ["no such pool here"]],
  ["explicit concatenation", `raise ValueError("pool " + a + " is full")`, ["pool {a} is full"]],
  [
    "long concatenation",
    `raise ValueError(${Array.from({ length: 30 }, (_, i) => `"w${i} "`).join(" + ")} + a)`,
    [`${Array.from({ length: 30 }, (_, i) => `w${i}`).join(" ")} {a}`],
  ],
  ["f-string", `raise ValueError(f"pool {self.size} of {len(a)}")`, ["pool {self.size} of {len(a)}"]],
  ["conversion and format", `raise ValueError(f"pool {a!r} of {b:>{msg}}")`, ["pool {a} of {b}"]],
  ["echoed expression", `raise ValueError(f"got {a = }, {b=}")`, ["got a = {a}, b={b}"]],
  ["literal braces", `raise ValueError(f"map {{}} and {a}")`, ["map {{}} and {a}"]],
  ["braces without f", `raise ValueError("map {} and }")`, ["map {{}} and }}"]],
  [
    "nested f-string",
    `raise ValueError(f"x {'left' if a else f'right {b}'} y")`,
    ["x left y", "x right {b} y"],
  ],
  ["escapes", `raise ValueError("a\\tb\\u00e9\\x41 \\\\ \\n c")`, ["a béA \\ c"]],
  ["raw string", `raise ValueError(r"a\\d b")`, ["a\\d b"]],
  ["triple quotes", `raise ValueError("""first\n    second""")`, ["first second"]],
  ["percent, one", `raise ValueError("pool %s is full" % a)`, ["pool {a} is full"]],
  ["percent, tuple", `raise ValueError("%d of %5.2f (%%)" % (a, b.size))`, ["{a} of {b.size} (%)"]],
  ["percent, names", `raise ValueError("%(host)s is down" % a)`, ["{host} is down"]],
  ["format, in order", `raise ValueError("{} of {:.2f}".format(a, b))`, ["{a} of {b}"]],
  [
    "format, numbered and named",
    `raise ValueError("{1} {0} {x!r} {{}}".format(a, b, x=msg.y))`,
    ["{b} {a} {msg.y} {{}}"],
  ],
  ["dedent", `raise ValueError(textwrap.dedent("""\n   no pool\n   here"""))`, ["no pool here"]],
  ["join of literals", `raise ValueError(", ".join(["one", a, "three"]))`, ["one, {a}, three"]],
  ["strip", `raise ValueError("  no pool ".strip())`, ["no pool"]],
  ["conditional", `raise ValueError("left" if a else f"right {b}")`, ["left", "right {b}"]],
  ["or", `raise ValueError(msg or "nothing given")`, ["nothing given"]],
  ["local variable", `text = f"pool {a}"\nraise ValueError(text)`, ["pool {a}"]],
  [
    "local variable inside",
    `where = "the pool"\nraise ValueError(f"in {where} of {a}")`,
    ["in the pool of {a}"],
  ],
  [
    "branches of a variable",
    `if a:\n    t = "left"\nelse:\n    t = "right"\nraise ValueError(t)`,
    ["right", "left"],
  ],
  ["appended variable", `t = "one"\nt += f" and {b}"\nraise ValueError(t)`, ["one and {b}"]],
  ["later assignment does not count", `t = "one"\nif a:\n    raise ValueError(t)\nt = "two"`, ["one"]],
  ["unknown variable", `raise ValueError(msg)`, ["{msg}"]],
  [
    "or, inside a message",
    `t = b.text or ""\nraise ValueError(f"got {t} and {a or 'none'}")`,
    ["got {t} and {expr}"],
  ],
  [
    "reassigned parameter inside a message",
    `if a:\n    msg = "x"\nraise ValueError(f"got {msg}")`,
    ["got {msg}"],
  ],
  [
    "complicated expression",
    `raise ValueError(f"got {[x for x in a if x != 'y']} and {self.g(a['k'])}")`,
    ["got {expr} and {self.g}".replace("self.g", "g")],
  ],
  ["several arguments", `raise ValueError("bad pool", a)`, ["('bad pool', {a})"]],
  ["no message", `raise NotImplementedError`, [""]],
  ["called without message", `raise NotImplementedError()`, [""]],
  ["chained", `raise ValueError("bad") from a`, ["bad"]],
  ["with traceback", `raise ValueError("bad").with_traceback(a)`, ["bad"]],
  ["exception made before", `err = RuntimeError(f"late {a}")\nraise err`, ["late {a}"]],
  [
    "list joined",
    `parts = ["bad pool"]\nparts.append(f"size {a}")\nraise ValueError(", ".join(parts))`,
    ["bad pool, size {a}"],
  ],
  [
    "list joined, filled in branches and loops",
    `parts = ["bad pool"]\nif a:\n    parts.append("why")\nfor x in b:\n    parts.append(x)\nparts.append("end")\nraise ValueError(", ".join(parts))`,
    ["bad pool{parts}, end"],
  ],
  ["number added to", `n = 1\nn += len(a)\nraise ValueError(n)`, ["{n}"]],
  ["list made elsewhere", `raise ValueError(", ".join(a))`, ["{join}"]],
  [
    "message in several steps",
    `t = "bad pool"\nt = t + f" of {a}"\nt += ": "\nt += str(b)\nraise ValueError(t)`,
    ["bad pool of {a}: {str(b)}"],
  ],
  ["tuple as message", `assert a, ("bad pool", b.size, f"of {msg}")`, ["('bad pool', {b.size}, 'of {msg}')"]],
  ["tuple of one", `assert a, ("it's bad",)`, [`("it's bad",)`]],
  ["tuple without text", `assert a, (b, msg)`, ["{(b, msg)}"]],
  ["assert with message", `assert a, f"need {a}"`, ["need {a}"]],
  ["bare assert", `assert a == b`, [""]],
  ["HTTPException by keyword", `raise HTTPException(status_code=404, detail=f"no {a}")`, ["no {a}"]],
];

test.each(messages)("%s", async (_name, body, templates) => {
  expect((await sitesOf(inFunction(body))).flatMap((site) => site.templates)).toEqual(templates);
});

/** Name, statement, kind, class, template. */
const kinds: [string, string, string, string | null, string, number?][] = [
  ["logger", `logger.error("lost %s", a)`, "log.error", null, "lost {a}"],
  ["logger of self", `self._logger.warning(f"lost {a}")`, "log.warning", null, "lost {a}"],
  ["warning once", `logger.warning_once("slow path")`, "log.warning", null, "slow path"],
  ["logging", `logging.critical("gone")`, "log.critical", null, "gone"],
  ["logged exception", `log.exception("gone")`, "log.exception", null, "gone"],
  ["warnings", `warnings.warn("old name", DeprecationWarning)`, "warn", "DeprecationWarning", "old name"],
  ["parser", `parser.error("port is taken")`, "argparse", "SystemExit", "port is taken"],
  ["exit", `sys.exit("no model given")`, "exit", "SystemExit", "no model given"],
  [
    "error response",
    `return self.create_error_response("no messages", status_code=400)`,
    "http",
    null,
    "no messages",
    400,
  ],
  [
    "JSON response",
    `return JSONResponse({"error": {"message": f"no {a}"}}, status_code=HTTPStatus.BAD_REQUEST)`,
    "http",
    null,
    "no {a}",
    400,
  ],
  ["failure recorded", `self.record_failure(a, f"lost room {a}")`, "http", null, "lost room {a}"],
  ["request marked", `req.mark_request_failed(message="no room left")`, "http", null, "no room left"],
  ["failed return", `return False, f"no module {a}"`, "http", null, "no module {a}"],
  ["failed return, tuple", `return (None, "must be " + "a list")`, "http", null, "must be a list"],
  ["gRPC abort", `context.abort(grpc.StatusCode.INVALID_ARGUMENT, "no prompt")`, "http", null, "no prompt"],
];

test.each(kinds)("kind: %s", async (_name, statement, kind, className, template, status) => {
  const [site] = await sitesOf(inFunction(statement));
  expect(site).toMatchObject({
    kind,
    class: className,
    templates: [template],
    ...(status === undefined ? {} : { status }),
  });
});

test.each([
  ["re-raise", "try:\n    pass\nexcept Exception as e:\n    raise"],
  ["re-raise by name", "try:\n    pass\nexcept Exception as e:\n    raise e"],
  ["exit code", "sys.exit(1)"],
  ["failure without a message", `self.record_failure("mooncake")`],
  ["failed return without a message", `return False, "slow"`],
  ["successful return", `return True, "all is well"`],
  ["success response", `return JSONResponse({"message": "fine"}, status_code=200)`],
  ["other objects' error()", `self.emit.error("x")`],
  ["in a comment", `# raise ValueError("x"); logger.error("y")`],
  ["in a string", `x = "logger.error('y')"`],
])("no site: %s", async (_name, body) => {
  expect(await sitesOf(inFunction(body))).toEqual([]);
});

test("place, function and guard", async () => {
  const source = `class Pool:
    LIMIT = "pool has no room"

    def take(self, n):
        if n < 0:
            raise ValueError(
                "negative"
            )
        elif n > self.size and not self.grows:  # full
            if self.closed:
                raise RuntimeError(self.LIMIT)
            else:
                raise RuntimeError(Pool.LIMIT)
        try:
            pass
        except (OSError, KeyError) as e:
            logger.error("lost")
        def inner():
            assert n, "none"
`;
  expect(
    (await sitesOf(source)).map(({ first, last, function: name, guard, templates }) => ({
      first,
      last,
      name,
      guard,
      templates,
    })),
  ).toEqual([
    { first: 6, last: 8, name: "Pool.take", guard: "n < 0", templates: ["negative"] },
    {
      first: 11,
      last: 11,
      name: "Pool.take",
      guard: "(n > self.size and not self.grows) and self.closed",
      templates: ["pool has no room"],
    },
    {
      first: 13,
      last: 13,
      name: "Pool.take",
      guard: "(n > self.size and not self.grows) and not (self.closed)",
      templates: ["pool has no room"],
    },
    { first: 17, last: 17, name: "Pool.take", guard: "except (OSError, KeyError) as e", templates: ["lost"] },
    { first: 19, last: 19, name: "Pool.take.inner", guard: null, templates: ["none"] },
  ]);
});

test("a long guard is cut, and holds no comment", async () => {
  const [site] = await sitesOf(
    inFunction(
      `if (${Array.from({ length: 60 }, (_, i) => `flag_${i}`).join(" or  # secret\n")}):\n    raise ValueError("x")`,
    ),
  );
  expect(site!.guard!.length).toBeLessThanOrEqual(160);
  expect(site!.guard).not.toContain("secret");
});

const line = `raise ValueError("here")`;
test.each<[string, Buffer, number]>([
  ["byte-order mark", Buffer.from(`\ufeff# x\n${line}\n`), 2],
  ["tabs", Buffer.from(`if x:\n\tif y:\n\t\t${line}\n`), 3],
  ["carriage returns and line feeds", Buffer.from(`a = 1\r\nb = 2\r\n${line}\r\n`), 3],
  ["carriage returns alone", Buffer.from(`a = 1\rb = 2\r${line}\r`), 3],
  ["form feed", Buffer.from(`a = 1\n\f\n${line}\n`), 3],
  [
    "Python 2",
    Buffer.from(`print "x" % y\nexec code\n${line}\ntry:\n    pass\nexcept E, e:\n    print e\n`),
    3,
  ],
  ["not UTF-8", Buffer.concat([Buffer.from("# "), Buffer.from([0xe9, 0xff]), Buffer.from(`\n${line}\n`)]), 2],
  ["broken syntax elsewhere", Buffer.from(`def g(:\n    pass\n\n${line}\n`), 4],
  ["20,000 lines", Buffer.from(`${"a = 1\n".repeat(20_000)}${line}\n`), 20_001],
])("bad input: %s", async (_name, data, first) => {
  expect(await sitesOf(data)).toMatchObject([{ first, templates: ["here"] }]);
});

test("deep nesting and binary data do no harm", async () => {
  await expect(
    sitesOf(`raise ${"(".repeat(3000)}ValueError("x")${")".repeat(3000)}`),
  ).resolves.toBeInstanceOf(Array);
  await expect(
    sitesOf(Buffer.from(Array.from({ length: 4096 }, (_, i) => (i * 7919) % 256))),
  ).resolves.toBeInstanceOf(Array);
  expect(await sitesOf("")).toEqual([]);
});
