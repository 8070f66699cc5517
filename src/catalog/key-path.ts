/** A path to a key as people read it: `match[0].frames[1].file`; "" for the file as a whole. */
export function keyPath(path: PropertyKey[]): string {
  return path.reduce<string>(
    (text, key) =>
      typeof key === "number" ? `${text}[${key}]` : text === "" ? String(key) : `${text}.${String(key)}`,
    "",
  );
}
