import { randomSource } from "#core/simulate/randomSource.ts";
import type { JsonObject } from "#core/text/json.ts";
import { StdioProcess } from "#test/cli/play/StdioProcess.ts";

const VERBS = ["describe", "input", "send", "can", "why", "moves", "advance", "answer", "save", "restore"];
const KEYS = [
  "type",
  "by",
  "id",
  "actor",
  "value",
  "error",
  "next",
  "event",
  "snapshot",
  "context",
  "timers",
];
const ODD_KEYS = ["__proto__", "constructor", "toString", "hasOwnProperty", "", "length", "then", "\u0000"];
const TYPES = [
  "xstate.stop",
  "xstate.init",
  "xstate.done.actor.x",
  "*",
  "",
  "SERVE",
  "PASS",
  "d.*",
  "\ud800",
];
/** More bytes than a line may have. */
const TOO_LONG = 1_000_001;

/** Makes lines that no careful program would send, and now and then one that it would. */
export class OddLines {
  readonly #random: () => number;
  constructor(seed: number) {
    this.#random = randomSource(seed);
  }
  #below = (n: number): number => Math.floor(this.#random() * n);
  #pick = <T>(list: readonly T[]): T => list[this.#below(list.length)] as T;

  /** @param saved a play that was saved, for halves of it */
  line(saved: JsonObject): string | Uint8Array {
    const roll = this.#random();
    if (roll < 0.12) return this.#bytes();
    if (roll < 0.24) return this.#cut(JSON.stringify(this.#request(saved)));
    if (roll < 0.3) return this.#deep();
    if (roll < 0.301) return `{"send":{"type":"${"x".repeat(TOO_LONG)}"}}`;
    if (roll < 0.42) return JSON.stringify(this.#value(4));
    // A prototype is set by text alone.
    if (roll < 0.5)
      return `{"${this.#pick(VERBS)}":{"type":"SERVE","__proto__":${JSON.stringify(this.#value(2))}}}`;
    return JSON.stringify(this.#request(saved));
  }

  #request(saved: JsonObject): JsonObject {
    const verb = this.#pick(VERBS);
    const roll = this.#random();
    const value =
      verb === "restore"
        ? this.#half(saved)
        : roll < 0.3
          ? { type: this.#pick(TYPES), by: this.#pick(["P1", "P2", "table", "chance", 7]) as string }
          : roll < 0.4
            ? true
            : this.#value(3);
    return {
      ...(this.#random() < 0.3 ? { id: this.#value(2) } : {}),
      [verb]: value,
      ...(this.#random() < 0.1 ? { [this.#pick([...VERBS, ...ODD_KEYS])]: this.#value(2) } : {}),
      ...(this.#random() < 0.1 ? { verdicts: this.#value(3) } : {}),
    };
  }

  /** A play with a part left out or replaced, at any depth. */
  #half(saved: JsonObject): JsonObject {
    const copy = JSON.parse(JSON.stringify(saved)) as JsonObject;
    let at: Record<string, unknown> = copy as Record<string, unknown>;
    for (;;) {
      const key = this.#pick(Object.keys(at));
      const part = key === undefined ? undefined : at[key];
      if (typeof part === "object" && part !== null && Object.keys(part).length > 0 && this.#random() < 0.7) {
        at = part as Record<string, unknown>;
        continue;
      }
      if (key !== undefined && this.#random() < 0.5) delete at[key];
      else at[key ?? "x"] = this.#value(3);
      return copy;
    }
  }

  #bytes(): Uint8Array {
    return Uint8Array.from({ length: this.#below(200) }, () => {
      const byte = this.#below(256);
      return byte === 10 ? 32 : byte;
    });
  }

  #cut(text: string): string {
    const at = this.#below(text.length + 1);
    return this.#random() < 0.5
      ? text.slice(0, at)
      : text.slice(0, at) + this.#pick(["{", '"', "\\", "\u2028"]) + text.slice(at);
  }

  #deep(): string {
    const levels = 10 ** this.#below(5);
    const [open, close] = this.#pick([
      ["[", "]"],
      ['{"a":', "}"],
    ] as const);
    return `{"${this.#pick(VERBS)}":${open.repeat(levels)}1${close.repeat(levels)}}`;
  }

  #value(depth: number): JsonObject[string] {
    const roll = this.#below(depth > 0 ? 9 : 6);
    if (roll < 2) return this.#pick([0, -1, 1e308, 0.1, 7, 2 ** 53]);
    if (roll < 4) return this.#pick(TYPES);
    if (roll < 6) return this.#pick([true, false, null]);
    if (roll < 7) return Array.from({ length: this.#below(4) }, () => this.#value(depth - 1));
    return Object.fromEntries(
      Array.from({ length: this.#below(4) }, () => [
        this.#pick([...KEYS, ...ODD_KEYS]),
        this.#value(depth - 1),
      ]),
    );
  }
}

/**
 * Sends odd lines to a play: each has one answer, which is JSON, and one that fails leaves the play as it was.
 * @returns how many answers came, and what was wrong
 */
export async function tryOddLines(
  game: string,
  seed: number,
  lines: number,
): Promise<{ readonly answers: number; readonly failed: number; readonly faults: string[] }> {
  const odd = new OddLines(seed);
  const play = new StdioProcess(game);
  const faults: string[] = [];
  let [answers, failed] = [0, 0];
  const ask = async (line: string | Uint8Array): Promise<JsonObject> => {
    const answer = JSON.parse(await play.ask(line)) as JsonObject;
    answers++;
    if (typeof answer["ok"] !== "boolean") throw new Error(`An answer without ok: ${JSON.stringify(answer)}`);
    return answer;
  };
  const save = async () => (await ask('{"save":true}'))["snapshot"] as JsonObject;
  const shown = (line: string | Uint8Array) =>
    typeof line === "string" ? line.slice(0, 200) : `bytes ${Buffer.from(line).toString("hex")}`;
  try {
    await ask('{"input":{}}');
    let saved = await save();
    let was = JSON.stringify(saved);
    for (let n = 0; n < lines && faults.length < 20; n++) {
      const line = odd.line(saved);
      const answer = await ask(line);
      const after = await save();
      const now = JSON.stringify(after);
      if (answer["ok"] === true) [saved, was] = [after, now];
      else {
        failed++;
        if (now !== was) faults.push(`seed ${seed}, line ${n} failed and changed the play: ${shown(line)}`);
        was = now;
      }
    }
    const code = await play.end();
    if (code !== 0) faults.push(`seed ${seed}: the end of the input gives exit code ${code}`);
    if (play.strays > 0) faults.push(`seed ${seed}: ${play.strays} answers to nothing`);
    if (play.complaints !== "") faults.push(`seed ${seed}: stderr ${play.complaints.slice(0, 200)}`);
  } catch (error) {
    faults.push(`seed ${seed}: ${error instanceof Error ? error.message : String(error)}`);
  } finally {
    play.kill();
  }
  return { answers, failed, faults };
}
