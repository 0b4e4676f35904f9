import { keyText, quoteLike, quoteText, targetLike } from "#core/edit/pen/codeText.ts";
import { othersThatUse } from "#core/edit/follow/otherMachines.ts";
import { knowsMachine } from "#core/edit/follow/targetSites.ts";
import type { Draft } from "#core/edit/draft.ts";
import { refuse } from "#core/edit/refuse.ts";
import { child, literalText, nodesOf, spanOf, unwrap, type Node } from "#core/syntax/node.ts";
import { piecesOf, textAt, usesOfText, type Piece } from "#core/syntax/textUses.ts";
import type { Tree } from "#core/syntax/tree.ts";
import { usesOf } from "#core/symbol/uses.ts";
import type { Span } from "#core/text/textEdit.ts";

/** A text that code says at a place by the name of a const, an enum member or a template, and what it is to say. */
interface Wish {
  readonly node: Node;
  readonly from: string;
  readonly to: string;
  /** Writes it in place, when what it is taken from stays as it is. */
  readonly write: () => void;
  /** It goes along with a change that others wish, and is no reason for one. */
  readonly follows: boolean;
}

/**
 * Names of states that are not written where they are used: `[Phase.Draw]: {}`, `target: DRAW`, `` `#m.${DRAW}` ``. When a state is
 * renamed the one literal that they are taken from is changed, if every use of it means the state; else, and for all that moves, each
 * place is rewritten.
 */
export class Spellings {
  private readonly draft: Draft;
  private readonly wishes = new Map<Node, Wish>();
  constructor(draft: Draft) {
    this.draft = draft;
  }

  /** What an expression is to say. One that is to go on as it does is noted too: it keeps others from changing what it is taken from. */
  want(at: Node, from: string, to: string, write?: () => void, follows = false): void {
    const node = unwrap(at);
    const known = this.wishes.get(node);
    // What a call gives stands in its place, several texts as well as one.
    const goesOn = known?.from === from && known.to === from && node.type !== "CallExpression";
    if (known && !goesOn && (known.from !== from || known.to !== to))
      refuse("target-shared", spanOf(node), { target: from });
    const inPlace = () => this.draft.replaceValue(spanOf(node), respelling(this.draft, node, to));
    this.wishes.set(node, { node, from, to, write: write ?? inPlace, follows });
  }

  /** Plans the edits. @param declared whether what a name stands for may be changed */
  settle(declared: boolean): void {
    const open = new Set([...this.wishes.values()].filter(({ from, to }) => from !== to));
    const tried = new Set<Node>();
    for (const wish of declared ? open : []) {
      if (wish.follows) continue;
      const pieces = piecesOf(this.draft.tree, wish.node);
      // What another file says would be said there still.
      if (!pieces) refuse("target-shared", spanOf(wish.node), { target: wish.from });
      for (const { literal } of pieces) {
        if (!literal || tried.has(literal) || isWithin(literal, wish.node) || !open.has(wish)) continue;
        tried.add(literal);
        for (const done of this.change(literal, wish, pieces) ?? []) open.delete(done);
      }
    }
    for (const wish of open) {
      const at = spanOf(wish.node);
      if (!wish.follows && !knowsMachine(this.draft, wish.to, at))
        refuse("target-shared", at, { target: wish.from });
      wish.write();
    }
  }

  /** Changes a literal that names are taken from, if that does what all who use it wish; these come back. */
  private change(literal: Node, wish: Wish, pieces: readonly Piece[]): Wish[] | undefined {
    const { draft } = this;
    const uses = usesOfText(draft.tree, literal, (node) => this.wishes.has(node));
    if (!uses) return undefined;
    const to = solved(pieces, literal, wish.to);
    const others = uses.places.filter((place) => !this.wishes.has(place));
    for (const place of others)
      if (!this.isOfAnotherMachine(place)) draft.warnOfSpelling(spanOf(place), wish.from);
    const met = uses.places.flatMap((place) => this.wishes.get(place) ?? []);
    if (to === undefined || others.length > 0 || !met.every((item) => this.says(item, literal, to)))
      return undefined;
    draft.replace(spanOf(literal), quoteLike(draft.slice(literal), to, draft.style));
    if (uses.exported) draft.warn("named-by-others", spanOf(literal), { name: uses.name });
    return met;
  }

  private says({ node, to }: Wish, literal: Node, now: string): boolean {
    const pieces = piecesOf(this.draft.tree, node);
    return pieces?.map((piece) => (piece.literal === literal ? now : piece.text)).join("") === to;
  }

