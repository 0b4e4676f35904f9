import { type CandidateRole, candidateRole, candidatesBefore } from "#core/chart/candidateRole.ts";
import type { Chart, StateNode, Transition } from "#core/chart/chart.ts";
import { pathId, transitionRef } from "#core/chart/places.ts";
import {
  briefCarriers,
  elementOf,
  eventOf,
  transitionIdAt,
  keyOf,
  termsIn,
  termsOf,
} from "#core/ruleset/cardSize.ts";
import { type Foldable, foldable } from "#core/ruleset/foldable.ts";
import type { Carrier } from "#core/ruleset/links.ts";
import {
  clauseKey,
  formKey,
  isOpenElsewhere,
  type OpenPlaces,
  openPlaces,
} from "#core/ruleset/openPlaces.ts";
import {
  acceptedIn,
  type Acceptance,
  areWaysKnown,
  type Arrival,
  arrivalsOf,
} from "#core/semantics/arrivalsOf.ts";
import type { ActionBehavior, Behaviors, GuardBehavior } from "#core/semantics/behavior.ts";
import { automaticTransitions, outputsOf } from "#core/semantics/elementBehaviors.ts";

/**
 * What of a clause's read-back stands open, and what is folded behind its number. A reader is shown what decides the clause and nothing
 * twice; the rest is one key away. The rules:
 * - What carries the clause stands open. What it only touches is folded: how its steps are reached, what the states around it accept, what
 *   fields begin with, transitions that carry other clauses, helpers when there are several.
 * - A transition that has a card of its own is not told at the card of its state.
 * - A condition or change is told once at a clause, and then goes by its name or by the card at which it was told.
 * - A field that the machine reads nowhere is a record for people: what becomes of it is marked so.
 * - Where a clause is carried by many elements, those are told in full that carry the fewest clauses, as they are about this one. At the
 *   others a condition or change of setup goes by its name, if it stands open at another clause (`openPlaces`).
 * Nothing here depends on the words of a language, so that all languages fold alike.
 */

/**
 * How a condition or change is told at a card: in full; by its name or the card where it was told earlier at this clause; by its name, as
 * its formula is long and stands open at the clause of the element that the machine has before.
 */
export type CardForm =
  | { readonly by: "full" }
  | { readonly by: "earlier"; readonly place: Carrier }
  | { readonly by: "name" };

/** An action at one card. */
export interface CardAction {
  readonly action: ActionBehavior;
  readonly form: CardForm;
  /** Its lines, apart from `records`. */
  readonly effects: readonly string[];
  /** Lines that write a field that the machine reads nowhere. */
  readonly records: readonly string[];
}

/** A condition at one card, with the parts that it joins. */
export interface CardGuard {
  readonly guard: GuardBehavior;
  readonly form: CardForm;
  readonly of: readonly CardGuard[];
}

/** A transition: when it is taken, what it changes, where it leads. */
export interface CardTransition {
  readonly at: string;
  readonly transition: Transition;
  readonly role: CandidateRole;
  /** Candidates before it that have no card of this clause. Open is the only one before an "else", which is its opposite. */
  readonly before: Foldable<Transition>;
  readonly guard?: CardGuard;
  readonly actions: readonly CardAction[];
}

/** What is told of one state or transition that carries a clause. */
export interface ClauseCard {
  readonly carrier: Carrier;
  /** Told by names as far as another clause has what they stand for open, as it carries other clauses too and there are many cards. */
  readonly isBrief: boolean;
  readonly state?: CardState;
  readonly transition?: CardTransition;
}

export interface CardState {
  readonly node: StateNode;
  readonly entry: readonly CardAction[];
  readonly exit: readonly CardAction[];
  /** Automatic transitions that have no card of their own; folded are those that carry other clauses. */
  readonly transitions: Foldable<CardTransition>;
  readonly outputs: readonly ActionBehavior[];
  /** Ways in that no card of the clause tells. */
  readonly arrivals: Foldable<Arrival>;
  /** Nothing leads into it, by a card or otherwise, and every transition of the machine is known: one that is not could lead here. */
  readonly isUnreached: boolean;
  /** Events that the state takes itself and that have no card of this clause. */
  readonly events: Foldable<string>;
  /** Events that states inside of it or around it take. */
  readonly eventsElsewhere: Acceptance;
}

/** Ways into a state that stand open; with more of them all are folded behind their number. */
const MAX_OPEN_ARRIVALS = 2;
/** Events that a state takes itself and that stand open; with more of them all are folded. */
const MAX_OPEN_EVENTS = 6;
/** A condition or change is referred to from so many terms on; a shorter one is shorter than the reference. */
const MIN_REFERRED_TERMS = 2;
/** One that another clause tells in full goes by its name from so many terms on; a shorter one is as easily read. */
const MIN_NAMED_TERMS = 3;

/** The cards of a clause, in the order in which its carriers are given. */
export function clauseCards(
  chart: Chart,
  carriers: readonly Carrier[],
  behaviors: Behaviors,
): readonly ClauseCard[] {
  const brief = briefCarriers(chart, carriers, behaviors);
  const dealer = new CardDealer(chart, carriers, behaviors);
  // Those told in full stand first: a brief card refers to what is above it.
  return [...carriers]
    .sort((a, b) => Number(brief.has(a.id)) - Number(brief.has(b.id)))
    .flatMap((carrier) => dealer.card(carrier, brief.has(carrier.id)) ?? []);
}

