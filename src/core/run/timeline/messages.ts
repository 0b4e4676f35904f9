import type { Microstep } from "#core/run/play/microstep.ts";
import type { Step } from "#core/run/timeline/run.ts";

/** Who sends or gets a message: a seat (or "" for nobody in particular), the machine, its clock, or one of its actors. */
export type Party =
  | { readonly kind: "outside"; readonly name: string }
  | { readonly kind: "machine" }
  | { readonly kind: "clock" }
  | { readonly kind: "actor"; readonly name: string };

/** What went from one to another in a play. */
export interface Message {
  /** The step in which it went. */
  readonly step: number;
  readonly from: Party;
  readonly to: Party;
  readonly what:
    | "event"
    | "answer"
    | "raised"
    | "sent"
    | "emitted"
    | "set"
    | "due"
    | "cancelled"
    | "started"
    | "stopped";
  /** Event type, or id of what was started, stopped or cancelled; empty where the parties say it. */
  readonly name: string;
}

const machine: Party = { kind: "machine" };
const clock: Party = { kind: "clock" };
const actor = (name: string): Party => ({ kind: "actor", name });

const known = new WeakMap<Step, readonly Message[]>();

/** The messages along a branch, in the order in which they were sent. Those of a step are computed once. */
export const messagesOf = (steps: readonly Step[]): readonly Message[] => steps.flatMap(ofStep);

function ofStep(step: Step): readonly Message[] {
  let messages = known.get(step);
  if (!messages)
    known.set(
      step,
      (messages = [
        ...firstOf(step),
        ...step.outcome.microsteps.flatMap((microstep) => inside(step.id, microstep)),
      ]),
    );
  return messages;
}

/** What set a step off. */
function firstOf({ id: step, do: action }: Step): Message[] {
  if (action.kind === "send") {
    const { type, by } = action.event;
    const from: Party = { kind: "outside", name: typeof by === "string" ? by : "" };
    return [{ step, from, to: machine, what: "event", name: type }];
  }
  if (action.kind === "answer") {
    const { actor: name = "", event, error, next } = action.answer;
    const label = event?.type ?? (error !== undefined ? "error" : next !== undefined ? "next" : "done");
    return [{ step, from: actor(name), to: machine, what: "answer", name: label }];
  }
  return [];
}

function inside(step: number, { cause, event, effects }: Microstep): Message[] {
  const due: Message[] =
    cause === "delay" ? [{ step, from: clock, to: machine, what: "due", name: event }] : [];
  return [
    ...due,
    ...effects.flatMap(({ type, event: sent, delay, id, to }): Message[] => {
      const name = sent?.type ?? id ?? "";
      switch (type) {
        case "xstate.raise":
          return delay === undefined
            ? [{ step, from: machine, to: machine, what: "raised", name }]
            : [{ step, from: machine, to: clock, what: "set", name }];
        case "xstate.sendTo":
          if (delay !== undefined) return [{ step, from: machine, to: clock, what: "set", name }];
          return [{ step, from: machine, to: to === undefined ? machine : actor(to), what: "sent", name }];
        case "xstate.emit":
          return [{ step, from: machine, to: { kind: "outside", name: "" }, what: "emitted", name }];
        case "xstate.cancel":
          return [{ step, from: machine, to: clock, what: "cancelled", name: id ?? "" }];
        case "xstate.spawnChild":
          return id === undefined ? [] : [{ step, from: machine, to: actor(id), what: "started", name: "" }];
        case "xstate.stopChild":
          return id === undefined ? [] : [{ step, from: machine, to: actor(id), what: "stopped", name: "" }];
        default:
          return [];
      }
    }),
  ];
}

/** Those who have a part in messages, in the order of a diagram: seats, the machine, its clock, its actors. */
export function partiesOf(messages: readonly Message[]): readonly Party[] {
  const parties = new Map<string, Party>([["machine", machine]]);
  for (const { from, to } of messages)
    for (const party of [from, to]) if (!parties.has(keyOf(party))) parties.set(keyOf(party), party);
  const order = ["outside", "machine", "clock", "actor"];
  return [...parties.values()].toSorted((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind));
}

export const keyOf = (party: Party): string => ("name" in party ? `${party.kind} ${party.name}` : party.kind);
