import type { Guard, Transition } from "#core/chart/chart.ts";
import { pathId, pathOf } from "#core/chart/places.ts";
import {
  aimed,
  freeLabels,
  NARROW_LABEL_PX,
  NO_LABEL,
  WHOLE_LABEL_PX,
  wholeLabel,
  wordsLabel,
} from "#core/layout/content/labelContent.ts";
import { isElse, shortText } from "#core/layout/content/transitionText.ts";
import type { LineWords } from "#core/layout/level.ts";
import { type ChartNames, triggerText } from "#core/layout/names.ts";
import type { Items } from "#core/layout/scene/drafts.ts";
import type { Arrow, Part } from "#core/layout/scene/scene.ts";
import type { Steps } from "#core/text/steps.ts";

/** The words of one transition on the map. */
interface Word {
  readonly text: string;
  /** Whether the event or the guard tells it from its rivals. */
  readonly by: "event" | "guard";
}

/** Different labels that are written at one line; more are counted. */
const MAX_LABELS_PER_LINE = 2;

/**
 * On the map a line says on what it is taken where that is not plain: where its state has other ways on, or it goes on by itself under a guard. The
 * event comes first; the guard where it alone decides between two ways, else "else". A tick to the next row says nothing: it is what
 * is left.
 * @param partBy the transition by which a called phase is left
 * @param called path ids of called phases
 */
export function* withWords(
  arrows: readonly Arrow[],
  items: Items,
  names: ChartNames,
  words: LineWords,
  partBy: (id: string) => Part | undefined,
  called: ReadonlySet<string>,
): Steps<Arrow[]> {
  const leaving = new Map<string, Arrow[]>();
  for (const arrow of arrows) {
    const list = leaving.get(arrow.from);
    if (list) list.push(arrow);
    else leaving.set(arrow.from, [arrow]);
  }
  const say = (arrow: Arrow): Arrow => {
    const source = items.get(arrow.from);
    if (source?.level !== "map" || arrow.role === "far") return arrow;
    const { clauses } = arrow.transition.meta;
    const siblings = leaving.get(arrow.from) ?? [];
    const drawn = new Set(siblings.flatMap(({ parts }) => parts.map(({ transition }) => transition)));
    const isInside = source.shape !== "port" && items.get(arrow.to)?.shape !== "port";
    if (!source.folded && (words === "whole" || (words === "inside" && isInside))) {
      const labels = new Set(
        arrow.parts.map((part) => wholeText(arrow, part, names, partBy, drawn)).filter(Boolean),
      );
      const texts = [...labels].map((text) => (arrow.role === "tick" ? `↓ ${text}` : text));
      const wide = words === "whole" && arrow.role === "line" ? WHOLE_LABEL_PX : NARROW_LABEL_PX;
      const label = wholeLabel(texts, clauses, wide);
      if (arrow.role === "tick" || texts.length === 0) return { ...arrow, label };
      return { ...arrow, label, toward: aimOf(arrow, leaving, items, names) };
    }
    if (arrow.role === "tick") return arrow;
    // beside a stem the words of one line would be taken for those of all
    if (source.folded || source.shape === "port" || arrow.hub !== undefined)
      return { ...arrow, label: { ...NO_LABEL, clauses } };
    const rivals = siblings.filter((other) => other.to !== arrow.to);
    const allWords = arrow.parts.map((part) => wordOf(part, rivals, names, partBy, drawn));
    const visible = isPlain(arrow, rivals) ? [] : allWords.filter(({ by }) => areShown(words, arrow, by));
    const aim = aimIn(arrow, rivals, items, names);
    const label = wordsLabel(aimed(aim, joined(visible.map(textOf), names)), clauses);
    const further = aim === "" ? { toward: aimOf(arrow, leaving, items, names) } : {};
    if (label.rows.length > 0) return { ...arrow, label, ...further };
    const isBack = leavesCall(arrow, called) && new Set(allWords.map(textOf)).size > MAX_LABELS_PER_LINE;
    const more = isPlain(arrow, rivals)
      ? arrow.parts.map((part) => conditionOf(part, items, names))
      : allWords.map(textOf);
    const forms = freeLabels(aimed(aim, isBack ? names.words.backThere : joined(more, names)), clauses);
    if (forms.length === 0) return { ...arrow, label };
    return { ...arrow, label, ...further, spare: { forms, branches: rivals.length > 0 } };
  };
  const all: Arrow[] = [];
  for (const arrow of arrows) {
    all.push(say(arrow));
    yield;
  }
  return all;
}

