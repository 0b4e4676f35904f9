import type { Chart, StateNode, Transition } from "#core/chart/chart.ts";
import { pathId } from "#core/chart/places.ts";
import { aroundAll, type Around } from "#core/outline/defaultWays.ts";
import { NEXT_PLAYER, targetNames } from "#core/outline/readWay.ts";
import { type OutlineState, WAY_WORDS, WHO, WHO_WORDS, type Who } from "#core/outline/outline.ts";
import { oneLine } from "#core/outline/outlineNames.ts";
import { eventOfName, keyOfName } from "#core/outline/outlineKeys.ts";
import { writtenName } from "#core/outline/tokens.ts";
import { type ReadWays, sayable, statedWays } from "#core/export/outlineWays.ts";
import { idOfKey, type LabelKey } from "#core/ruleset/labels.ts";

/** A machine as an indented list (docs/formats.md). What the notation cannot say stands in lines that begin with `#`. */
export function toOutline(chart: Chart, label: (key: LabelKey) => string = idOfKey): string {
  const states = statesOf(chart.root, [], label);
  const nodes = new Map<string, StateNode>();
  const visit = (node: StateNode, path: readonly string[]) => {
    nodes.set(pathId(path), node);
    for (const child of node.children) visit(child, [...path, child.key]);
  };
  visit(chart.root, []);
  const around = new Map(aroundAll({ states, ways: [] }).map((one) => [pathId(one.state.path), one]));
  const writing: Writing = { chart, states, nodes, around, label };
  const lines = states.flatMap((state) => stateLines(writing, state, ""));
  return `${[...lines, ...wayLines(writing, chart.root, [], readRoot(writing), ""), ...others(chart.root, label, "")].join("\n")}\n`;
}

interface Writing {
  readonly chart: Chart;
  readonly states: readonly OutlineState[];
  readonly nodes: ReadonlyMap<string, StateNode>;
  readonly around: ReadonlyMap<string, Around>;
  readonly label: (key: LabelKey) => string;
}

const isDrawn = ({ type }: StateNode) => type !== "history";

/** States as an outline has them, without their ways. */
function statesOf(
  node: StateNode,
  path: readonly string[],
  label: (key: LabelKey) => string,
): OutlineState[] {
  const drawn = node.children.filter(isDrawn);
  const names = new Set<string>();
  return drawn.map((child): OutlineState => {
    const own = [...path, child.key];
    let name = oneLine(label(`state:${pathId(own)}`)) || child.key;
    // A way names its target: two states of one name would be the same.
    while (names.has(name)) name = `${name} ${child.key}`;
    names.add(name);
    const asks = child.meta.asks;
    const text = oneLine(child.description?.value ?? "");
    return {
      name,
      key: child.key,
      path: own,
      repeats: false,
      waits: false,
      ways: [],
      kind: child.type === "parallel" || child.type === "final" ? child.type : "plain",
      starts: node.type !== "parallel" && node.initial?.value === child.key && drawn[0] !== child,
      who:
        child.children.length === 0 && WHO.includes(asks as Who) && asks !== "turnPlayer"
          ? (asks as Who)
          : undefined,
      text: text === "" ? undefined : text,
      children: statesOf(child, own, label),
    };
  });
}

const readRoot = ({ chart, label }: Writing): ReadWays => ({
  repeats: false,
  waits: false,
  stated: statedWays(chart, chart.root, undefined, label),
});

