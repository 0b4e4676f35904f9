import type { RunnerReply, RunnerRequest } from "#core/run/play/playRequest.ts";
import { workMeter, type WorkMeter } from "#core/run/play/workCounter.ts";
import {
  faultText,
  jsonObject,
  list,
  literal,
  number,
  object,
  optional,
  readText,
  readValue,
  record,
  string,
  tagged,
  union,
  unknown,
} from "#core/text/schema.ts";
import { answerer, faultOf, stopReply } from "#adapters/sandbox/answer.ts";
import type { LargeState, LargeStates } from "#adapters/sandbox/largeStates.ts";

/** What the worker is sent: a request as JSON text, so that nothing but data crosses. */
export interface RunnerMessage {
  readonly id: number;
  readonly request: string;
  readonly large?: LargeState;
  /** Loop rounds and function calls that the machine's code may take: in the request itself, and while its reply is serialised. */
  readonly work: { readonly step: number; readonly telling: number };
  /** The mark (`freshMark`) in the texts that a request to load brings. */
  readonly mark?: string;
  /** Whether to report what code comes next, before it runs, from the loading of the machine on. */
  readonly tell?: true;
}
export interface RunnerAnswer {
  readonly id: number;
  readonly reply: string;
  readonly large?: LargeState;
  /** No reply yet: the machine's code has come to its end. */
  readonly worked?: true;
  /** No reply yet: what code comes next (`Whereabouts`, as JSON). */
  readonly at?: string;
}

/** How the worker hears and speaks. `nodeRunner.ts` puts one under `runnerPort`; a browser's worker is one itself. */
export interface RunnerPort {
  post(answer: RunnerAnswer): void;
  /** @param listener is given what comes, of any form */
  listen(listener: (message: unknown) => void): void;
}

const { stringify } = JSON;
const message = object({
  id: number,
  request: string,
  large: optional(unknown),
  work: object({ step: number, telling: number }),
  mark: optional(string),
  tell: optional(literal(true)),
});

const siblings = optional(
  object({
    imports: record(string),
    files: list(object({ path: string, text: string, lang: literal("ts", "js"), imports: record(string) })),
  }),
);
const shown = { enabled: optional(literal(false)) } as const;
/** The schema of a request, except for what the player checks itself: states, inputs, events, answers and verdicts. */
const request = tagged("do", {
  load: {
    code: string,
    lang: literal("ts", "js"),
    machine: union(string, number),
    spec: jsonObject,
    siblings,
  },
  resolve: { code: string, lang: literal("ts", "js"), siblings },
  start: shown,
  send: shown,
  can: {},
  why: {},
  advance: { ...shown, ms: number },
  answer: shown,
  restore: shown,
  edit: shown,
  options: {},
  may: {},
  moves: { by: optional(string) },
  legal: { by: optional(string), limit: optional(number) },
  random: { seed: number, only: optional(object({ type: string, by: string })) },
});

/**
 * Answers what comes through a port: one reply to each request, whatever it holds. A throw in the listener would end the worker, and the play
 * with it; a message without the number of a request is let be, as there is nobody to answer.
 * @param large where large states do not cross whole
 * @param meter counts the work of the machine's code
 */
export function hearRequests(
  port: RunnerPort,
  large: LargeStates | undefined,
  meter: WorkMeter = workMeter(),
): void {
  let currentId = 0;
  let reports = false;
  const answer = answerer(
    (at) => reports && port.post({ id: currentId, reply: "", at: stringify(at) }),
    meter,
  );

  const replyTo = (runnerRequest: RunnerRequest, state: LargeState | undefined): RunnerReply => {
    try {
      return answer(large ? large.unpack(runnerRequest, state) : runnerRequest);
    } catch (error) {
      return { ok: false, fault: faultOf(error) };
    }
  };
  /** The view is computed while it is serialised: guards are evaluated to find which events could be sent now. */
  const packed = (reply: RunnerReply, runnerRequest: RunnerRequest): Omit<RunnerAnswer, "id"> => {
    try {
      const packedReply = large ? large.pack(reply) : { reply: stringify(reply) };
      const stopped = stopReply(meter, runnerRequest);
      return stopped ? { reply: stringify(stopped) } : packedReply;
    } catch (error) {
      // What the machine answers may have no text: it is nested too deeply, or throws in its `toJSON`.
      return { reply: stringify({ ok: false, fault: faultOf(error) }) };
    }
  };

  port.listen((content) => {
    const messageResult = readValue(message, content);
    if (!messageResult.ok) return;
    const { id, tell, work, mark } = messageResult.value;
    currentId = id;
    reports = tell === true;
    const requestResult = readText(request, messageResult.value.request);
    if (!requestResult.ok) {
      const fault = { code: "bad-request", message: faultText(requestResult.fault) };
      return port.post({ id, reply: stringify({ ok: false, fault }) });
    }
    if (mark !== undefined) meter.mark = mark;
    meter.begin(work.step);
    const reply = replyTo(
      requestResult.value as RunnerRequest,
      messageResult.value.large as LargeState | undefined,
    );
    port.post({ id, reply: "", worked: true });
    meter.begin(work.telling);
    port.post({ id, ...packed(reply, requestResult.value as RunnerRequest) });
  });
}
