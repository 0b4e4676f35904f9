import type { Guard } from "#core/chart/chart.ts";
import type { LabelContent } from "#core/layout/content/labelContent.ts";
import type { Picture } from "#core/layout/picture.ts";
import { mainLoopOf } from "#core/layout/scene/mainLoop.ts";
import type { Arrow, Item, Scene } from "#core/layout/scene/scene.ts";
import { type Sign, SIGNS } from "#core/layout/scene/signNames.ts";

/** What a sign shows, in the words of chips. */
const IN_TEXT: readonly (readonly [RegExp, Sign])[] = [
  [/¬/, "not"],
  [/∧/, "and"],
  [/∨/, "or"],
  [/↺/, "again"],
  [/⟳/, "calls"],
  [/^⚙ /, "invoke"],
  [/^# /, "tag"],
  [/^\+\d+$/, "more"],
  [/ ×\d+$/, "times"],
];
/** Words of several ways on one line, which may be broken there. */
const EITHER = /(^| )\/( |$)/;

/** The signs that occur in a picture, and in the lists that open over it. */
export function signsOf({ scene, routes, markers }: Picture): Sign[] {
  const signs = new Set<Sign>();
  if (mainLoopOf(scene).size > 0) signs.add("loop");
  if (markers.length > 0) signs.add("start");
  for (const item of scene.items.values()) for (const sign of ofState(scene, item)) signs.add(sign);
  for (const arrow of scene.arrows)
    for (const sign of ofArrow(arrow, routes.get(arrow.id)?.words ?? arrow.label)) signs.add(sign);
  for (const { fork } of routes.values()) if (fork) signs.add("fork");
  if (routes.size > 0) signs.add("lit");
  return SIGNS.filter((sign) => signs.has(sign));
}

function* ofState({ initials }: Scene, item: Item): Iterable<Sign> {
  const { content, node, shape, level } = item;
  for (const { kind, who, text } of content.marks)
    if (kind === "asks") yield `asks-${who ?? "context"}` as Sign;
    else if (kind === "calls") yield text === "" ? "calls" : "letter";
    else if (kind !== "ways") yield kind;
  if (item.folded) yield "closed";
  if (item.called) yield "called";
  if (item.apart === true) yield "apart";
  if (shape === "port") yield "port";
  if (node.type === "final") yield "final";
  if (node.type === "history") yield node.history === "deep" ? "historyDeep" : "history";
  if (shape === "row" && initials.size > 0) yield "start";
  if (content.clauses.some((clause) => clause.startsWith("+"))) yield "more";
  const chips = content.rows.flatMap((row) => row.chips);
  for (const { kind, text, leaves } of chips) {
    if (kind === "goto" || leaves === true) yield "leaves";
    if (kind === "entry" || kind === "exit" || kind === "order") yield kind;
    if (kind === "action") yield "actions";
    yield* inText(text);
  }
  // lists that open on the map tell of the guards, and count the actions
  if (level !== "map") return;
  if (node.entry.length > 0) yield "entry";
  if (node.exit.length > 0) yield "exit";
  for (const { actions, guard } of node.transitions) {
    if (actions.length > 0) yield "actions";
    if (guard) yield* inGuard(guard);
  }
}

function* ofArrow({ role, via, transition }: Arrow, label: LabelContent): Iterable<Sign> {
  if (via !== undefined) yield "via";
  if (role === "tick") yield "next";
  if (role === "arc") yield "arc";
  if (transition.reenter && transition.targets.length > 0) yield "reenter";
  if (transition.slot === "after") yield "after";
  if (transition.slot === "onDone" || transition.slot === "invoke.onDone") yield "done";
  if (transition.slot === "invoke.onError") yield "failed";
  for (const { kind, text } of label.rows.flatMap((row) => row.chips)) {
    if (kind === "order") yield kind;
    if (kind === "action") yield "actions";
    if (kind === "word" && EITHER.test(text)) yield "either";
    yield* kind === "word" ? inWords(text) : inText(text);
  }
}

function* inGuard({ kind, of = [] }: Guard): Iterable<Sign> {
  if (kind === "not" || kind === "or" || kind === "and") yield kind;
  for (const part of of) yield* inGuard(part);
}

/** Words of a line, which may name where it leads. */
function* inWords(text: string): Iterable<Sign> {
  if (text.includes("→")) yield "aim";
  yield* inText(text);
}

function* inText(text: string): Iterable<Sign> {
  for (const [pattern, sign] of IN_TEXT) if (pattern.test(text)) yield sign;
}