const textOf = ({ text }: Word): string => text;

/** The name of the step that a line leads to, where what leaves with it, on the same line, leads to other steps of that phase. */
function aimIn(arrow: Arrow, rivals: readonly Arrow[], items: Items, names: ChartNames): string {
  const to = items.get(arrow.to);
  if (arrow.role !== "line" || to?.shape !== "row") return "";
  const isBeside = rivals.some((other) => other.role === "line" && items.get(other.to)?.parent === to.parent);
  return isBeside ? names.state(to.path, to.node.key) : "";
}

/** Where a line leads, by name; of two from one step to the same other also the phase that it passes. */
function aimOf(
  { id, from, to, via, beyond = [] }: Arrow,
  leaving: ReadonlyMap<string, readonly Arrow[]>,
  items: Items,
  names: ChartNames,
): string {
  const target = items.get(to);
  const aim = target ? names.state(target.path, target.node.key) : "";
  const isTwin = leaving.get(from)?.some((other) => other.id !== id && other.to === to);
  if (via === undefined || !isTwin) return aim;
  const passed = [via, ...beyond].map((passing) =>
    names.state(pathOf(passing), pathOf(passing).at(-1) ?? ""),
  );
  return [...passed.map((name) => `⟳ ${name}`), aim].join(" → ");
}

/** Whether it leads out of a called phase: several such ways to one place lead back to steps that called. */
function leavesCall({ from, to }: Arrow, called: ReadonlySet<string>): boolean {
  return [...called].some((id) => from.startsWith(`${id}.`) && to !== id && !to.startsWith(`${id}.`));
}

/** Whether words of a kind have room of their own. */
function areShown(words: LineWords, { role }: Arrow, by: Word["by"]): boolean {
  if (words === "none") return false;
  return by === "event" || words === "inside" || words === "all" || (words === "lines" && role === "line");
}

/** Several ways to one place, and to no other, lead there in any case; so does what somebody does. */
function isPlain({ parts, transition: { guard, slot } }: Arrow, rivals: readonly Arrow[]): boolean {
  return rivals.length === 0 && (parts.length > 1 || !guard || slot !== "always");
}

/** What else answers the trigger of a guarded transition: its own state, or phases around it. */
function answersBeside({ transition, source, ref }: Part, items: Items): readonly Transition[] {
  if (!transition.guard) return [];
  const around = ref.source.flatMap((_, i) => items.get(pathId(ref.source.slice(0, i)))?.node ?? []);
  return [source, ...around].flatMap(({ transitions }) =>
    transitions.filter((other) => other !== transition && isSameTrigger(other, transition)),
  );
}

/** Of a way that has no rival: what its guard checks before it is taken, where the trigger has another answer till then. */
function conditionOf(part: Part, items: Items, names: ChartNames): string {
  const others = answersBeside(part, items);
  if (others.length === 0) return "";
  const { transition } = part;
  const event = transition.slot === "always" ? "" : triggerText(transition, names).text;
  const guard = guardText(part, names, others);
  return event === "" || guard === "" ? guard : `${event} [${guard}]`;
}

/** All that decides that this transition is taken; of a call also the phase that is passed, and on what the game goes on there. */
function wholeText(
  { via, beyond = [] }: Arrow,
  { transition, source, by }: Part,
  names: ChartNames,
  partBy: (id: string) => Part | undefined,
  drawn: ReadonlySet<Transition>,
): string {
  const other = isElse(transition, source) ? elseText({ transition, source }, names, drawn) : "";
  const event = transition.slot === "always" ? "" : triggerText(transition, names).text;
  const label =
    other === "" ? shortText(transition, source, names) : event === "" ? other : `${event} [${other}]`;
  const back = by === undefined ? undefined : partBy(by);
  const then = back ? shortText(back.transition, back.source, names) : "";
  if (via === undefined) return label;
  const called = [via, ...beyond].map((id) => names.state(pathOf(id), pathOf(id).at(-1) ?? ""));
  const passed = `⟳ ${called.join(" ⟳ ")}${then === "" ? "" : `: ${then}`}`;
  return label === "" ? passed : `${label} ${passed}`;
}

