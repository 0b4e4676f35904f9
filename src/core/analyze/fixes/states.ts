import { places } from "#core/chart/places.ts";
import type { Fix } from "#core/diagnostic/fix.ts";
import { removeProperties } from "#core/analyze/fixes/config.ts";
import {
  byCommand,
  bySteps,
  fact,
  freshName,
  nearOf,
  short,
  spanOf,
  transitionAt,
  type FixSite,
} from "#core/analyze/fixes/fixSite.ts";
import { replaceWord } from "#core/analyze/fixes/words.ts";
import { stringOf } from "#core/syntax/node.ts";
import { sayState } from "#core/analyze/subject.ts";
import type { FixStep } from "#core/diagnostic/fix.ts";
import { absolute } from "#core/chart/places.ts";
import { isUnder } from "#core/chart/targetText.ts";
import type { Span } from "#core/text/textEdit.ts";

/** A state that can be edited where it is written. */
const ownedPlace = ({ place }: FixSite) => (place && place.node.origin === "here" ? place : undefined);

export function beginInFirst(site: FixSite): Fix[] {
  const place = ownedPlace(site);
  const [state] = nearOf(site);
  if (!place || state === undefined) return [];
  const args = { state: [...place.path, state] };
  return byCommand(site, "begin-in", { state }, { id: "state.setInitial", args }, true);
}

/** A target that is nowhere: what it may have meant, or a state of that name beside the one it is written in. */
export function targetNotFound(site: FixSite): Fix[] {
  const place = ownedPlace(site);
  const key = fact(site, "target");
  const fixes = replaceWord(site);
  if (!place?.parent || !/^[A-Za-z_]\w*$/.test(key) || place.parent.node.origin !== "here") return fixes;
  const args = { parent: place.parent.path, key };
  return [...fixes, ...byCommand(site, "add-state", { state: key }, { id: "state.add", args })];
}

/** A key with something in it that targets cannot name, spelled with letters and digits; positions, labels and targets follow. */
export function renameState(site: FixSite): Fix[] {
  const place = ownedPlace(site);
  const to = place && plainKey(place.node.key);
  if (!place?.parent || !to) return [];
  const taken = new Set(place.parent.node.children.map((child) => child.key));
  const name = freshName(to, taken);
  const args = { state: place.path, to: name };
  return byCommand(site, "rename-state", { to: name }, { id: "state.rename", args });
}

/** `b.c-d` as `bCD`, `10` as `s10`; empty when nothing of it can stay. */
function plainKey(key: string): string {
  const [first = "", ...rest] = key.split(/[^A-Za-z0-9_]+/).filter((part) => part !== "");
  const joined = first + rest.map((part) => part.slice(0, 1).toUpperCase() + part.slice(1)).join("");
  return /^\d/.test(joined) ? `s${joined}` : joined;
}

/** An id that two states or actors have: a number behind it. */
export function anotherId(site: FixSite, taken: ReadonlySet<string>): Fix[] {
  const id = fact(site, "id");
  const at = literalOf(site, id);
  const to = freshName(id, taken);
  return at ? [bySteps(site, "rename-id", { to }, [{ kind: "word", at, to }])] : [];
}

export const stateIds = ({ chart }: FixSite): ReadonlySet<string> =>
  new Set(chart ? [...places(chart).values()].flatMap(({ node }) => node.id ?? []) : []);
export const actorIds = ({ chart }: FixSite): ReadonlySet<string> =>
  new Set(
    chart ? [...places(chart).values()].flatMap(({ node }) => node.invoke.flatMap(({ id }) => id ?? [])) : [],
  );

/** Where a text is written within what is reported. */
function literalOf({ syntax, at }: FixSite, text: string): Span | undefined {
  const literals = syntax?.within(at).filter((node) => stringOf(node) === text) ?? [];
  return literals.length === 1 && literals[0] ? spanOf(literals[0]) : undefined;
}

/** Dots of an id become `_`, and the targets that name it follow. */
export function idWithoutDots(site: FixSite): Fix[] {
  const id = fact(site, "id");
  const to = freshName(id.replaceAll(".", "_"), stateIds(site));
  const at = literalOf(site, id);
  if (!at || !site.chart) return [];
  const steps: FixStep[] = [{ kind: "word", at, to }];
  for (const place of places(site.chart).values())
    for (const target of place.node.transitions.flatMap((transition) =>
      transition.shared ? [] : transition.targets,
    ))
      if (!target.shared && (target.text === `#${id}` || target.text.startsWith(`#${id}.`)))
        steps.push({
          kind: "word",
          at: absolute(place, target.at),
          to: `#${to}${target.text.slice(id.length + 1)}`,
        });
  return [bySteps(site, "rename-id", { to }, steps)];
}

const GOING_ON = ["on", "always", "after", "onDone"];

/** Final or going on: one of the two has to go. */
export const finalOrNot = (site: FixSite): Fix[] => [
  ...removeProperties(site, ["type"]).map((fix) => ({ ...fix, id: "not-final", facts: {} })),
  ...removeProperties(site, GOING_ON),
];

export function deleteTransition(site: FixSite, obvious = false): Fix[] {
  const ref = transitionRefAt(site);
  if (!ref) return [];
  const command = { id: "transition.delete", args: { transition: ref } };
  return byCommand(site, "delete-transition", {}, command, obvious);
}

