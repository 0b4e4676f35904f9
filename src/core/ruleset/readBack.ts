import type { Chart } from "#core/chart/chart.ts";
import {
  type CardAction,
  type CardForm,
  type CardGuard,
  type CardState,
  type CardTransition,
  type ClauseCard,
  clauseCards,
} from "#core/ruleset/clauseCards.ts";
import { foldedStartNeeds } from "#core/ruleset/foldable.ts";
import { foldedDefinitions, foldedFirstValues } from "#core/ruleset/openPlaces.ts";
import {
  clauseTold,
  elementName,
  firstLines,
  type GuardTree,
  guardTreeSentence,
  neverClearedLines,
  sayAction,
  startNeedLines,
  Teller,
} from "#core/ruleset/clauseTold.ts";
import type { Carrier } from "#core/ruleset/links.ts";
import type { ToldFold, ToldNames } from "#core/ruleset/toldNames.ts";
import { beginsIn } from "#core/semantics/arrivalsOf.ts";
import type { Behaviors } from "#core/semantics/behavior.ts";

/** What is read of a clause: what stands open, and what is behind the counts in it. */
export interface ReadBack {
  readonly open: readonly string[];
  /** Lines of `clauseTold` that do not stand open as they are. */
  readonly folded: readonly string[];
  /** The helpers that are folded, each once, with the line of what it stands for. */
  readonly definitions: readonly { readonly name: string; readonly line: string }[];
  /** Where each field is set, cleared and read: always folded. */
  readonly fields: readonly string[];
}

/** The read-back of a clause in lines, open as in Rules. */
export function readBack(
  chart: Chart,
  carriers: readonly Carrier[],
  behaviors: Behaviors,
  names: ToldNames,
): ReadBack {
  const told = clauseTold(chart, carriers, behaviors, names);
  const count = told.lines.length - told.helpers.length;
  const opener = new Opener(chart, behaviors, names);
  const first = foldedFirstValues(chart, carriers, behaviors);
  const definitions = foldedDefinitions(
    chart,
    carriers,
    behaviors,
    told.helpers.map((name, i) => ({ name, line: told.lines[count + i] ?? "" })),
  );
  const own = told.lines.slice(0, count);
  const needs = foldedStartNeeds(chart, carriers, behaviors);
  const open = [
    ...clauseCards(chart, carriers, behaviors).flatMap((card) => opener.card(card)),
    ...neverClearedLines(carriers, behaviors, names),
    ...startNeedLines(needs.open, names),
    ...opener.count("needs", needs.folded),
    ...firstLines(first.open, names),
    ...opener.count("first", first.folded),
    ...definitions.open.map(({ line }) => line),
    ...opener.count("definitions", definitions.folded),
  ];
  const shown = new Set(open);
  return {
    open,
    folded: own.filter((line) => !shown.has(line)),
    definitions: definitions.folded,
    fields: told.fields,
  };
}

/** Tells the cards of a clause: what is folded by its number. */
class Opener {
  readonly #chart: Chart;
  readonly #names: ToldNames;
  readonly #teller: Teller;

  constructor(chart: Chart, behaviors: Behaviors, names: ToldNames) {
    this.#chart = chart;
    this.#names = names;
    this.#teller = new Teller(chart, behaviors, names);
  }

  card({ carrier, state, transition }: ClauseCard): readonly string[] {
    return [
      elementName(this.#chart, carrier, this.#names),
      ...(state ? this.#state(carrier.id, state) : []),
      ...(transition ? this.#transition(transition) : []),
    ];
  }

  /** The number of what is folded; nothing where nothing is. */
  count(fold: ToldFold, items: readonly unknown[]): readonly string[] {
    return items.length === 0 ? [] : [this.#names.folded(fold, items.length)];
  }

  #state(
    id: string,
    { node, entry, exit, transitions, outputs, arrivals, isUnreached, events, eventsElsewhere }: CardState,
  ): readonly string[] {
    const { state, event, asks, sign } = this.#names;
    const teller = this.#teller;
    const begins = beginsIn(this.#chart, id);
    const { inside, around } = eventsElsewhere;
    const accepted = [
      ...(events.open.length > 0 ? [events.open.map(event).join(", ")] : []),
      ...this.count("events", events.folded),
      ...this.count("elsewhere", [...inside, ...around.flatMap((outer) => outer.events)]),
    ];
    const reached = [
      ...new Set(arrivals.open.map((arrival) => teller.arrival(arrival))),
      ...this.count("ways", arrivals.folded).map((line) => teller.line("reached", line)),
    ];
    return [
      ...(node.meta.asks ? [teller.line("waits", asks(node.meta.asks))] : []),
      ...entry.flatMap((action) => this.#action("entry", action)),
      ...exit.flatMap((action) => this.#action("exit", action)),
      ...node.invoke.map(({ src, srcCode }) => teller.line("invokes", src ?? srcCode?.text ?? "")),
      ...transitions.open.flatMap((card) => [
        ...(card.transition.slot === "always"
          ? []
          : [teller.line("when", this.#names.trigger(card.transition))]),
        ...this.#transition(card),
      ]),
      ...this.count("other-ways", transitions.folded),
      ...outputs.map((output) => teller.line("gives", teller.action(output))),
      ...(isUnreached ? [sign("unreached")] : reached),
      ...(begins.length > 0 ? [teller.line("begins", begins.map(state).join(" → "))] : []),
      ...(accepted.length > 0 ? [teller.line("accepts", accepted.join("; "))] : []),
    ];
  }

  #transition({ at, transition, role, before, guard, actions }: CardTransition): readonly string[] {
    const teller = this.#teller;
    return [
      ...before.open.map((candidate) =>
        teller.line("tried-after", `${teller.condition(candidate)} → ${teller.targetsOf(candidate)}`),
      ),
      ...this.count("candidates", before.folded).map((line) => teller.line("tried-after", line)),
      ...(guard || role !== "only" ? [teller.line(role, guard ? this.#guard(guard) : "")] : []),
      ...actions.flatMap((action) => this.#action("does", action)),
      teller.leads(at, transition),
    ];
  }

  #guard(card: CardGuard): string {
    return guardTreeSentence(this.#guardTree(card), this.#names);
  }

  #guardTree({ guard, form, of }: CardGuard): GuardTree {
    return form.by === "full"
      ? { guard, of: of.map((part) => this.#guardTree(part)) }
      : { guard, of: [], reference: this.#reference(form, "guard", guard.name) };
  }

  #action(
    sign: "entry" | "exit" | "does",
    { action, form, effects, records }: CardAction,
  ): readonly string[] {
    const teller = this.#teller;
    if (form.by !== "full") return [teller.line(sign, this.#reference(form, "action", action.name))];
    const say = (of: readonly string[]) => sayAction({ ...action, lines: of }, this.#names.sentences);
    return [
      ...(effects.length > 0 || records.length === 0 ? [teller.line(sign, say(effects))] : []),
      ...(records.length > 0 ? [teller.line("recorded", say(records))] : []),
    ];
  }

  #reference(form: CardForm, kind: "guard" | "action", name: string | undefined): string {
    const { earlier, named } = this.#names;
    if (form.by !== "earlier") return named(kind, name ?? "");
    if (name !== undefined) return earlier("name", named(kind, name));
    return earlier("place", elementName(this.#chart, form.place, this.#names));
  }
}
