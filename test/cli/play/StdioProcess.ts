import { spawn, type ChildProcessWithoutNullStreams } from "node:child_process";
import { join } from "node:path";
import { home } from "#test/support/builtStudio.ts";

/** Milliseconds that a request may take: what is tried is the play, not how fast a loaded machine is. */
const BUDGET_MS = "600000";

/** `turnwright play --stdio` as a process of its own: a line goes in, its answer comes out. */
export class StdioProcess {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #waiting: { done: (line: string) => void; fail: (why: Error) => void }[] = [];
  readonly #ended: Promise<number | null>;
  #rest = "";
  /** What it wrote to stderr. */
  complaints = "";
  /** Answers that nobody waited for. */
  strays = 0;

  /** @param named id of a game of this repository, or the file of a module */
  constructor(named: string) {
    const words = ["play", named, "--stdio", "--budget", BUDGET_MS, "--load-budget", BUDGET_MS];
    this.#child = spawn(process.execPath, [join(home, "bin/turnwright.js"), ...words], { cwd: home });
    this.#child.stdout.setEncoding("utf8").on("data", (text: string) => this.#hear(text));
    this.#child.stderr.setEncoding("utf8").on("data", (text: string) => (this.complaints += text));
    // Who writes to a process that has ended hears of it by its end.
    this.#child.stdin.on("error", () => undefined);
    this.#ended = new Promise((done) => this.#child.once("close", done));
    void this.#ended.then((code) => {
      for (const { fail } of this.#waiting.splice(0))
        fail(new Error(`play --stdio ended with ${code} instead of an answer: ${this.complaints}`));
    });
  }

  #hear(text: string): void {
    this.#rest += text;
    const lines = this.#rest.split("\n");
    this.#rest = lines.pop() ?? "";
    for (const line of lines) {
      const waiting = this.#waiting.shift();
      if (waiting) waiting.done(line);
      else this.strays++;
    }
  }

  /** Sends a line as it is, without its end. @returns the line of the answer. @throws Error when the process ends instead */
  ask(line: string | Uint8Array): Promise<string> {
    const answer = new Promise<string>((done, fail) => this.#waiting.push({ done, fail }));
    this.#child.stdin.write(line);
    this.#child.stdin.write("\n");
    return answer;
  }

  /** Ends its input. @returns its exit code */
  end(): Promise<number | null> {
    this.#child.stdin.end();
    return this.#ended;
  }

  kill(): void {
    this.#child.kill("SIGKILL");
  }
}
