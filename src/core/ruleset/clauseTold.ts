import { candidateRole, candidatesBefore } from "#core/chart/candidateRole.ts";
import type { Chart, StateNode, Transition } from "#core/chart/chart.ts";
import { pathId, pathOf, placeOf, transitionOf, transitionRef } from "#core/chart/places.ts";
import type { Carrier } from "#core/ruleset/links.ts";
import type { ToldNames, ToldSign } from "#core/ruleset/toldNames.ts";
import { acceptedIn, type Arrival, arrivalsOf, beginsIn, reenters } from "#core/semantics/arrivalsOf.ts";
import type { ActionBehavior, Behaviors, GuardBehavior } from "#core/semantics/behavior.ts";
import type { FirstValue, StartNeed } from "#core/semantics/startBehavior.ts";
import type { Sentences } from "#core/expr/sentences.ts";
import type { FieldUse } from "#core/semantics/fieldUses.ts";
import {
  automaticTransitions,
  behaviorsOf,
  firstValuesOf,
  outputsOf,
  startNeedsOf,
} from "#core/semantics/elementBehaviors.ts";

/** What is told of a clause. */
export interface ClauseTold {
  readonly lines: readonly string[];
  /** The helpers and lists that the last lines tell of, in their order. */
  readonly helpers: readonly string[];
  /** Where each field that the carriers write or look at is set, cleared and read in the whole machine, a line each. */
  readonly fields: readonly string[];
}

/** Places of a field that a line names; the others are counted. */
const MAX_PLACES = 6;

/**
 * Everything that the Rules view tells of what carries a clause, a line each: conditions, changes, ways in and out, what is accepted, first
 * values, and what the helpers in all that stand for. Lists whose order means nothing are sorted, so that moving code changes nothing.
 * Code outside of the readable subset stands in ⟦brackets⟧.
 */
export function clauseTold(
  chart: Chart,
  carriers: readonly Carrier[],
  behaviors: Behaviors,
  names: ToldNames,
): ClauseTold {
  const sorted = carriers.toSorted((a, b) => compare(sortKey(a, names), sortKey(b, names)));
  const teller = new Teller(chart, behaviors, names);
  const does = sorted.flatMap((carrier) => [
    ...behaviorsOf(chart, carrier, behaviors),
    ...outputsOf(chart, carrier, behaviors),
  ]);
  const first = firstValuesOf(chart, sorted, behaviors).toSorted((a, b) =>
    compare(`${a.each} ${a.text}`, `${b.each} ${b.text}`),
  );
  const definitions = behaviors.definitions([...does, ...first]);
  const fields = behaviors.fields.of(sorted);
  return {
    lines: [
      ...sorted.flatMap((carrier) => teller.carrier(carrier)),
      ...neverClearedLines(sorted, behaviors, names),
      ...startNeedLines(startNeedsOf(chart, sorted, behaviors), names),
      ...firstLines(first, names),
      ...definitions.map(({ head, text, readable }) => `${head} = ${readable ? text : inBrackets(text)}`),
    ],
    helpers: definitions.map(({ name }) => name),
    fields: fields.map((use) => fieldLine(use, chart, behaviors, names)),
  };
}

/** Of the fields of a clause only what is lacking decides about it: where else a field is set is said there. */
export const neverClearedLines = (
  carriers: readonly Carrier[],
  behaviors: Behaviors,
  { sign }: ToldNames,
): readonly string[] =>
  behaviors.fields
    .of(carriers)
    .filter(({ neverCleared }) => neverCleared)
    .map(({ field }) => `${sign("never-cleared")}: ${behaviors.fieldName(field)}`);

/** What must be so that the game begins, a line each. */
export const startNeedLines = (needs: readonly StartNeed[], { sign }: ToldNames): readonly string[] =>
  needs.map(({ given, needs: parts }) => {
    const texts = [given.join(" ∧ "), parts.join(" ∧ ")].filter((text) => text !== "");
    return `${sign("start-needs")}: ${texts.join(" → ")}`;
  });

/** What fields begin with; in sentences those with the same value stand together. */
export function firstLines(
  first: readonly FirstValue[],
  { sentences, eachOf, sign }: ToldNames,
): readonly string[] {
  if (!sentences)
    return first.map(
      ({ each, text }) => `${sign("first-values")}: ${each === "" ? text : `${each}[] ${text}`}`,
    );
  const texts = firstSentences(first, sentences).map(({ each, text }) =>
    each === "" ? text : `${eachOf?.(each) ?? `${each}[]`} ${text}`,
  );
  return texts.length === 0 ? [] : [`${sign("first-values")}: ${texts.join("; ")}`];
}

