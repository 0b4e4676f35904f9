import { LARGE_CONTEXT_CHARACTERS, cutTold, cutView } from "#core/run/play/cutView.ts";
import { PlayError, type Outcome, type PlayState } from "#core/run/play/play.ts";
import type { RunnerReply, RunnerRequest } from "#core/run/play/playRequest.ts";
import type { Json, JsonObject } from "#core/text/json.ts";

/**
 * How a large state crosses to the page: not at all. The page is given a blob, whose bytes the browser keeps apart from it, and
 * hands that back with the next request; so nothing is lost when the worker is ended, and the page reads, copies and draws next to
 * nothing. What is to be seen of the play is cut here.
 */
export interface LargeState {
  /** Stands for the snapshot in the texts that cross, as `{ large: name }`. */
  readonly name: string;
  readonly text: Blob;
}

/** What the worker needs of its surroundings, taken before a machine's code could put something else in its place. */
export interface Means {
  readonly stringify: typeof JSON.stringify;
  readonly parse: (text: string) => Json;
  readonly toBlob: (text: string) => Blob;
  readonly toText: (blob: Blob) => string;
  readonly newName: () => string;
}

/** The length of any other reply: parsing a longer one takes a page long enough to be noticed. */
const MAX_REPLY_CHARACTERS = 2_000_000;
/** Large states that the worker keeps in memory, the last used ones. */
const MAX_STATES_IN_WORKER = 8;

export interface LargeStates {
  /** A request with its whole state. @throws PlayError `bad-snapshot` when that is not there any more */
  unpack(request: RunnerRequest, large: LargeState | undefined): RunnerRequest;
  pack(reply: RunnerReply): { readonly reply: string; readonly large?: LargeState };
}

export function largeStates({ stringify, parse, toBlob, toText, newName }: Means): LargeStates {
  const names = new WeakMap<object, LargeState>();
  const ready = new Map<string, JsonObject>();

  const remember = (snapshot: JsonObject, large: LargeState): void => {
    names.set(snapshot, large);
    ready.delete(large.name);
    ready.set(large.name, snapshot);
    if (ready.size > MAX_STATES_IN_WORKER) ready.delete(ready.keys().next().value as string);
  };
  const largeOf = (snapshot: JsonObject): LargeState | undefined => {
    const known = names.get(snapshot);
    if (known) return known;
    const text = stringify(snapshot);
    if (text.length <= LARGE_CONTEXT_CHARACTERS) return undefined;
    const largeState = { name: newName(), text: toBlob(text) };
    remember(snapshot, largeState);
    return largeState;
  };

  return {
    unpack(request, large) {
      if (!("state" in request)) return request;
      const name = nameIn(request.state);
      if (name === undefined) return request;
      let snapshot = ready.get(name);
      if (!snapshot && large?.name === name) {
        snapshot = parse(toText(large.text)) as JsonObject;
        remember(snapshot, large);
      }
      if (!snapshot)
        throw new PlayError({
          code: "bad-snapshot",
          message: "This state was too large to be kept; start the play anew",
        });
      return { ...request, state: { ...request.state, snapshot } };
    },
    pack(reply) {
      const outcome = reply.ok ? outcomeIn(reply.value) : undefined;
      if (!outcome) return { reply: bounded(stringify(cutReply(reply))) };
      const { state, view, microsteps, considered } = outcome;
      const large = largeOf(state.snapshot);
      const cut = cutView(view, stringify(view.context).length);
      const crossing = large ? { ...state, snapshot: { large: large.name } } : state;
      const way = { microsteps: cutTold(microsteps), considered: cutTold(considered) };
      const value = { ...outcome, ...way, state: crossing, view: cut };
      const text = bounded(stringify({ ok: true, value }));
      return large ? { reply: text, large } : { reply: text };
    },
  };

  function bounded(text: string): string {
    if (text.length <= MAX_REPLY_CHARACTERS) return text;
    const message = `The answer has ${text.length} characters; at most ${MAX_REPLY_CHARACTERS} are taken`;
    const limit = { unit: "answer", value: MAX_REPLY_CHARACTERS } as const;
    return stringify({ ok: false, fault: { code: "over-budget", message, limit } } satisfies RunnerReply);
  }
}

/** The name that stands for the snapshot of a state, if one does. A snapshot of XState has a status. */
export function nameIn(state: Partial<PlayState> | null | undefined): string | undefined {
  const { large, status } = state?.snapshot ?? {};
  return typeof large === "string" && status === undefined ? large : undefined;
}

/** What a `why` tells of guards, with every large value in it cut. */
const cutReply = (reply: RunnerReply): RunnerReply =>
  reply.ok && typeof reply.value === "object" && reply.value !== null && "levels" in reply.value
    ? { ok: true, value: { ...reply.value, levels: cutTold(reply.value.levels) } }
    : reply;

const outcomeIn = (value: unknown): Outcome | undefined =>
  typeof value === "object" && value !== null && "state" in value && "view" in value
    ? (value as Outcome)
    : undefined;