/** Makes cards one after another, and knows what was told at those before. */
class CardDealer {
  readonly #chart: Chart;
  readonly #behaviors: Behaviors;
  readonly #own: ReadonlySet<string>;
  /** From where, and by what, the transitions lead that have cards. */
  readonly #leads: ReadonlySet<string>;
  readonly #records: readonly string[];
  readonly #places: OpenPlaces;
  readonly #clause: string;
  #isBrief = false;
  /** What was told, by kind and name or text, with the card at which it was. */
  readonly #told = new Map<string, Carrier>();

  constructor(chart: Chart, carriers: readonly Carrier[], behaviors: Behaviors) {
    this.#chart = chart;
    this.#behaviors = behaviors;
    this.#own = new Set(carriers.map(({ id }) => id));
    this.#places = openPlaces(chart, behaviors);
    this.#clause = clauseKey(carriers);
    this.#leads = new Set(
      carriers.flatMap(({ kind, id }) => {
        const ref = kind === "transition" ? transitionRef(id) : undefined;
        return ref ? [leadKey({ by: "transition", from: pathId(ref.source), ...ref })] : [];
      }),
    );
    this.#records = behaviors.fields
      .of(carriers)
      .filter(({ read, unread }) => read.length === 0 && unread.length === 0)
      .map(({ field }) => `${behaviors.fieldName(field)} := `);
  }

  card(carrier: Carrier, isBrief: boolean): ClauseCard | undefined {
    this.#isBrief = isBrief;
    const element = elementOf(this.#chart, carrier);
    if (!element) return undefined;
    const { node, at, transition } = element;
    const shown = transition
      ? { transition: this.#transition(carrier, at, transition, node) }
      : { state: this.#state(carrier, node) };
    return { carrier, isBrief, ...shown };
  }

  #state(carrier: Carrier, node: StateNode): CardState {
    const { id } = carrier;
    const transitions = automaticTransitions(node)
      .filter((transition) => !this.#own.has(transitionIdAt(id, transition)))
      .map((transition) => this.#transition(carrier, id, transition, node));
    const arrivals = arrivalsOf(this.#chart, id);
    const accepts = acceptedIn(this.#chart, id);
    return {
      node,
      entry: node.entry.map((action) => this.#action(carrier, this.#behaviors.action(action))),
      exit: node.exit.map((action) => this.#action(carrier, this.#behaviors.action(action))),
      transitions: {
        open: transitions.filter(({ transition }) => transition.meta.clauses.length === 0),
        folded: transitions.filter(({ transition }) => transition.meta.clauses.length > 0),
      },
      outputs: outputsOf(this.#chart, carrier, this.#behaviors),
      arrivals: foldable(
        arrivals.filter((arrival) => !this.#leads.has(leadKey(arrival))),
        MAX_OPEN_ARRIVALS,
      ),
      isUnreached: arrivals.length === 0 && areWaysKnown(this.#chart),
      events: foldable(
        accepts.stateEvents.filter((event) => !this.#hasCard(node, id, event)),
        MAX_OPEN_EVENTS,
      ),
      eventsElsewhere: accepts,
    };
  }

  /** Whether each transition of a state for an event has a card. */
  #hasCard({ transitions }: StateNode, id: string, event: string): boolean {
    return transitions
      .filter((transition) => transition.slot === "on" && transition.event === event)
      .every((transition) => this.#own.has(transitionIdAt(id, transition)));
  }

  #transition(carrier: Carrier, at: string, transition: Transition, source: StateNode): CardTransition {
    const event = eventOf(transition);
    const role = candidateRole(transition, source);
    const all = candidatesBefore(transition, source);
    const before = all.filter((candidate) => !this.#own.has(transitionIdAt(at, candidate)));
    return {
      at,
      transition,
      role,
      before: foldable(before, role === "else" && all.length === 1 ? 1 : 0),
      ...(transition.guard
        ? { guard: this.#guard(carrier, this.#behaviors.guard(transition.guard, event)) }
        : {}),
      actions: transition.actions.map((action) =>
        this.#action(carrier, this.#behaviors.action(action, event)),
      ),
    };
  }

  #guard(carrier: Carrier, guard: GuardBehavior): CardGuard {
    const form = this.#form(carrier, "guard", guard.name, keyOf(guard), termsOf(guard));
    // What is told by its name tells nothing of its parts.
    const of = form.by === "full" ? guard.of.map((part) => this.#guard(carrier, part)) : [];
    return { guard, form, of };
  }

  #action(carrier: Carrier, action: ActionBehavior): CardAction {
    const isRecord = (line: string) => this.#records.some((start) => line.startsWith(start));
    return {
      action,
      form: this.#form(carrier, "action", action.name, action.lines.join("; "), termsIn(action.lines)),
      effects: action.lines.filter((line) => !isRecord(line)),
      records: action.lines.filter(isRecord),
    };
  }

  #form(
    carrier: Carrier,
    kind: "guard" | "action",
    name: string | undefined,
    text: string,
    terms: number,
  ): CardForm {
    const key = formKey(kind, text);
    const place = this.#told.get(key);
    if (terms < MIN_REFERRED_TERMS) return { by: "full" };
    if (place) return { by: "earlier", place };
    if (
      this.#isBrief &&
      name !== undefined &&
      terms >= MIN_NAMED_TERMS &&
      isOpenElsewhere(this.#places, key, this.#clause)
    )
      return { by: "name" };
    this.#told.set(key, carrier);
    return { by: "full" };
  }
}

/** A key for the arrivals of one state: each has its own, but candidates of one source for the same event share a key. */
const leadKey = (
  arrival:
    | Exclude<Arrival, { by: "transition" }>
    | (Pick<Transition, "slot" | "event"> & { by: "transition"; from: string }),
): string =>
  arrival.by === "transition" ? [arrival.from, arrival.slot, arrival.event ?? ""].join("|") : arrival.by;