  private isOfAnotherMachine(place: Node): boolean {
    const { uses } = usesOf(this.draft.tree, spanOf(place));
    return uses.length > 0 && othersThatUse(this.draft, spanOf(place)).length === uses.length;
  }
}

/** What a piece has to be for all pieces together to give a text. */
function solved(pieces: readonly Piece[], literal: Node, wanted: string): string | undefined {
  const at = pieces.findIndex((piece) => piece.literal === literal);
  const head = pieces
    .slice(0, at)
    .map(({ text }) => text)
    .join("");
  const tail = pieces
    .slice(at + 1)
    .map(({ text }) => text)
    .join("");
  const fits = wanted.startsWith(head) && wanted.endsWith(tail) && wanted.length > head.length + tail.length;
  return fits ? wanted.slice(head.length, wanted.length - tail.length) : undefined;
}

const isWithin = (inner: Pick<Node, "start" | "end">, outer: Pick<Node, "start" | "end">): boolean =>
  outer.start <= inner.start && inner.end <= outer.end;

/**
 * Code that says a text in place of an expression: the names in it stay where they still say a part of it, so `Phase.Draw` becomes
 * `` `#m.out.${Phase.Draw}` ``; else a literal.
 */
export function respelling({ tree, text, style }: Draft, node: Node, to: string): string {
  const isLonger = dots(textAt(tree, node) ?? "") !== dots(to);
  let rest = to;
  let code = "";
  for (const { name, text: spelledText, before } of holesOf(tree, node).toReversed()) {
    const at = keysAt(to, rest.length, spelledText, isLonger ? undefined : dots(before));
    if (at < 0) continue;
    code = `\${${text.slice(name.start, name.end)}}${quasi(rest.slice(at + spelledText.length))}${code}`;
    rest = rest.slice(0, at);
  }
  const ofMachine = style.idName !== undefined && to.startsWith("#(machine)");
  if (code === "" || ofMachine) return targetLike(text.slice(node.start, node.end), to, style);
  return `\`${quasi(rest)}${code}\``;
}

/** The names in an expression that says a text, with what each says and the text before it. */
function holesOf(tree: Tree, node: Node): { name: Node; text: string; before: string }[] {
  if (literalText(node) !== undefined) return [];
  if (node.type !== "TemplateLiteral") return [{ name: node, text: textAt(tree, node) ?? "", before: "" }];
  let before = "";
  const names = nodesOf(node["expressions"]);
  return nodesOf(node["quasis"]).flatMap((part, i) => {
    const { cooked } = part["value"] as { readonly cooked?: string | null };
    const head = before + (cooked ?? "");
    const name = names[i];
    const text = (name && textAt(tree, name)) ?? "";
    before = head + text;
    return name ? [{ name, text, before: head }] : [];
  });
}

/** Text between holes; a line break as such would be another in a file with other ones. */
const quasi = (text: string): string => quoteText(text, "`").slice(1, -1).replaceAll("\n", "\\n");

/** How many keys stand before the last one. */
const dots = (text: string): number => text.split(".").length - 1;

/** Where a text has another as whole keys or id, the last such place before an end, or -1. @param before how many keys are before it */
function keysAt(text: string, end: number, part: string, before: number | undefined): number {
  if (part === "" || end < part.length) return -1;
  for (let at = text.lastIndexOf(part, end - part.length); at >= 0; at = text.lastIndexOf(part, at - 1)) {
    const [head, tail] = [text[at - 1], text[at + part.length]];
    const isWhole = (head === undefined || /[.#]/.test(head)) && (tail === undefined || tail === ".");
    if (isWhole && (before === undefined || dots(text.slice(0, at)) === before)) return at;
    if (at === 0) break;
  }
  return -1;
}

/** The key of a property as it is written, brackets and all. */
export function keySpan(draft: Draft, property: Node): Span {
  const key = child(property, "key") as Node;
  if (property["computed"] !== true) return spanOf(key);
  const to = draft.text.indexOf("]", key.end) + 1;
  const bare = draft.text.slice(property.start + 1, key.start) + draft.text.slice(key.end, to - 1);
  // A comment in the brackets stays.
  return bare.trim() === "" ? { from: property.start, to } : spanOf(key);
}

/** Writes a key in place of one that is computed. */
export function writeKey(draft: Draft, property: Node, to: string): void {
  const span = keySpan(draft, property);
  const inBrackets = span.from !== property.start;
  const { quote } = draft.style;
  draft.replace(span, inBrackets ? quoteText(to, quote) : keyText(to, quote));
}
