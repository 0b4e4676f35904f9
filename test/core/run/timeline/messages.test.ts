import { expect, test } from "vitest";
import { cancel, emit, fromCallback, fromPromise, raise, sendTo } from "xstate";
import { keyOf, messagesOf, partiesOf, type Message } from "#core/run/timeline/messages.ts";
import { addStep, startRun, way } from "#core/run/timeline/timeline.ts";
import { playerOf } from "#test/core/simulate/tools.ts";

const line = ({ from, to, what, name }: Message): string =>
  `${keyOf(from)} > ${keyOf(to)}: ${what} ${name}`.trim();

test("messages between seats, the machine, its clock and its actors, in the order in which they went", () => {
  const player = playerOf(
    {
      initial: "a",
      states: {
        a: {
          invoke: { id: "jury", src: "jury", onDone: "b" },
          entry: raise({ type: "LATE" }, { delay: 100, id: "late" }),
          exit: cancel("late"),
          on: {
            ASK: {
              actions: [sendTo("jury", { type: "HURRY" }), raise({ type: "ECHO" }), emit({ type: "told" })],
            },
          },
        },
        b: { after: { 50: "c" } },
        c: {},
      },
    },
    {
      actors: { jury: fromPromise(() => new Promise(() => undefined)), bell: fromCallback(() => undefined) },
    },
  );
  const start = player.start({});
  let run = startRun("h", {}, start);
  const event = { type: "ASK", by: "P1" };
  run = addStep(run, { kind: "send", event }, player.send(start.state, event));
  const answer = { actor: "jury", value: 1 };
  run = addStep(run, { kind: "answer", answer }, player.answer(run.steps[1]!.outcome.state, answer));
  run = addStep(run, { kind: "advance", ms: 60 }, player.advance(run.steps[2]!.outcome.state, 60));

  const messages = messagesOf(way(run));

  expect(messages.map((one) => `${one.step} ${line(one)}`)).toEqual([
    "0 machine > clock: set LATE",
    "0 machine > actor jury: started",
    "1 outside P1 > machine: event ASK",
    "1 machine > actor jury: sent HURRY",
    "1 machine > machine: raised ECHO",
    "1 machine > outside : emitted told",
    "2 actor jury > machine: answer done",
    "2 machine > clock: cancelled late",
    "2 machine > actor jury: stopped",
    "2 machine > clock: set xstate.after.50.(machine).b",
    "3 clock > machine: due xstate.after.50.(machine).b",
    "3 machine > clock: cancelled xstate.after.50.(machine).b",
  ]);
  expect(partiesOf(messages).map(keyOf)).toEqual([
    "outside P1",
    "outside ",
    "machine",
    "clock",
    "actor jury",
  ]);
});

test("the messages of a step are worked out once", () => {
  const player = playerOf({ on: { GO: { actions: emit({ type: "told" }) } } });
  const run = startRun("h", {}, player.start({}));

  const [first] = messagesOf(
    way(
      addStep(
        run,
        { kind: "send", event: { type: "GO" } },
        player.send(run.steps[0]!.outcome.state, { type: "GO" }),
      ),
    ),
  );

  expect(first).toMatchObject({ what: "event", name: "GO", from: { kind: "outside", name: "" } });
});
