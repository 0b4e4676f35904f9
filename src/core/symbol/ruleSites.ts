import type { Span } from "#core/text/textEdit.ts";
import { childOf, readJson, type JsonNode } from "#core/ruleset/jsonText.ts";
import { SYMBOL_KINDS, type MachineSymbol, type SymbolKind } from "#core/symbol/symbol.ts";

/** One place where a rule file says a name of the machine or the id of a clause. */
export interface RuleSite extends MachineSymbol {
  /** Logical name of the file. */
  readonly file: string;
  /** The name alone: of `"event:PASS"` only `PASS`. */
  readonly at: Span;
  readonly role: "definition" | "reference";
}

type Tell = (kind: SymbolKind, name: string, node: Span, skip?: number, role?: RuleSite["role"]) => void;

const known = new Map<string, { text: string; sites: readonly RuleSite[] }>();

/**
 * Every such place in the rule files of a game. A file that is no JSON has none. Kept per file until its text changes, or another game is
 * requested.
 */
export function ruleSites(files: ReadonlyMap<string, string>): RuleSite[] {
  for (const name of known.keys()) if (!files.has(name)) known.delete(name);
  return [...files].flatMap(([file, text]) => {
    if (file === "machine" || file === "layout") return [];
    const last = known.get(file);
    if (last?.text === text) return last.sites;
    const sites = sitesIn(file, text);
    known.set(file, { text, sites });
    return sites;
  });
}

function sitesIn(file: string, text: string): RuleSite[] {
  const read = readJson(text);
  if ("fault" in read) return [];
  const sites: RuleSite[] = [];
  const tell: Tell = (kind, name, node, skip = 0, role = "reference") => {
    const from = afterLetters(text, node.from + 1, skip);
    const at = { from, to: afterLetters(text, from, name.length) };
    if (name !== "") sites.push({ file, kind, name, at, role });
  };
  const { node } = read;
  if (file.startsWith("labels/"))
    for (const part of ["labels", "basis"]) labelKeys(childOf(node, part), tell);
  else if (file.startsWith("text/"))
    for (const { key, keyAt } of childOf(node, "text")?.entries ?? []) tell("clause", key, keyAt);
  else if (file === "clauses")
    for (const item of childOf(node, "clauses")?.items ?? [])
      texts(childOf(item, "id"), (id, at) => tell("clause", id, at, 0, "definition"));
  else if (file === "terms")
    for (const item of childOf(node, "terms")?.items ?? [])
      texts(childOf(item, "at"), (key, at) => labelKey(key, at, tell));
  else if (file === "readings")
    for (const item of childOf(node, "readings")?.items ?? []) clauses(item, tell);
  else if (file === "review")
    everyEntry(node, "clause", (item) => texts(item, (id, at) => tell("clause", id, at)));
  else if (file === "moves") moves(childOf(node, "moves"), tell);
  else if (file === "view") seatView(node, tell);
  else if (file.startsWith("scenarios/")) scenario(node, tell);
  return sites;
}

/** The offset behind so many letters of a JSON string, from one within it; an escape, such as that of a quote, is one letter. */
function afterLetters(text: string, from: number, count: number): number {
  let at = from;
  for (let n = 0; n < count; n++) at += text[at] !== "\\" ? 1 : text[at + 1] === "u" ? 6 : 2;
  return at;
}

/** The strings of a list, or a string standing alone. */
function texts(node: JsonNode | undefined, visit: (text: string, at: Span) => void): void {
  for (const item of node?.items ?? (node ? [node] : []))
    if (item.text !== undefined) visit(item.text, item.at);
}

const clauses = (holder: JsonNode, tell: Tell): void =>
  texts(childOf(holder, "clauses"), (id, at) => tell("clause", id, at));

function everyEntry(node: JsonNode, key: string, visit: (value: JsonNode) => void): void {
  for (const entry of node.entries ?? []) {
    if (entry.key === key) visit(entry.value);
    everyEntry(entry.value, key, visit);
  }
  for (const item of node.items ?? []) everyEntry(item, key, visit);
}

