import type { Chart, StatePath } from "#core/chart/chart.ts";
import { pathId, placeOf, places, type TransitionRef } from "#core/chart/places.ts";
import { typeText } from "#core/chart/payload.ts";
import { isUnder, samePath } from "#core/chart/targetText.ts";
import { args, key, list, misfit, statePath, string, type ValueOf } from "#core/edit/argShape.ts";
import { adaptBlock, type AdaptedBlock } from "#core/edit/block/adaptBlock.ts";
import { addHosted } from "#core/edit/block/addHosted.ts";
import type { Block } from "#core/edit/block/block.ts";
import { CommandSequence } from "#core/edit/block/CommandSequence.ts";
import { BLOCKS, blockOf } from "#core/edit/block/library.ts";
import { withSteps } from "#core/edit/block/withSteps.ts";
import { pasteState } from "#core/edit/clip/pasteState.ts";
import type { AddedRules, Change, ReadAgain, Refusal } from "#core/edit/command.ts";
import type { DescribedCommand } from "#core/edit/defineCommand.ts";
import { Draft } from "#core/edit/draft.ts";
import { addContextField } from "#core/edit/gestures/addContextField.ts";
import { addState } from "#core/edit/gestures/addState.ts";
import { setupObject } from "#core/edit/gestures/addStub.ts";
import { addTransition } from "#core/edit/gestures/addTransition.ts";
import { declareEvent } from "#core/edit/gestures/declareEvent.ts";
import { freshName } from "#core/edit/gestures/freshName.ts";
import { setStateMeta } from "#core/edit/gestures/setMeta.ts";
import { reorderState } from "#core/edit/gestures/reorderState.ts";
import { retargetTransition } from "#core/edit/gestures/retargetTransition.ts";
import { refuse, RefusedError } from "#core/edit/refuse.ts";
import type { FindImporters } from "#core/symbol/importers.ts";
import { nodesOf } from "#core/syntax/node.ts";
import { xstate6Sign } from "#core/syntax/xstate6.ts";
import type { Json } from "#core/text/json.ts";

const shape = args({
  block: string("key", { description: `one of ${BLOCKS.map(({ manifest }) => manifest.id).join(", ")}` }),
  "parent?": statePath,
  "state?": statePath,
  "next?": statePath,
  "key?": key,
  "parameters?": list(args({ name: string("key"), value: string("text") }), {
    description: "fields of the context, numbers, and names of states for the block's open ends",
  }),
});
type InsertArgs = ValueOf<typeof shape>;

/**
 * Inserts a block: a part that many games have, as code in the names of the chart. `state` is the one that leads into it, or in which it
 * happens; `parent` is where it stands, beside `state` unless that is said; `next` is where it leads, to where `state` led unless that is
 * said. Nothing of the chart is renamed: what collides gets another name in the block.
 */
export const insertBlock: DescribedCommand<InsertArgs, "block.insert"> = {
  id: "block.insert",
  args: shape,
  check: (text, chart, given) => {
    const outcome = changeOf(text, chart, given);
    return "refused" in outcome ? outcome.refused : undefined;
  },
  edits: changeOf,
};

function changeOf(
  text: string,
  chart: Chart,
  given: InsertArgs,
  read?: ReadAgain,
  importers?: FindImporters,
): Change | { readonly refused: Refusal } {
  const wrong = misfit(shape, given);
  if (wrong !== undefined)
    return { refused: { code: "bad-arguments", facts: { command: "block.insert", at: wrong } } };
  const newer = xstate6Sign(text);
  if (newer) return { refused: { code: "xstate-6", at: newer.at, facts: { sign: newer.sign } } };
  try {
    return insert(text, chart, given, read, importers);
  } catch (error) {
    if (error instanceof RefusedError) return { refused: error.refusal };
    throw error;
  }
}

function insert(
  text: string,
  chart: Chart,
  { block: id, state, next, key: wanted, parameters = [], ...given }: InsertArgs,
  read: ReadAgain | undefined,
  importers: FindImporters | undefined,
): Change {
  const found =
    blockOf(id) ??
    refuse("block-not-found", undefined, {
      block: id,
      known: BLOCKS.map(({ manifest }) => manifest.id).join(", "),
    });
  const draft = new Draft(text, chart, read, importers);
  const source = state && state.length > 0 ? draft.state(state).path : undefined;
  const parent = draft.state(given.parent ?? source?.slice(0, -1) ?? []).path;
  if (next) draft.anyState(next);
  setupObject(draft);
  if (!read) refuse("block-unread", chart.callAt);
  const bindings = new Map(parameters.map(({ name, value }) => [name, value]));
  const block = found.manifest.parameters.reduce(
    (steps, parameter) =>
      parameter.kind === "states" ? withSteps(steps, parameter, bindings.get(parameter.name) ?? "") : steps,
    found,
  );
  const adapted = adaptBlock(block, draft, bindings, read);

  const sequence = new CommandSequence(text, chart, read, importers);
  addNeeds(sequence, adapted);
  const place = block.manifest.host
    ? host(sequence, adapted, source ?? refuse("block-needs-state", chart.callAt, { block: id }))
    : connect(sequence, block, adapted, { parent, source, next, wanted });
  return {
    edits: sequence.edits,
    pathMap: {},
    warnings: sequence.warnings.filter(
      ({ code, facts }) => code !== "target-not-found" || facts?.["target"] !== block.manifest.exit?.at(-1),
    ),
    added: addedRules(block, adapted, place),
  };
}