/** What fields begin with in sentences, those with the same value together, in the order of the first of them. */
export function firstSentences(
  first: readonly FirstValue[],
  sentences: Sentences,
): readonly { readonly each: string; readonly text: string }[] {
  const groups = new Map<string, { each: string; value: string; fields: string[]; texts: string[] }>();
  for (const { each, text } of first) {
    const at = text.indexOf(" := ");
    const [field, value] = at < 0 ? [text, ""] : [text.slice(0, at), text.slice(at + 4)];
    const key = `${each} ${at < 0 ? text : value}`;
    const group = groups.get(key) ?? { each, value, fields: [], texts: [] };
    groups.set(key, { ...group, fields: [...group.fields, field], texts: [...group.texts, text] });
  }
  return [...groups.values()].flatMap(({ each, value, fields, texts }) => {
    const sentence = value === "" ? undefined : sentences.begins(value, fields);
    return sentence === undefined ? texts.map((text) => ({ each, text })) : [{ each, text: sentence }];
  });
}

const inBrackets = (code: string): string => `⟦${code}⟧`;

/** What a state or transition is called where it stands apart: a transition by its state and what it waits for. */
export function elementName(
  chart: Chart,
  { kind, id }: Carrier,
  names: Pick<ToldNames, "state" | "trigger">,
): string {
  const ref = kind === "transition" ? transitionRef(id) : undefined;
  return ref ? `${names.state(pathId(ref.source))}: ${names.trigger(ref)}` : names.state(id);
}

/** `DP := set at: A, B; cleared at: nowhere; read at: C`. */
function fieldLine(use: FieldUse, chart: Chart, behaviors: Behaviors, names: ToldNames): string {
  const list = (elements: readonly Carrier[]) => {
    const texts = [...new Set(elements.map((element) => elementName(chart, element, names)))];
    const rest = texts.length > MAX_PLACES ? ` (+${texts.length - MAX_PLACES})` : "";
    return texts.length === 0 ? names.sign("nowhere") : texts.slice(0, MAX_PLACES).join(", ") + rest;
  };
  const parts = [
    `${names.sign("set-at")}: ${list(use.set)}`,
    `${names.sign("cleared-at")}: ${list(use.cleared)}`,
    `${names.sign("read-at")}: ${list(use.read)}`,
    ...(use.unread.length > 0 ? [`${names.sign("not-read")}: ${list(use.unread)}`] : []),
  ];
  return `${behaviors.fieldName(use.field)}: ${parts.join("; ")}`;
}

/** Where a carrier stands among others, by what it is called. */
function sortKey({ kind, id }: Carrier, { state }: ToldNames): string {
  const ref = kind === "transition" ? transitionRef(id) : undefined;
  if (!ref) return state(id);
  return [state(pathId(ref.source)), ref.slot, ref.event ?? "", String(ref.index).padStart(4, "0")].join("|");
}

/** By code units: the order is the same on every computer, whatever its language. */
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Tells what one state or transition does, everything of it. */
export class Teller {
  readonly #chart: Chart;
  readonly #behaviors: Behaviors;
  readonly #names: ToldNames;

  constructor(chart: Chart, behaviors: Behaviors, names: ToldNames) {
    this.#chart = chart;
    this.#behaviors = behaviors;
    this.#names = names;
  }