function transitionRefAt(site: FixSite) {
  const transition = transitionAt(site);
  if (!transition || transition.shared || !site.place) return undefined;
  const { slot, event, index } = transition;
  return { source: site.place.path, slot, index, ...(event === undefined ? {} : { event }) };
}

/** A transition that stands behind one without a guard goes before it, or goes. */
export function shadowed(site: FixSite): Fix[] {
  const { place, text } = site;
  const transition = transitionAt(site);
  if (!place || !transition || transition.shared) return [];
  const list = place.node.transitions.filter(
    (item) =>
      item.slot === transition.slot && item.event === transition.event && item.index <= transition.index,
  );
  const first = list.findIndex((item) => !item.guard);
  const moved = list.slice(first);
  const inOrder = [transition, ...moved.slice(0, -1)];
  const apart = moved.every(
    (item) => !item.shared && item.listAt && item.listAt.from === transition.listAt?.from,
  );
  const steps = moved.flatMap((item, i): FixStep[] => {
    const from = inOrder[i] && absolute(place, inOrder[i].at);
    return from ? [{ kind: "code", at: absolute(place, item.at), code: text.slice(from.from, from.to) }] : [];
  });
  const up = first >= 0 && apart && transition.guard ? [bySteps(site, "move-up", {}, steps)] : [];
  return [...up, ...deleteTransition(site)];
}

/** A state that no other leads to goes. */
export function deleteState(site: FixSite): Fix[] {
  const place = ownedPlace(site);
  if (!place?.parent || !site.chart) return [];
  const { path } = place;
  const others = [...places(site.chart).values()].filter((state) => !isUnder(state.path, path));
  const used = others.some(({ node }) =>
    node.transitions.some(({ targets }) =>
      targets.some(({ resolved }) => resolved && isUnder(resolved, path)),
    ),
  );
  if (used) return [];
  const args = { state: place.path, policy: "refuseIfReferenced" };
  return byCommand(site, "delete-state", { state: sayState(place) }, { id: "state.delete", args });
}

export function makeFinal(site: FixSite): Fix[] {
  const place = ownedPlace(site);
  // One that forbids events would not be taken as final.
  if (!place || place.node.transitions.length > 0) return [];
  const command = { id: "state.setType", args: { state: place.path, type: "final" } };
  return byCommand(site, "make-final", { state: sayState(place) }, command);
}

/** The transition whose target is reported enters its source again. */
export function reenter(site: FixSite): Fix[] {
  const { place, at } = site;
  const transition = place?.node.transitions.find(
    (item) => !item.shared && item.targets.some((target) => absolute(place, target.at).from === at.from),
  );
  if (!place || !transition) return [];
  const { slot, event, index } = transition;
  const ref = { source: place.path, slot, index, ...(event === undefined ? {} : { event }) };
  const command = { id: "transition.setReenter", args: { transition: ref, reenter: true } };
  return byCommand(site, "set-reenter", {}, command);
}

export function dropReenter(site: FixSite): Fix[] {
  const { place } = site;
  const prop = transitionAt(site)?.props.find(({ name }) => name === "reenter");
  if (!place || !prop) return [];
  const at = absolute(place, prop.at);
  const code = short(site.text.slice(at.from, at.to));
  return [bySteps(site, "remove", { what: code }, [{ kind: "remove", at }])];
}

/** An id like the state's key, so that it can be routed to. */
export function giveId(site: FixSite): Fix[] {
  const place = ownedPlace(site);
  if (!place) return [];
  const id = freshName(place.node.key, stateIds(site));
  return byCommand(site, "give-id", { id }, { id: "state.setId", args: { state: place.path, id } });
}

/** A waiting state asks for the turn player, in a game that has one. */
export function askTurnPlayer(site: FixSite): Fix[] {
  const place = ownedPlace(site);
  const hasTurnPlayer = site.chart?.context?.some((field) => field.name === "turnPlayer");
  if (!place || !hasTurnPlayer) return [];
  const meta = place.node.props.find(({ name }) => name === "meta");
  const object = absolute(place, meta ? meta.valueAt : place.node.valueAt).from;
  if (site.text[object] !== "{") return [];
  const step: FixStep = meta
    ? { kind: "add", object, of: "state", name: "asks", code: `"turnPlayer"` }
    : { kind: "add", object, of: "state", name: "meta", code: `{ asks: "turnPlayer" }` };
  return [bySteps(site, "add-asks", { asks: "turnPlayer" }, [step])];
}

/** A guard or action that setup lacks: what was meant, or a first version of it to be written. */
export function missingName(site: FixSite): Fix[] {
  const name = fact(site, "name");
  const kind = /^(guard|action)-not-found$/.exec(site.diagnostic.code)?.[1];
  const stub =
    kind && site.chart?.setup && name !== ""
      ? byCommand(site, "add-stub", { name }, { id: `${kind}.stub`, args: { name } })
      : [];
  return [...replaceWord(site), ...stub];
}

/** An event that the types lack: what was meant, or one more type. */
export function missingEvent(site: FixSite): Fix[] {
  const name = fact(site, "event");
  const command = { id: "event.declare", args: { name } };
  const isOne = name !== "" && !name.includes("*") && name !== "__proto__";
  return [...replaceWord(site), ...(isOne ? byCommand(site, "add-event", { name }, command) : [])];
}

export const targetWithin = (site: FixSite): Fix[] => {
  const to = fact(site, "other");
  return [bySteps(site, "replace", { from: fact(site, "target"), to }, [{ kind: "word", at: site.at, to }])];
};
