/** What fills the holes of a template, by their names. */
export type Parts = Readonly<Record<string, string>>;

/** A template with its holes filled. */
export const fill = (template: string, parts: Parts): string =>
  template.replaceAll(/\{(\w+)\}/g, (hole, name: string) => parts[name] ?? hole);

const CLOSING: Readonly<Record<string, string>> = {
  "(": ")",
  "[": "]",
  "{": "}",
  "“": "”",
  "⟪": "⟫",
  "⟦": "⟧",
};

/** Of each character whether it stands within no bracket, quotation or mark. */
function depths(text: string): Int16Array {
  const depth = new Int16Array(text.length + 1);
  const open: string[] = [];
  for (let at = 0; at < text.length; at++) {
    const sign = text[at] ?? "";
    const isOpaque = ["”", "⟫", "⟧"].includes(open.at(-1) ?? "");
    depth[at] = open.length;
    if (open.at(-1) === sign) {
      open.pop();
    } else if (!isOpaque && CLOSING[sign] !== undefined) {
      open.push(CLOSING[sign]);
    } else if (!isOpaque && sign === "|") open.push("|");
  }
  depth[text.length] = open.length;
  return depth;
}

/** Whether one pair of brackets holds all of a text. */
export function isWrapped(text: string, [open, close]: string): boolean {
  if (text[0] !== open || text.at(-1) !== close) return false;
  return depths(text)
    .subarray(1, text.length)
    .every((depth) => depth > 0);
}

/** A text without what stands in its brackets, quotations and marks. */
export function topText(text: string): string {
  const depth = depths(text);
  return [...text.matchAll(/[^]/g)].map(([sign], at) => (depth[at] === 0 ? sign : "")).join("");
}

/** The parts between signs that stand in no bracket. */
export function splitTop(text: string, sign: string): readonly string[] {
  if (sign === "" || !text.includes(sign)) return [text];
  const depth = depths(text);
  const parts: string[] = [];
  let from = 0;
  for (let at = text.indexOf(sign); at >= 0; at = text.indexOf(sign, at + 1)) {
    if (at < from || depth[at] !== 0) continue;
    parts.push(text.slice(from, at));
    from = at + sign.length;
  }
  return [...parts, text.slice(from)];
}

/** Every way in which a text fills the holes of a template, each with something whose brackets close. */
export function splits(template: string, text: string): readonly Parts[] {
  const pieces = template.split(/\{(\w+)\}/);
  const found: Parts[] = [];
  const depth = depths(text);
  const isWhole = (from: number, to: number) =>
    to > from &&
    depth[from] === depth[to] &&
    depth.subarray(from, to).every((at) => at >= (depth[from] ?? 0));
  const go = (piece: number, at: number, parts: Parts): void => {
    const name = pieces[piece + 1];
    const literal = pieces[piece] ?? "";
    if (!text.startsWith(literal, at)) return;
    const from = at + literal.length;
    if (name === undefined) {
      if (from === text.length) found.push(parts);
      return;
    }
    const next = pieces[piece + 2] ?? "";
    const isLast = pieces[piece + 3] === undefined;
    const ends = next === "" ? [text.length] : placesOf(text, next, from);
    for (const end of isLast && next !== "" ? ends.filter((to) => to + next.length === text.length) : ends)
      if (isWhole(from, end)) go(piece + 2, end, { ...parts, [name]: text.slice(from, end) });
  };
  go(0, 0, {});
  return found;
}

function placesOf(text: string, sign: string, from: number): readonly number[] {
  const places: number[] = [];
  for (let at = text.indexOf(sign, from); at >= 0; at = text.indexOf(sign, at + 1)) places.push(at);
  return places;
}
