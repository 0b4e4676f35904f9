import { args, list, string, type ArgShape } from "#core/edit/argShape.ts";
import { loadRuleset } from "#core/ruleset/loadRuleset.ts";
import type { JsonObject } from "#core/text/json.ts";
import { playGiven } from "#cli/commands/play.ts";
import { UsageError } from "#cli/io.ts";
import { captureIo, hostedGame, type McpHost } from "#cli/mcp/host.ts";
import { MAX_PLAY_SESSIONS } from "#cli/mcp/PlaySessions.ts";
import { defineTool, errorAnswer, jsonAnswer, type McpTool } from "#cli/mcp/tool.ts";
import { anyList, anyObject, game, machine, word } from "#cli/mcp/toolArgs.ts";

/** What can be done with a play, each with what it is. */
const PLAY_OPERATIONS = {
  state: "how it stands (the default)",
  send: "sends event",
  moves: "what the moves offer now, for one event type or for the seat by",
  legal: "events that are accepted now, for one event type or for the seat by",
  advance: "lets ms milliseconds of the game's clock pass",
  answer: "answers an actor that waits",
  restart: "starts over, with input",
  describe: "schemas of the input and the events, readings, labels and clauses",
  save: "how it stands, as state, to go back to",
  restore: "goes back to state",
  end: "ends it",
} as const;
type PlayOperation = keyof typeof PLAY_OPERATIONS;

/** Parts of an answer of a play, where `only` names none: what a player has to know. */
const USUAL_PARTS = [
  "value",
  "in",
  "context",
  "cut",
  "status",
  "output",
  "error",
  "asks",
  "actors",
  "may",
  "refused",
  "reasons",
];

const session = string("text", { description: "id of a play, as its start gave it" });
const event = anyObject('an event with its type and fields, such as {"type":"DRAW","by":"P1"}');
const verdicts = anyList(
  'for guards that the machine does not work out: objects with a guard, its params if it has any, and a verdict, such as {"guard":"isFoul","verdict":false}',
);
const only = list(string("text"), {
  description: `names of the parts of the answer; ${USUAL_PARTS.join(", ")} when left out; beside these there are enabled, candidates, derived, microsteps and considered`,
});
const seat: ArgShape<string> = string("text", { description: "a seat, such as P1" });

const play = defineTool({
  name: "play",
  title: "Play a game",
  description: `Plays a game: with game a play starts, and its answer has the id for session; with session it goes on. do: ${Object.entries(
    PLAY_OPERATIONS,
  )
    .map(([name, about]) => `${name}: ${about}`)
    .join(
      "; ",
    )}. A refused event changes nothing and says why. Runs the game's code in a process of its own, as node would. A play keeps the text that it started with. At most ${MAX_PLAY_SESSIONS} plays at once.`,
  input: args({
    "game?": game,
    "session?": session,
    "do?": word(Object.keys(PLAY_OPERATIONS) as PlayOperation[], "what to do with the play of session"),
    "machine?": machine,
    "input?": anyObject("what the play starts with; read with part moves has its schema"),
    "event?": event,
    "by?": seat,
    "ms?": { type: "number", minimum: 0 } as ArgShape<number>,
    "answer?": anyObject("an actor and its value, error, next or event"),
    "state?": anyObject("a state that save gave"),
    "verdicts?": verdicts,
    "only?": only,
  }),
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
  async run({ game: named, session: id, do: operation, ...given }, host, ended) {
    if ((named === undefined) === (id === undefined))
      throw new UsageError("play: either game, to start a play, or session, to go on with one");
    if (named !== undefined && operation !== undefined)
      throw new UsageError(
        `play: do goes with session; game alone starts a play, then {"session":…,"do":"${operation}"}`,
      );
    if (named !== undefined) return startPlay(named, given, host, ended);
    return continuePlay(id ?? "", operation ?? "state", given, host, ended);
  },
});