/** Where the states of a block are in the chart. */
interface Placement {
  readonly top: StatePath;
  /** The state that was made for what follows, where the chart had none. */
  readonly following?: StatePath;
}

/** Adds the fields, events and constants that the chart lacks. */
function addNeeds(sequence: CommandSequence, { fields, events, constants }: AdaptedBlock): void {
  for (const { name, type, start, parameter } of fields) {
    sequence.run(addContextField, { name, value: start, ...(type === undefined ? {} : { type }) });
    if (parameter?.fed) sequence.warn({ code: "block-field-added", facts: { name } });
  }
  const declared = sequence.chart.events ?? [];
  const hasBy = declared.filter((event) => event.fields.some(({ name }) => name === "by"));
  if (declared.length > 0 && hasBy.length < declared.length)
    sequence.warn({
      code: "block-events-without-by",
      facts: { event: declared.find((event) => !hasBy.includes(event))?.type ?? "" },
    });
  // The chart's own type of who sends an event is taken over where each of its events says that.
  const isCommon = declared.length > 0 && hasBy.length === declared.length;
  for (const { type: name, fields: all } of events) {
    const carried = all
      .filter((field) => !isCommon || field.name !== "by")
      .map((field) => ({ name: `${field.name}${field.optional ? "?" : ""}`, type: typeText(field.type) }));
    // A chart without types of events takes any; what is not declared where types are is reported when it is pasted.
    sequence.attempt(declareEvent, { name, fields: carried });
  }
  for (const { name, value } of constants) {
    const { style } = new Draft(sequence.text, sequence.chart);
    const at = constantPlace(sequence);
    sequence.write([{ from: at, to: at, insert: `${style.eol}${style.eol}const ${name} = ${value};` }]);
  }
}

/** The end of the line before the statement that makes the machine. */
function constantPlace({ text, chart }: CommandSequence): number {
  const { tree } = new Draft(text, chart);
  const before = nodesOf(tree.program["body"]).findLast(({ end }) => end <= (chart.callAt?.from ?? 0));
  const from = before?.end ?? 0;
  const line = text.indexOf("\n", from);
  const end = line < 0 ? text.length : line;
  return text[end - 1] === "\r" ? end - 1 : end;
}

function host(sequence: CommandSequence, { clip }: AdaptedBlock, state: StatePath): Placement {
  sequence.run(addHosted, { state, clip });
  return { top: state };
}

interface Ends {
  readonly parent: StatePath;
  readonly source: StatePath | undefined;
  readonly next: StatePath | undefined;
  readonly wanted: string | undefined;
}

/** Pastes the state of a block between the one that leads into it and the one that follows. */
function connect(
  sequence: CommandSequence,
  { manifest }: Block,
  { clip, exits, exitAsks }: AdaptedBlock,
  ends: Ends,
): Placement {
  const { parent, source } = ends;
  const before = sequence.chart;
  const keys = (placeOf(before, parent)?.node.children ?? []).map((item) => item.key);
  const taken = (item: string) => keys.includes(item);
  const base = manifest.state?.at(-1) ?? manifest.id;
  const name = ends.wanted ?? (taken(base) ? freshName(base, taken) : base);
  const top = [...parent, name];
  const known = ends.next ?? nextOf(before, source);
  const leads = source && known ? leadsTo(before, source, known) : [];

  sequence.run(pasteState, { parent, clip, key: name, policy: "keep" });
  let following: StatePath | undefined;
  if (!known) {
    const rest = manifest.exit?.at(-1) ?? "following";
    const isThere = (item: string) => item === name || taken(item);
    following = [...parent, isThere(rest) ? freshName(rest, isThere) : rest];
    sequence.run(addState, { parent, key: following.at(-1) ?? rest });
    if (exitAsks !== undefined)
      sequence.attempt(setStateMeta, { state: following, key: "asks", value: exitAsks });
    sequence.warn({ code: "block-open-end", facts: { state: pathId(following) } });
  }
  const target = known ?? following ?? parent;
  for (const ref of exits)
    sequence.run(retargetTransition, { transition: { ...ref, source: [...top, ...ref.source] }, target });
  if (source) enter(sequence, source, top, leads);
  const sibling = keys[keys.indexOf(source?.at(-1) ?? "") + 1];
  const isBeside = source && samePath(source.slice(0, -1), parent) && sibling !== undefined;
  // The order of the code is that of the turn; where it cannot be, the block stays last.
  if (isBeside) sequence.attempt(reorderState, { state: top, before: sibling });
  return { top, ...(following ? { following } : {}) };
}

