import { Worker } from "node:worker_threads";
import code from "#test/machines/mutation/judgeWorker.ts?sandbox";
import type { Judgement, Killer } from "#test/machines/mutation/judge.ts";
import type { Mutant } from "#test/machines/mutation/mutants.ts";
import type { rulesetFiles } from "#test/machines/support/rulesetFiles.ts";

export interface JudgeOptions {
  /** Threads that judge at the same time. Default 1. */
  readonly threads?: number;
  /** Milliseconds after which a machine is taken to run for ever. A sound one needs two or three seconds. Default 30 000. */
  readonly limit?: number;
}

export interface Verdict {
  readonly mutant: Mutant;
  /** What found the fault; undefined when it survived. */
  readonly killer: Killer;
}

const prelude = `
const { parentPort } = require("node:worker_threads");
process.on("uncaughtException", () => undefined);
globalThis.judgePort = { post: (answer) => parentPort.postMessage(answer), listen: (listener) => parentPort.on("message", listener) };
`;

/** Judges each mutant of a game, in threads of their own that are stopped when one does not come back. */
export async function runMutants(
  id: string,
  mutants: readonly Mutant[],
  files: ReturnType<typeof rulesetFiles>,
  { threads = 1, limit = 30_000 }: JudgeOptions = {},
): Promise<Verdict[]> {
  const moves = files.json("moves.json");
  const verdicts: Verdict[] = [];
  const waiting = mutants.map((mutant, place) => ({ mutant, place }));
  /** Scenarios that found a fault lately come first: neighbours in a file are often found by the same one. */
  let scenarios = files.scenarios;
  const work = async (): Promise<void> => {
    const judges = new Judges(limit);
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const { mutant, place } = next;
      const killer = await judges.ask({ id, code: mutant.code, scenarios, moves });
      verdicts[place] = { mutant, killer };
      const found = scenarios.find(([name]) => killer?.by === `scenario ${name}`);
      if (found) scenarios = [found, ...scenarios.filter((one) => one !== found)];
    }
    judges.end();
  };
  await Promise.all(Array.from({ length: threads }, work));
  return verdicts;
}

/** A thread, and a new one after each that had to be stopped. */
class Judges {
  #worker: Worker | undefined;
  #answered: (killer: Killer) => void = () => undefined;
  readonly #limit: number;

  constructor(limit: number) {
    this.#limit = limit;
  }

  ask(question: Judgement): Promise<Killer> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        this.end();
        this.#answered({ by: "the clock", says: `no end in ${this.#limit} ms` });
      }, this.#limit);
      this.#answered = (killer) => {
        clearTimeout(timer);
        resolve(killer);
      };
      this.#worker ??= this.#start();
      this.#worker.postMessage(question);
    });
  }

  end(): void {
    void this.#worker?.terminate();
    this.#worker = undefined;
  }

  #start(): Worker {
    const worker = new Worker(prelude + code, { eval: true, stderr: true, stdout: true });
    worker.on("message", (answer: Killer | null) => this.#answered(answer ?? undefined));
    worker.on("error", (error) => {
      this.end();
      this.#answered({ by: "a crash", says: String(error) });
    });
    return worker;
  }
}
