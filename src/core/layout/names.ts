import type { Action, Asks, Guard, StatePath, Transition } from "#core/chart/chart.ts";
import { pathId } from "#core/chart/places.ts";
import { delayText } from "#core/layout/delayText.ts";
import { contextLabelKeys } from "#core/ruleset/labels.ts";

/**
 * What things are called on the canvas, in the label language the person chose. Pure functions, one object per language and
 * revision of the labels: the canvas compares it by identity. `id` texts stand beside the label when they differ.
 */
export interface ChartNames {
  state(path: StatePath, key: string): string;
  event(type: string): string;
  guard(guard: Guard): string;
  action(action: Action): string;
  asks(asks: Asks): string;
  /** What a delay of `after` is called: a number with its unit, a name by its label with the number that it stands for. */
  delay(delay: string): string;
  /** Whether ids are shown beside labels. Off when the labels are the ids. */
  readonly showIds: boolean;
  readonly words: CanvasWords;
}

/** The few words that stand inside the picture. The app takes them from its locales. */
export interface CanvasWords {
  /** The language of the words, a BCP 47 tag; without one delays stand as numbers of milliseconds. */
  readonly lang?: string;
  readonly always: string;
  readonly otherwise: string;
  readonly done: string;
  readonly failed: string;
  readonly forbidden: string;
  /** Where a transition leads is not in its text: a function, or what comes from elsewhere. */
  readonly inCode: string;
  /** `after 5 seconds`: `{delay}` is filled in. */
  readonly after: string;
  /** `waits for {who}` */
  readonly waitsFor: string;
  /** `{count} steps, folded` */
  readonly folded: string;
  /** `{count} steps`, of a closed state on the map. */
  readonly steps: string;
  /** `{count} acts that stay here` */
  readonly stays: string;
  /** The same of one; languages without a form of their own for one have the same text. */
  readonly staysOne?: string;
  readonly stepsOne?: string;
  readonly foldedOne?: string;
  readonly calledOne?: string;
  /** `{count} ways`, of a line that stands for so many transitions with different words. */
  readonly ways: string;
  /** Before what may happen in every step of a phase; without it the list stands alone. */
  readonly anyTime?: string;
  /** Leaves its state and enters it again. */
  readonly reenters: string;
  /** `called from {count} steps, and back` */
  readonly called: string;
  /** `calls {state} and comes back` */
  readonly calls: string;
  /** Where play goes on after a call of which nothing tells where it leads. */
  readonly backThere: string;
  /** `back to where {state} was left`, of a history state, and when its phase never was. */
  readonly resumes: string;
  readonly never: string;
  /** `from {state}` and `to {state}`, of the ports of a phase that is the page. */
  readonly comesFrom: string;
  readonly leadsTo: string;
  /** `any time in {state}`, of an end that a whole phase leads to. */
  readonly anyTimeIn: string;
  /** `may end the game: {state}`, of a step that leads to an end. */
  readonly ends: string;
  readonly unknownTarget: string;
  /** A state that can be entered from anywhere by an event that names it. */
  readonly route: string;
  /** For whom a state waits: turnPlayer, opponent, anyone, everyone, chance, table. */
  readonly asks: Readonly<Record<string, string>>;
}

/** Words that tell a number, in the form of that number. */
export function counted(
  words: CanvasWords,
  of: "stays" | "steps" | "folded" | "called",
  count: number,
): string {
  const singular = count === 1 ? words[`${of}One`] : undefined;
  return (singular ?? words[of]).replace("{count}", String(count));
}

/**
 * Labels by key as in `labels/<locale>.json`; `undefined` shows ids. `formula` may give a guard or action as a formula, `delayOf` what the
 * name of a delay stands for, as it is written.
 */
export function namesFrom(
  labels: Readonly<Record<string, string>> | undefined,
  words: CanvasWords,
  formula?: (part: Guard | Action) => string | undefined,
  delayOf?: (name: string) => string | undefined,
): ChartNames {
  const label = (key: string, otherwise: string) => {
    const text = labels && Object.hasOwn(labels, key) ? labels[key] : undefined;
    return text === undefined || text === "" ? otherwise : text;
  };
  const value = (name: string, word: string): string | undefined =>
    label(`value:context.${name}.${word}`, "") || undefined;
  const labelled = labels !== undefined;
  const guard = (g: Guard): string => {
    if (g.kind === "not") return `¬ ${(g.of ?? []).map(guard).join(", ")}`;
    if (g.kind === "and" || g.kind === "or")
      return (g.of ?? [])
        .map((part) => (part.kind === "and" || part.kind === "or" ? `(${guard(part)})` : guard(part)))
        .join(g.kind === "and" ? " ∧ " : " ∨ ");
    if (g.name !== undefined && g.kind === "named")
      return label(`guard:${g.name}`, formula?.(g) ?? g.name) + given(g, value, labelled);
    return formula?.(g) ?? oneLine(g.text);
  };
  return {
    state: (path, key) => label(`state:${pathId(path)}`, key),
    event: (type) => label(`event:${type}`, type),
    guard,
    action: (a) =>
      a.kind === "named" && a.name
        ? label(`action:${a.name}`, a.name) + given(a, value, labelled)
        : (formula?.(a) ?? oneLine(a.text)),
    asks: (asks) =>
      typeof asks === "string"
        ? (words.asks[asks] ?? asks)
        : (contextLabelKeys(asks.context)
            .map((key) => label(key, ""))
            .find((name) => name !== "") ?? asks.context),
    delay: (delay) => {
      const inWords = (text: string) => (labels && words.lang ? delayText(text, words.lang) : undefined);
      const meant = inWords(delayOf?.(delay) ?? "");
      return inWords(delay) ?? label(`derived:${delay}`, delay) + (meant ? ` (${meant})` : "");
    },
    showIds: labels !== undefined,
    words,
  };
}

/** The words of one transition's trigger: the event's name, or what stands for it, and the id that belongs beside it. */
export function triggerText(
  t: Pick<Transition, "slot" | "event">,
  names: ChartNames,
): { text: string; code?: string } {
  const { words } = names;
  if (t.slot === "route") return { text: words.route };
  if (t.slot === "on") {
    const type = t.event ?? "";
    const text = names.event(type);
    return text === type || !names.showIds ? { text } : { text, code: type };
  }
  if (t.slot === "after") return { text: words.after.replace("{delay}", () => names.delay(t.event ?? "")) };
  if (t.slot === "always") return { text: words.always };
  if (t.slot === "invoke.onError") return { text: words.failed };
  return { text: words.done };
}

/**
 * Literal parameters in brackets: `checkedAt (serve)`. Parameters that are code of their own stay out, and so does the name of a
 * constant where there are labels but none for it.
 */
function given(
  part: Guard | Action,
  value: (name: string, word: string) => string | undefined,
  named: boolean,
): string {
  const text = part.params?.text ?? "";
  if (!/^\{[^{}()=>]*\}$/s.test(text)) return "";
  const values = [...text.matchAll(/(?<!\w)(\w+)["']?\s*:\s*("[^"]*"|'[^']*'|[-\w.]+)/g)].flatMap(
    ([, name = "", written = ""]) => {
      const word = written.replace(/^["']|["']$/g, "");
      const constant = word === written && /^[A-Z_a-z]/.test(word) && !/^(true|false|null)$/.test(word);
      return value(name, word) ?? (constant && named ? [] : word);
    },
  );
  return values.length === 0 ? "" : ` (${values.join(", ")})`;
}

const oneLine = (text: string): string => text.replace(/\s+/g, " ").trim();