function labelKeys(labels: JsonNode | undefined, tell: Tell): void {
  for (const { key, keyAt } of labels?.entries ?? []) labelKey(key, keyAt, tell);
}

/** `state:turn.main`, `field:PASS.by`, `context:players.hand`: the kind before the colon, the name behind it. */
function labelKey(key: string, at: Span, tell: Tell): void {
  const colon = key.indexOf(":");
  const kind = key.slice(0, colon);
  const name = key.slice(colon + 1);
  if (kind === "field" || kind === "value") tell("event", name.split(".")[0] ?? "", at, colon + 1);
  else if (kind === "context") tell("context", name.split(".")[0] ?? "", at, colon + 1);
  else if ((SYMBOL_KINDS as readonly string[]).includes(kind)) tell(kind as SymbolKind, name, at, colon + 1);
}

function moves(node: JsonNode | undefined, tell: Tell): void {
  for (const { key, keyAt, value } of node?.entries ?? []) {
    tell("event", key, keyAt);
    for (const move of value.items ?? []) {
      texts(childOf(move, "in"), (path, at) => tell("state", path, at));
      expressions(childOf(move, "fields"), tell);
    }
  }
}

/** Fields by their paths, such as `players.hand`, and events. */
function seatView(node: JsonNode, tell: Tell): void {
  const path = (text: string, at: Span) => tell("context", text.split(".")[0] ?? "", at);
  for (const part of ["view", "owners"])
    for (const { key, keyAt } of childOf(node, part)?.entries ?? []) path(key, keyAt);
  texts(childOf(node, "ids"), path);
  for (const { key, keyAt } of childOf(node, "events")?.entries ?? []) tell("event", key, keyAt);
}

/** `context.field` in the expressions of a move. */
function expressions(node: JsonNode | undefined, tell: Tell): void {
  for (const { value } of node?.entries ?? []) expressions(value, tell);
  for (const item of node?.items ?? []) expressions(item, tell);
  if (node?.text === undefined || !node.text.includes("context.")) return;
  for (const match of node.text.matchAll(/\bcontext\.([A-Za-z_$][\w$]*)/g))
    tell("context", match[1] ?? "", node.at, match.index + "context.".length);
}

function scenario(node: JsonNode, tell: Tell): void {
  clauses(node, tell);
  verdicts(node, tell);
  for (const step of childOf(node, "steps")?.items ?? []) {
    clauses(step, tell);
    verdicts(step, tell);
    eventOf(childOf(step, "send"), tell);
    const answer = childOf(step, "answer");
    if (answer) {
      texts(childOf(answer, "actor"), (name, at) => tell("actor", name, at));
      eventOf(childOf(answer, "event"), tell);
    }
    const edited = childOf(step, "edit");
    if (edited) {
      texts(childOf(edited, "in"), (path, at) => tell("state", path, at));
      for (const { key, keyAt } of childOf(edited, "context")?.entries ?? []) tell("context", key, keyAt);
    }
    const expected = childOf(step, "expect");
    if (!expected) continue;
    for (const key of ["in", "notIn"]) texts(childOf(expected, key), (path, at) => tell("state", path, at));
    for (const key of ["can", "cannot"])
      for (const event of childOf(expected, key)?.items ?? []) eventOf(event, tell);
    for (const { key, keyAt } of childOf(expected, "context")?.entries ?? []) tell("context", key, keyAt);
    const refused = childOf(expected, "refused");
    if (!refused) continue;
    texts(childOf(refused, "guard"), (name, at) => tell("guard", name, at));
    texts(childOf(refused, "clause"), (name, at) => tell("clause", name, at));
  }
}

/** What a person said of guards. */
function verdicts(holder: JsonNode, tell: Tell): void {
  for (const node of childOf(holder, "verdicts")?.items ?? [])
    texts(childOf(node, "guard"), (name, at) => tell("guard", name, at));
}

function eventOf(event: JsonNode | undefined, tell: Tell): void {
  if (event) texts(childOf(event, "type"), (name, at) => tell("event", name, at));
}