interface PlayArgs {
  readonly machine?: string;
  readonly input?: JsonObject;
  readonly event?: JsonObject;
  readonly by?: string;
  readonly ms?: number;
  readonly answer?: JsonObject;
  readonly state?: JsonObject;
  readonly verdicts?: readonly unknown[];
  readonly only?: readonly string[];
}

async function startPlay(
  named: string,
  { machine: ref, input = {}, verdicts: verdictList, only: parts }: PlayArgs,
  host: McpHost,
  ended: AbortSignal,
) {
  const { io } = captureIo(host);
  const cliGame = await hostedGame(named, host, io);
  const given = playGiven(cliGame, loadRuleset(cliGame.files), { machine: ref, lang: host.language }, io);
  ended.throwIfAborted();
  const id = host.sessions.start(given);
  const request = { input, only: parts ?? USUAL_PARTS, ...(verdictList ? { verdicts: verdictList } : {}) };
  let isKnown = false;
  try {
    const answer = await host.sessions.ask(id, [request], ended);
    ended.throwIfAborted();
    isKnown = answer["ok"] !== false;
    return toAnswer(answer, { session: id });
  } finally {
    // Nobody would know the id of a play that did not start, or whose call was cancelled.
    if (!isKnown) host.sessions.end(id);
  }
}

async function continuePlay(
  id: string,
  operation: PlayOperation,
  given: PlayArgs,
  host: McpHost,
  ended: AbortSignal,
) {
  if (operation === "end") {
    host.sessions.end(id);
    return jsonAnswer({ ok: true, session: id, ended: true });
  }
  const usual = { only: given.only ?? USUAL_PARTS };
  const guards = given.verdicts ? { verdicts: given.verdicts } : {};
  const needed = (name: "event" | "ms" | "answer" | "state") => {
    if (given[name] === undefined) throw new UsageError(`play: do ${operation} needs ${name}`);
    return given[name];
  };
  const query = given.event ?? (given.by === undefined ? true : { by: given.by });
  const request = (): object => {
    switch (operation) {
      case "state":
        return { save: true, ...usual };
      case "restart":
        return { input: given.input ?? {}, ...guards, ...usual };
      case "send":
        return { send: needed("event"), ...guards, ...usual };
      case "advance":
        return { advance: needed("ms"), ...guards, ...usual };
      case "answer":
        return { answer: needed("answer"), ...guards, ...usual };
      case "moves":
        return { moves: query };
      case "legal":
        return { legal: query };
      case "describe":
        return { describe: true };
      case "save":
        return { save: true, only: given.only ?? ["snapshot"] };
      case "restore":
        return { restore: needed("state"), ...usual };
    }
  };
  return toAnswer(await host.sessions.ask(id, [request()], ended), { session: id });
}

/** The answer of a play; one that could not be done is an error of the tool. */
function toAnswer({ ok, snapshot, ...answer }: JsonObject, about: object) {
  if (ok === false) return errorAnswer({ ...about, ...answer });
  const saved = snapshot === undefined ? {} : { state: snapshot };
  return jsonAnswer({ ...about, ...answer, ...saved }, "The argument only names the parts that are wanted.");
}

const why = defineTool({
  name: "why",
  title: "Why an event is refused",
  description:
    "Whether an event would be taken in a play as it stands, and why or why not: each transition that could take it, its guards with the values that they saw, and the clauses behind it. Changes nothing.",
  input: args({ session, event, "verdicts?": verdicts }),
  annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
  async run({ session: id, event: eventObject, verdicts: verdictList }, host, ended) {
    const guards = verdictList ? { verdicts: verdictList } : {};
    const requests = [
      { can: eventObject, ...guards, only: ["can", "reasons"] },
      { why: eventObject, ...guards },
    ];
    return toAnswer(await host.sessions.ask(id, requests, ended), { session: id });
  },
});

export const playTools: readonly McpTool[] = [play, why];