/** Where a state leads first, else the state that is written after it. */
function nextOf(chart: Chart, source: StatePath | undefined): StatePath | undefined {
  const place = source && placeOf(chart, source);
  if (!place) return undefined;
  const out = place.node.transitions
    .flatMap(({ targets }) => targets.map(({ resolved }) => resolved))
    .find((path) => path && !isUnder(path, place.path) && !isUnder(place.path, path));
  if (out) return out;
  const siblings = place.parent?.node.children ?? [];
  const sibling = siblings[siblings.findIndex((item) => item.key === place.node.key) + 1];
  return sibling && [...place.path.slice(0, -1), sibling.key];
}

/** The transitions of a state that lead to another; where it has none, those of the states in it. */
function leadsTo(chart: Chart, source: StatePath, target: StatePath): TransitionRef[] {
  const all = [...places(chart).values()].filter(({ path }) => isUnder(path, source));
  const refs = all.flatMap(({ path, node }) =>
    node.transitions
      .filter(({ targets }) => targets.length === 1 && samePath(targets[0]?.resolved, target))
      .map((transition) => ({ path, transition })),
  );
  const own = refs.filter(({ path }) => samePath(path, source));
  return (own.length > 0 ? own : refs).map(({ path, transition: { slot, event, index } }) => ({
    source: path,
    slot,
    index,
    ...(event === undefined ? {} : { event }),
  }));
}

/** Leads a state into the block, by the transitions that led on, or else by a new one. */
function enter(
  sequence: CommandSequence,
  source: StatePath,
  top: StatePath,
  leads: readonly TransitionRef[],
): void {
  for (const transition of leads) {
    sequence.run(retargetTransition, { transition, target: top });
    const place = placeOf(sequence.chart, transition.source);
    const written = place?.node.transitions.find(
      ({ slot, event, index }) =>
        slot === transition.slot && event === transition.event && index === transition.index,
    );
    if ((written?.actions.length ?? 0) > 0)
      sequence.warn({ code: "block-actions-before", facts: { state: pathId(transition.source) } });
  }
  if (leads.length > 0) return;
  const node = placeOf(sequence.chart, source)?.node;
  if (node?.children.some(({ type }) => type === "final"))
    return sequence.run(addTransition, { source, slot: "onDone", target: top });
  sequence.attempt(declareEvent, { name: ENTRY_EVENT });
  sequence.run(addTransition, { source, event: ENTRY_EVENT, target: top });
}

/** The event of a state that leads nowhere yet, as the studio names that of a new transition. */
const ENTRY_EVENT = "NEXT";

/** Labels and moves for what was inserted, in the names of the chart. */
function addedRules(
  block: Block,
  { names, shared }: AdaptedBlock,
  { top, following }: Placement,
): AddedRules {
  const { manifest } = block;
  const path = (id: string): string | undefined => {
    const from = id.split(".");
    if (manifest.state && isUnder(from, manifest.state))
      return pathId([...top, ...from.slice(manifest.state.length)]);
    return following && manifest.exit && samePath(from, manifest.exit) ? pathId(following) : undefined;
  };
  const keyOf = (label: string): string | undefined => {
    const [kind = "", name = ""] = split(label, ":");
    if (kind === "state") {
      const to = path(name);
      return to === undefined ? undefined : `state:${to}`;
    }
    if (kind === "local") return label;
    const [event = "", field] = kind === "field" ? split(name, ".") : [name];
    const from = kind === "field" ? `event:${event}` : label;
    const to = shared.has(from) ? undefined : names.get(from);
    return to === undefined ? undefined : `${kind}:${to}${field === undefined ? "" : `.${field}`}`;
  };
  const renamed = <Value>(
    entries: Readonly<Record<string, Value>>,
    to: (from: string) => string | undefined,
  ) =>
    Object.fromEntries(
      Object.entries(entries).flatMap(([from, value]) => {
        const name = to(from);
        return name === undefined ? [] : [[name, value] as const];
      }),
    );
  const labels = Object.fromEntries(
    Object.entries(block.labels).map(([locale, all]) => [locale, renamed(all, keyOf)]),
  );
  const moves: Readonly<Record<string, Json>> = renamed(block.moves, (event) =>
    shared.has(`event:${event}`) ? undefined : names.get(`event:${event}`),
  );
  const fields = [...names].flatMap(([from, to]) =>
    from.startsWith("context:") && !shared.has(from) ? [to] : [],
  );
  return { labels, moves, fields };
}

const split = (text: string, mark: string): string[] => {
  const at = text.indexOf(mark);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)];
};
