import { PlayError } from "#core/run/play/play.ts";
import { frameScript } from "#adapters/sandbox/frameScript.ts";
import type { StartedWorker } from "#adapters/sandbox/watched.ts";
import { faultText, literal, object, optional, readValue, string, unknown } from "#core/text/schema.ts";

/** What the frame may do: run the script it was given and make a worker of it. No network, no storage, nothing from outside. */
const policy =
  "default-src 'none'; script-src 'unsafe-inline' 'unsafe-eval' blob:; worker-src blob:; connect-src 'none'";

/** How long the frame may take to come up, in milliseconds. */
const FRAME_MS = 10_000;

/**
 * A frame of an opaque origin: it can neither reach the page nor, by its policy, anything else. Remove it when it is done with.
 * @throws PlayError `load-error` when it does not come up
 */
export function openFrame(): Promise<HTMLIFrameElement> {
  const frame = document.createElement("iframe");
  frame.setAttribute("sandbox", "allow-scripts");
  frame.hidden = true;
  frame.title = "sandbox";
  frame.srcdoc = `<!doctype html><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}"><script>${frameScript}</script>`;
  return new Promise((done, fail) => {
    const timer = setTimeout(() => {
      frame.remove();
      fail(new PlayError({ code: "load-error", message: "The sandbox did not come up" }));
    }, FRAME_MS);
    frame.addEventListener("load", () => {
      clearTimeout(timer);
      done(frame);
    });
    document.body.append(frame);
  });
}

/** What the frame's script (`frameScript.ts`) posts. */
const frameMessage = object({
  ready: optional(literal(true)),
  answer: optional(unknown),
  death: optional(string),
});

/** Starts a worker in the frame from the text of a classic script. */
export async function startInFrame(
  frame: HTMLIFrameElement,
  code: string,
  onAnswer: (answer: unknown) => void,
  onDeath: (why: string) => void,
): Promise<StartedWorker> {
  const worker = await bareWorker(frame, code, onAnswer, onDeath);
  return { ...worker, alarm: (ms, ring) => shareAlarm(frame, ms, ring) };
}

function bareWorker(
  frame: HTMLIFrameElement,
  code: string,
  onAnswer: (answer: unknown) => void,
  onDeath: (why: string) => void = () => undefined,
): Promise<Omit<StartedWorker, "alarm">> {
  const { port1, port2 } = new MessageChannel();
  const end = () => {
    port1.postMessage("end");
    port1.close();
  };
  return new Promise((done) => {
    port1.onmessage = (event: MessageEvent<unknown>) => {
      const result = readValue(frameMessage, event.data);
      if (!result.ok) return onDeath(`The sandbox said ${faultText(result.fault)}`);
      const { ready, answer, death } = result.value;
      if (ready) done({ post: (message) => port1.postMessage(message), end });
      if (answer !== undefined) onAnswer(answer);
      if (death !== undefined) onDeath(death);
    };
    frame.contentWindow?.postMessage(code, "*", [port2]);
  });
}

/**
 * A browser tells nobody how much of a processor a worker has had. So when half the time is over, a second worker begins to work beside
 * the first: the system gives both the same share, be it a whole processor or a twentieth of one. It rings when it has done as much work
 * as the other half of the time has room for on an idle computer.
 */
function shareAlarm(frame: HTMLIFrameElement, ms: number, ring: () => void): () => void {
  let isOff = false;
  let meter: { end(): void } | undefined;
  const timer = setTimeout(() => {
    void bareWorker(frame, shareMeter(ms / 2), () => isOff || ring()).then((worker) => {
      meter = worker;
      if (isOff) meter.end();
    });
  }, ms / 2);
  return () => {
    isOff = true;
    clearTimeout(timer);
    meter?.end();
  };
}

/** A piece of work that is measured: long enough for a browser's coarse clock, and short, so that most are not broken off by others. In milliseconds. */
const PIECE_MS = 1;

/**
 * The text of a worker that works until it has had so many milliseconds of a processor, and says so. It counts pieces of equal work, each
 * as long as the quickest of them: what a piece takes longer than that, the system gave the processor to others.
 * @param ms milliseconds of a processor
 */
const shareMeter = (ms: number): string => `"use strict";
const { now } = performance;
const time = now.bind(performance);
let rounds = 1000, number = 1;
const piece = () => {
  const from = time();
  for (let i = 0; i < rounds; i++) number = (Math.imul(number, 1103515245) + 12345) | 0;
  return time() - from;
};
// The clock goes on in jerks of up to a millisecond: a piece spans several of them.
const from = time();
let jerk = from;
while (jerk === from) jerk = time();
const least = Math.max(${PIECE_MS}, 2 * Math.min(1, jerk - from));
for (let quickest = 0; quickest < least; ) {
  rounds *= 2;
  quickest = Math.min(piece(), piece(), piece());
}
let quickest = Infinity;
for (let pieces = 1; pieces * quickest < ${ms} || pieces < 8; pieces++) quickest = Math.min(quickest, Math.max(piece(), 0.01));
postMessage({ id: 0, reply: String(number) });`;