/** What decides that this transition is taken, and no rival: the event, where that tells them apart, else the guard. */
function wordOf(
  part: Part,
  rivals: readonly Arrow[],
  names: ChartNames,
  partBy: (id: string) => Part | undefined,
  drawn: ReadonlySet<Transition>,
): Word {
  const { transition, source } = part;
  const others = rivals.flatMap((arrow) => arrow.parts);
  if (part.by !== undefined) {
    const back = partBy(part.by);
    const text = back ? guardText(back, names) : "";
    if (text !== "") return { text, by: "guard" };
  }
  const event = transition.slot === "always" ? "" : triggerText(transition, names).text;
  const isShared = others.some((other) => isSameTrigger(other.transition, transition));
  const guard = isElse(transition, source)
    ? elseText({ transition, source }, names, drawn)
    : guardText({ transition, source }, names);
  if (event !== "" && (!isShared || guard === "")) return { text: event, by: "event" };
  return { text: guard, by: "guard" };
}

/** The guard as far as it decides between the candidates of one trigger: what all of them ask for says nothing there. */
function guardText(
  { transition, source }: Pick<Part, "transition" | "source">,
  names: ChartNames,
  others: readonly Transition[] = source.transitions.filter(
    (item) => item !== transition && isSameTrigger(item, transition),
  ),
): string {
  const { guard } = transition;
  if (!guard) return isElse(transition, source) ? names.words.otherwise : "";
  if (others.length === 0) return names.guard(guard);
  const otherOperands = others.map((item) => new Set(operands(item.guard).map(({ text }) => text)));
  const operandList = operands(guard).filter(({ text }) => !otherOperands.every((texts) => texts.has(text)));
  const [only] = operandList;
  if (!only) return restText(transition, guard, names);
  return names.guard(operandList.length === 1 ? only : { ...guard, kind: "and", of: operandList });
}

/** Of a candidate that asks for nothing but what those before it ask for too: of what goes on by itself that has to be the case. */
function restText({ index, slot }: Transition, guard: Guard, names: ChartNames): string {
  if (index === 0) return names.guard(guard);
  const { otherwise } = names.words;
  return slot === "always" ? `${otherwise} [${names.guard(guard)}]` : otherwise;
}

/** "Else", as far as the candidates before it are seen beside it; of what is not drawn that it is not the case. */
function elseText(
  { transition, source }: Pick<Part, "transition" | "source">,
  names: ChartNames,
  drawn: ReadonlySet<Transition>,
): string {
  const before = source.transitions.filter(
    (item) => item.index < transition.index && isSameTrigger(item, transition),
  );
  const unseen = before.flatMap((item) => (item.guard && !drawn.has(item) ? item.guard : []));
  const not = unseen.map(negated);
  const others = before.length > unseen.length ? [names.words.otherwise] : [];
  const isOne = others.length + not.length === 1;
  const texts = not.map((guard) =>
    !isOne && guard.kind === "or" ? `(${names.guard(guard)})` : names.guard(guard),
  );
  return [...others, ...texts].join(" ∧ ");
}

const OPPOSITE = { and: "or", or: "and" } as const;

function negated(guard: Guard): Guard {
  const { kind, of = [] } = guard;
  const [only] = of;
  if (kind === "not" && only && of.length === 1) return only;
  if (kind === "and" || kind === "or") return { ...guard, kind: OPPOSITE[kind], of: of.map(negated) };
  return { ...guard, kind: "not", of: [guard] };
}

/** What `and` joins; else the guard itself. */
const operands = (guard: Guard | undefined): readonly Guard[] =>
  !guard ? [] : guard.kind === "and" ? (guard.of ?? []).flatMap(operands) : [guard];

const isSameTrigger = (a: Transition, b: Transition): boolean => a.slot === b.slot && a.event === b.event;

/** Each word once, and how many transitions say the same. */
function joined(all: readonly string[], names: ChartNames): string {
  const counts = new Map<string, number>();
  for (const text of all) if (text !== "") counts.set(text, (counts.get(text) ?? 0) + 1);
  if (counts.size > MAX_LABELS_PER_LINE) return names.words.ways.replace("{count}", String(all.length));
  return [...counts].map(([text, count]) => (count > 1 ? `${text} ×${count}` : text)).join(" / ");
}
