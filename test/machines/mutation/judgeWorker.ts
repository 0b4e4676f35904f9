import { judge, type Judgement } from "#test/machines/mutation/judge.ts";

/** What runs in the worker thread (`runMutants.ts`): machines with faults in them may never come back from a step. */
const port = (
  globalThis as unknown as {
    judgePort: { post(answer: unknown): void; listen(listener: (message: unknown) => void): void };
  }
).judgePort;

// A machine that fails in a scenario reports it once more to the whole process; the scenario has seen it.
console.error = () => undefined;
console.warn = () => undefined;

port.listen((message) => port.post(judge(message as Judgement) ?? null));