  carrier(carrier: Carrier): readonly string[] {
    if (carrier.kind === "state") {
      const node = placeOf(this.#chart, pathOf(carrier.id))?.node;
      return node ? this.#state(carrier, node) : [];
    }
    const ref = transitionRef(carrier.id);
    const found = ref && transitionOf(this.#chart, ref);
    const source = ref && placeOf(this.#chart, ref.source)?.node;
    return ref && found && source ? this.#way(pathId(ref.source), found.transition, source) : [];
  }

  action(action: ActionBehavior): string {
    return sayAction(action, this.#names.sentences);
  }

  line(sign: ToldSign, text: string): string {
    return text === "" ? this.#names.sign(sign) : `${this.#names.sign(sign)}: ${text}`;
  }

  #state({ kind, id }: Carrier, node: StateNode): readonly string[] {
    const { asks } = node.meta;
    const deeds = (["entry", "exit"] as const).flatMap((slot) =>
      node[slot].map((action) => this.line(slot, this.action(this.#behaviors.action(action)))),
    );
    return [
      this.#names.state(id),
      ...(asks ? [this.line("waits", this.#names.asks(asks))] : []),
      ...deeds,
      ...node.invoke.map(({ src, srcCode }) => this.line("invokes", src ?? srcCode?.text ?? "")),
      ...automaticTransitions(node).flatMap((transition) => this.#way(id, transition, node)),
      ...outputsOf(this.#chart, { kind, id }, this.#behaviors).map((output) =>
        this.line("gives", this.action(output)),
      ),
      ...this.#arrivals(id),
      ...this.#around(id),
    ];
  }

  #arrivals(id: string): readonly string[] {
    return [...new Set(arrivalsOf(this.#chart, id).map((arrival) => this.arrival(arrival)))].toSorted(
      compare,
    );
  }

  arrival(arrival: Arrival): string {
    const { state, trigger, sign } = this.#names;
    if (arrival.by !== "transition")
      return this.line("reached", this.#names.arrival(arrival.by, arrival.by === "start" ? "" : arrival.of));
    const into = arrival.into === undefined ? "" : ` → ${state(arrival.into)}`;
    const anew = arrival.reentry ? ` (${sign("anew")})` : "";
    return this.line("reached", `${state(arrival.from)}, ${trigger(arrival)}${into}${anew}`);
  }

  #around(id: string): readonly string[] {
    const { state, event } = this.#names;
    const begins = beginsIn(this.#chart, id);
    const { stateEvents, inside, around } = acceptedIn(this.#chart, id);
    const list = (events: readonly string[], where: string) =>
      events.length === 0
        ? []
        : [this.line("accepts", `${where}${events.map(event).toSorted(compare).join(", ")}`)];
    return [
      ...(begins.length > 0 ? [this.line("begins", begins.map(state).join(" → "))] : []),
      ...list(stateEvents, ""),
      ...list(inside, "… "),
      ...around.flatMap((outer) => list(outer.events, `(${state(outer.state)}) `)),
    ];
  }

  #way(at: string, transition: Transition, source: StateNode): readonly string[] {
    const { state, trigger } = this.#names;
    const type = transition.slot === "on" ? transition.event : undefined;
    const role = candidateRole(transition, source);
    return [
      `${state(at)}, ${trigger(transition)}`,
      ...candidatesBefore(transition, source).map((before) =>
        this.line("tried-after", `${this.condition(before)} → ${this.targetsOf(before)}`),
      ),
      ...(transition.guard || role !== "only"
        ? [this.line(role, transition.guard ? this.condition(transition) : "")]
        : []),
      ...transition.actions.map((action) =>
        this.line("does", this.action(this.#behaviors.action(action, type))),
      ),
      this.leads(at, transition),
    ];
  }

  /** When a candidate is taken; always without a guard. */
  condition({ guard, slot, event }: Transition): string {
    const { sign, sentences } = this.#names;
    if (!guard) return sign("only");
    return guardSentence(this.#behaviors.guard(guard, slot === "on" ? event : undefined), sign, sentences);
  }

  /** Where a transition leads, and where what it enters begins. */
  leads(at: string, transition: Transition): string {
    const { state, sign } = this.#names;
    const targets = transition.targets.map(({ resolved, text }) => {
      if (!resolved) return text;
      const id = pathId(resolved);
      return [id, ...beginsIn(this.#chart, id)].map(state).join(" → ");
    });
    const anew = reenters(transition, pathOf(at)) ? ` (${sign("anew")})` : "";
    return `→ ${targets.join(", ") || sign("stays")}${anew}`;
  }

  targetsOf({ targets }: Transition): string {
    const { state, sign } = this.#names;
    const texts = targets.map(({ resolved, text }) => (resolved ? state(pathId(resolved)) : text));
    return texts.join(", ") || sign("stays");
  }
}

/** A guard by its formula. Its name is what somebody called it, and stands only where there is nothing else. */
export const guardSentence = (guard: GuardBehavior, sign: ToldNames["sign"], sentences?: Sentences): string =>
  guardTreeSentence(guardTree(guard), { sign, ...(sentences ? { sentences } : {}) });

/** A guard with its parts; `reference` are the words for one that is told elsewhere. */
export interface GuardTree {
  readonly guard: GuardBehavior;
  readonly of: readonly GuardTree[];
  readonly reference?: string;
}

const guardTree = (guard: GuardBehavior): GuardTree => ({ guard, of: guard.of.map(guardTree) });

/** As `guardSentence`, of which parts may be told elsewhere. */
export function guardTreeSentence(tree: GuardTree, names: Pick<ToldNames, "sign" | "sentences">): string {
  if (tree.reference !== undefined) return tree.reference;
  const { sign, text, name, readable } = tree.guard;
  if (sign === "not")
    return `${names.sign(sign)} (${tree.of.map((part) => guardTreeSentence(part, names)).join("; ")})`;
  if (sign === "formula" && text === undefined) return name ?? "";
  if (sign === "formula" && !readable) return inBrackets(text ?? "");
  const joins = sign === "or" ? "or" : "and";
  const parts = joinedParts(tree, joins, names);
  return parts.length === 1 ? (parts[0] ?? "") : `${names.sign(joins)} (${parts.join("; ")})`;
}

/** The parts that `sign` joins, at any depth: a list within a list of the same kind says nothing by itself. */
function joinedParts(
  tree: GuardTree,
  sign: "and" | "or",
  names: Pick<ToldNames, "sign" | "sentences">,
): readonly string[] {
  const { guard, of, reference } = tree;
  if (reference === undefined && guard.sign === sign)
    return of.flatMap((part) => joinedParts(part, sign, names));
  const isFormula = reference === undefined && guard.sign === "formula" && guard.readable;
  if (sign === "and" && isFormula && guard.text !== undefined) {
    const parts = names.sentences?.conjuncts(guard.text) ?? [guard.text];
    return parts.map((part) => names.sentences?.of(part) ?? part);
  }
  return [guardTreeSentence(tree, names)];
}

/** What an action changes. It goes by its name where its code is not in this project. */
export function sayAction(
  { lines, name, readable }: ActionBehavior,
  sentences: Sentences | undefined,
): string {
  if (lines.length === 0) return name ?? "";
  return readable
    ? lines.map((line) => sentences?.of(line) ?? line).join("; ")
    : inBrackets(lines.join("; "));
}