function stateLines(writing: Writing, state: OutlineState, indent: string): string[] {
  const { chart, nodes, around, label } = writing;
  const id = pathId(state.path);
  const node = nodes.get(id) as StateNode;
  const place = around.get(id) as Around;
  const ways = sayable(chart, node, place, label);
  const siblings = place.siblings;
  const usual =
    keyOfName(state.name) ?? `${state.path.length === 1 ? "phase" : "step"}${siblings.indexOf(state) + 1}`;
  const head = [
    `${indent}${writtenName(state.name)}${ways.repeats ? "*" : ""}`,
    ...(usual === state.key ? [] : [`{${state.key}}`]),
    ...(state.who ? [`[${WHO_WORDS[state.who][0]}]`] : []),
    ...(state.kind === "plain" ? [] : [`(${state.kind})`]),
    ...(state.starts ? ["(starts here)"] : []),
    ...(ways.waits ? ["(waits)"] : []),
  ].join(" ");
  const inner = `${indent}  `;
  return [
    state.text === undefined ? head : `${head}: ${state.text}`,
    ...others(node, label, inner),
    ...wayLines(writing, node, state.path, ways, inner),
    ...state.children.flatMap((child) => stateLines(writing, child, inner)),
  ];
}

/** The ways that lines of their own give; one that the notation cannot say is a comment. */
function wayLines(
  { states, label }: Writing,
  node: StateNode,
  path: readonly string[],
  { stated }: ReadWays,
  indent: string,
): string[] {
  return stated.flatMap(({ transition, isSayable, who, passes, extras }) => {
    const targets = transition.targets.map(({ resolved, text }) =>
      resolved && resolved.length > 0
        ? targetNames(states, path, resolved)
            .map((name) => (name === "" ? "" : writtenName(name, WAY_WORDS)))
            .join(" / ")
            .trim()
        : text,
    );
    const words = [
      "->",
      ...(targets.length > 0 ? [targets.join(" & ")] : []),
      triggerText(transition, node, label),
      ...(who ? [`[${WHO_WORDS[who][0]}]`] : []),
      ...(passes ? [`(${NEXT_PLAYER})`] : []),
    ].join(" ");
    if (isSayable) return [indent + words, ...extras.map((extra) => `${indent}# ${oneLine(extra)}`)];
    return [`${indent}# ${oneLine([words, ...extras].join(", "))}`];
  });
}

function triggerText(
  { slot, event = "" }: Transition,
  node: StateNode,
  label: (key: LabelKey) => string,
): string {
  if (slot === "always") return "at once";
  if (slot === "onDone") return "when done";
  if (slot === "after") return /^\d+$/.test(event) ? `after ${event} ms` : `after ${event}`;
  if (slot === "on") {
    const name = oneLine(label(`event:${event}`)) || event;
    return `on ${writtenName(name)}${eventOfName(name) === event ? "" : ` {${event}}`}`;
  }
  if (slot === "route") return "on its route";
  const actor = node.invoke[Number(event)];
  return `on ${slot.slice("invoke.on".length).toLowerCase()} of ${actor?.src ?? actor?.id ?? "an actor"}`;
}

/** What a state has beside its steps and ways. */
function others(node: StateNode, label: (key: LabelKey) => string, indent: string): string[] {
  const actions = (what: string, all: StateNode["entry"]) =>
    all.map(({ name, kind, text }) => `${what} ${kind === "named" ? label(`action:${name}`) : text}`);
  const asks = node.meta.asks;
  const parts = [
    ...actions("on entry:", node.entry),
    ...actions("on exit:", node.exit),
    ...node.invoke.map(({ src, id, text }) => `invokes ${src ?? id ?? text}`),
    ...node.tags.map((tag) => `tag: ${tag}`),
    ...(typeof asks === "object" ? [`asks the seat in ${asks.context}`] : []),
    ...(node.meta.structural === undefined ? [] : [`why: ${node.meta.structural}`]),
    ...(node.output ? [`output: ${node.output.text}`] : []),
    ...node.opaque.map(({ what, text }) => `not read (${what}): ${text}`),
    ...(node.unnamed ?? []).map(({ event = "" }) => `an event that is decided in code: ${event}`),
    ...node.children
      .filter((child) => !isDrawn(child))
      .map(({ key, history = "shallow" }) => `returns to where it was (${history}): ${key}`),
  ];
  return parts.map((part) => `${indent}# ${oneLine(part)}`);
}
