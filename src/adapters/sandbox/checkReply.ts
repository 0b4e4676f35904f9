import { PlayError, type PlayFault } from "#core/run/play/play.ts";
import type { RunnerReply, RunnerRequest } from "#core/run/play/playRequest.ts";
import {
  boolean,
  jsonObject,
  list,
  literal,
  nullable,
  number,
  object,
  optional,
  readText,
  record,
  recursive,
  string,
  union,
  unknown,
  type Schema,
} from "#core/text/schema.ts";

/**
 * A reply from where foreign code runs. The code can reach what its values become text by (`Object.prototype.toJSON`), so the page
 * believes nothing but the form that it works with.
 * @throws PlayError `machine-error` for what is no reply to this request
 */
export function checkReply(text: unknown, kind: RunnerRequest["do"]): RunnerReply {
  const result = readText(replies[kind], text);
  if (result.ok) return result.value;
  throw new PlayError({
    code: "machine-error",
    message:
      "The machine's module changed what its player answers (such as by Object.prototype.toJSON), so it cannot be played",
  });
}

// Of what is shown, the parts that would break the page if they were of another form.
const strings = list(string);
const event = object({ type: string });
const fault: Schema<PlayFault> = object({
  code: literal(
    "bad-request",
    "bad-input",
    "bad-snapshot",
    "not-started",
    "over-budget",
    "machine-error",
    "load-error",
    "unanswered",
  ),
  message: string,
  limit: optional(
    object({
      unit: literal("work", "cpu", "wait", "memory", "delays", "answer", "steps"),
      value: number,
    }),
  ),
  state: optional(string),
  guard: optional(string),
  action: optional(string),
  event: optional(string),
  clauses: optional(strings),
});
const reasons = list(object({ code: string }));
const trial: Schema<unknown> = recursive(() => object({ sign: string, of: list(trial) }));
const transitionFields = { source: string, slot: string, index: number, clauses: strings } as const;
const considered = list(object({ ...transitionFields, verdict: boolean, guard: optional(trial) }));
const microstep = object({
  event: string,
  cause: string,
  considered,
  taken: list(object(transitionFields)),
  exits: strings,
  entries: list(object({ state: string, clauses: strings })),
  actions: list(object({ name: string, state: string })),
  effects: list(event),
  changes: list(object({ at: string })),
  in: strings,
});
const view = object({
  context: jsonObject,
  status: string,
  in: strings,
  asks: strings,
  candidates: strings,
  actors: optional(list(object({ id: string, kind: string, status: string }))),
  enabled: optional(list(object({ example: event, clauses: strings }))),
});
const outcome = object({
  state: object({ snapshot: record(unknown), clock: number, timers: list(record(unknown)) }),
  view,
  refused: boolean,
  reasons,
  microsteps: list(microstep),
  considered,
});
const why = object({
  event,
  enabled: boolean,
  reasons,
  levels: list(
    object({
      state: string,
      candidates: list(
        object({
          ...transitionFields,
          targets: strings,
          asked: boolean,
          behind: optional(strings),
          guard: optional(trial),
        }),
      ),
    }),
  ),
  elsewhere: strings,
  fault: optional(object({ code: string, message: string })),
});
const offers = list(
  object({ type: string, by: strings, fields: record(unknown), example: event, accepted: boolean }),
);
const legal = list(object({ type: string, weight: number, events: list(event), complete: boolean }));
const options = list(
  object({
    type: string,
    by: string,
    example: event,
    accepted: boolean,
    reasons,
    clauses: strings,
    choices: record(unknown),
  }),
);

const replyOf = (value: Schema<unknown>): Schema<RunnerReply> =>
  union(object({ ok: literal(true), value }), object({ ok: literal(false), fault }));
const step = replyOf(outcome);
const replies: Readonly<Record<RunnerRequest["do"], Schema<RunnerReply>>> = {
  load: replyOf(object({ id: string })),
  resolve: replyOf(strings),
  start: step,
  send: step,
  can: replyOf(object({ can: boolean, reasons, considered })),
  why: replyOf(why),
  advance: step,
  answer: step,
  restore: step,
  edit: step,
  options: replyOf(options),
  may: replyOf(record(strings)),
  moves: replyOf(offers),
  legal: replyOf(legal),
  random: replyOf(nullable(event)),
};
