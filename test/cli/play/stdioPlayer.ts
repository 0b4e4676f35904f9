import { PlayError, type PlayEvent, type PlayFault } from "#core/run/play/play.ts";
import type { JsonObject } from "#core/text/json.ts";
import type { LawOutcome, LawPlayer } from "#test/core/simulate/law.ts";
import type { StdioProcess } from "#test/cli/play/StdioProcess.ts";

type Answer =
  | ({ readonly ok: true; readonly can: boolean } & LawOutcome["view"] &
      Pick<LawOutcome, "microsteps" | "refused"> & {
        readonly reasons: Awaited<ReturnType<LawPlayer["can"]>>["reasons"];
      })
  | { readonly ok: false; readonly error: PlayFault };

/** A player behind lines of JSON, as another program plays. What is enabled is what it suggests. */
export function stdioPlayer(process: StdioProcess): LawPlayer {
  let enabled: readonly PlayEvent[] = [];
  let before = "";
  const ask = async (request: JsonObject) => {
    const answer = JSON.parse(await process.ask(JSON.stringify(request))) as Answer;
    if (!answer.ok) throw new PlayError(answer.error);
    return answer;
  };
  const move = async (request: JsonObject) => {
    const answer = await ask(request);
    enabled = (answer.enabled ?? []).map(({ example }) => example);
    const { value, context, status, actors, in: paths } = answer;
    const now = JSON.stringify([value, context, status, actors, paths]);
    const isSame = now === before;
    before = now;
    return { view: answer, microsteps: answer.microsteps, refused: answer.refused, isSame };
  };
  return {
    start: (input) => move({ input }),
    send: (event) => move({ send: event }),
    can: (event) => ask({ can: event }),
    advance: (ms) => move({ advance: ms }),
    answer: (answer) => move({ answer: { ...answer } }),
    suggest: (seed) => enabled[seed % enabled.length] ?? null,
  };
}
