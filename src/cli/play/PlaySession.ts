import { thrownText } from "#core/run/play/thrownText.ts";
import { PlayError, type Outcome, type PlayFault } from "#core/run/play/play.ts";
import { verdictsOf } from "#core/run/play/verdict.ts";
import type { Runner } from "#core/run/play/playRequest.ts";
import type { Json, JsonObject } from "#core/text/json.ts";
import { describe } from "#cli/play/describe.ts";
import type { ExitCode } from "#cli/io.ts";
import { load, namedAsk, runnerOf, type PlayGiven } from "#cli/play/given.ts";
import { LineError, lineRequest, type LineRequest } from "#cli/play/lineRequest.ts";

/** One play of a game in a process of its own, which starts at once. Stop it when it is no longer needed. */
export class PlaySession {
  readonly #given: PlayGiven;
  readonly #runner: Runner;
  readonly #ask: Runner["ask"];
  /** Id of the machine, once it is loaded. */
  readonly #machine: Promise<string>;
  #now: Outcome | undefined;

  constructor(given: PlayGiven) {
    this.#given = given;
    this.#runner = runnerOf(given);
    this.#ask = namedAsk(this.#runner);
    this.#machine = load(this.#runner, given);
    this.#machine.catch((error: unknown) =>
      given.err(`turnwright play${given.id === undefined ? "" : ` ${given.id}`}: ${thrownText(error)}\n`),
    );
  }

  /** 0 when the machine could be loaded, 3 when that was stopped for too much work, else 1. */
  exitCode = (): Promise<ExitCode> =>
    this.#machine.then(
      () => 0,
      (error: unknown) => (error instanceof PlayError && error.fault.code === "over-budget" ? 3 : 1),
    );

  stop(): void {
    this.#runner.stop();
  }

  /** The answer to one line of the protocol (`lineRequest.ts`): what is wrong with it is an answer too. */
  async answer(text: string): Promise<JsonObject> {
    let id: Json | undefined;
    try {
      const request = lineRequest(text);
      id = request.id;
      const answer = await this.#do(await this.#machine, request);
      return { ...echo(id), ok: true, ...(request.only ? partsOf(answer, request.only) : answer) };
    } catch (error) {
      return fail(error, id);
    }
  }

  async #do(machine: string, request: LineRequest): Promise<JsonObject> {
    const ask = this.#ask;
    const viewOf = (outcome: Outcome) => this.#viewOf(outcome, request.only);
    const given = "verdicts" in request ? verdictsOf(request) : {};
    switch (request.do) {
      case "describe":
        return describe(machine, this.#given.spec, await this.#seats(), this.#given.ruleset);
      case "input":
        return viewOf((this.#now = await ask({ do: "start", input: request.input, ...given })));
      case "restore":
        return viewOf((this.#now = await ask({ do: "restore", state: request.state })));
      case "send":
        return viewOf(
          (this.#now = await ask({
            do: "send",
            state: this.#started().state,
            event: request.event,
            ...given,
          })),
        );
      case "advance":
        return viewOf(
          (this.#now = await ask({
            do: "advance",
            state: this.#started().state,
            ms: request.ms,
            ...given,
          })),
        );
      case "answer":
        return viewOf(
          (this.#now = await ask({
            do: "answer",
            state: this.#started().state,
            answer: request.answer,
            ...given,
          })),
        );
      case "can": {
        const now = this.#started();
        const { can, ...why } = await ask({
          do: "can",
          state: now.state,
          event: request.event,
          ...given,
        });
        return { ...(await viewOf({ ...now, ...nothingPassed, ...why, refused: !can })), can };
      }
      case "why": {
        const { state } = this.#started();
        return {
          ...(await ask({ do: "why", state, event: request.event, ...given })),
        } as unknown as JsonObject;
      }
      case "moves": {
        const { do: verb, event, by } = request;
        const query = { ...(event && { event }), ...(by !== undefined && { by }) };
        const { state } = this.#started();
        return { moves: (await ask({ do: verb, state, ...query })) as unknown as Json };
      }
      case "legal": {
        const { id: _id, only: _only, ...query } = request;
        return { legal: (await ask({ ...query, state: this.#started().state })) as unknown as Json };
      }
      case "save": {
        const now = this.#started();
        return {
          ...(await viewOf({ ...now, ...nothingPassed })),
          snapshot: now.state as unknown as Json,
        };
      }
    }
  }

  /** How a play stands, who may do what, and what was passed on the way. @param only the parts that are wanted, where not all are */
  async #viewOf(
    { state, view, refused, reasons, microsteps, considered }: Outcome,
    only: readonly string[] | undefined,
  ): Promise<JsonObject> {
    // Many payloads are tried for it.
    const may = !only || only.includes("may") ? { may: await this.#ask({ do: "may", state }) } : {};
    return {
      ...view,
      ...may,
      refused,
      reasons,
      microsteps,
      considered,
    } as unknown as JsonObject;
  }

  #started(): Outcome {
    if (this.#now) return this.#now;
    throw new PlayError({ code: "not-started", message: 'Nothing is played yet: send {"input":{}} first' });
  }

  /** The seats of the play, before one is started those of a play without input; null when the machine names none. */
  async #seats(): Promise<string[] | null> {
    try {
      const { view } = this.#now ?? (await this.#ask({ do: "start", input: {} }));
      const seats = view.context["seats"];
      return Array.isArray(seats) ? seats.filter((seat): seat is string => typeof seat === "string") : null;
    } catch (error) {
      if (error instanceof PlayError) return null;
      throw error;
    }
  }
}

/** The parts of an answer with these names, in the order of the answer; a name that it does not have is left out. */
const partsOf = (answer: JsonObject, names: readonly string[]): JsonObject =>
  Object.fromEntries(Object.entries(answer).filter(([name]) => names.includes(name)));

/** What the answer to a request that sends no event has in place of the outcome of a step. */
const nothingPassed = { refused: false, reasons: [], microsteps: [], considered: [] };

/** The answer to a line that could not be done. */
export function fail(error: unknown, id?: Json): JsonObject {
  const fault: PlayFault =
    error instanceof PlayError ? error.fault : { code: "bad-request", message: thrownText(error) };
  return {
    ...echo(error instanceof LineError ? error.id : id),
    ok: false,
    error: fault as unknown as JsonObject,
  };
}

const echo = (id: Json | undefined): JsonObject => (id === undefined ? {} : { id });
