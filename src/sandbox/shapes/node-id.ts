const prefixes = {
  user: "U",
  repository: "R",
  issue: "I",
  comment: "IC",
  label: "LA",
  event: "EV",
  reaction: "REA",
  app: "A",
} as const;
export type NodeKind = keyof typeof prefixes;

/** GitHub's opaque global id of a record, as GraphQL wants it: `IC_…`. */
export function nodeId(kind: NodeKind, id: number): string {
  return `${prefixes[kind]}_${Buffer.from(`${kind}:${id}`).toString("base64url")}`;
}

/** The other way round; undefined for anything that `nodeId` did not make. */
export function readNodeId(text: string): { kind: NodeKind; id: number } | undefined {
  const plain = Buffer.from(text.slice(text.indexOf("_") + 1), "base64url").toString("latin1");
  const [kind, digits] = plain.split(":");
  if (!kind || !(kind in prefixes) || !digits) return undefined;
  const id = Number(digits);
  const known = kind as NodeKind;
  return Number.isSafeInteger(id) && nodeId(known, id) === text ? { kind: known, id } : undefined;
}
