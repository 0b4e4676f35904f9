import { entryOf } from "#core/syntax/property.ts";
import type { Action, Guard, Meta, StateNode } from "#core/chart/chart.ts";
import { absolute, pathId, places, type PlacedState } from "#core/chart/places.ts";
import { resolveHistoryTarget, resolveTarget } from "#core/chart/targets.ts";
import type { SiteList } from "#core/symbol/siteList.ts";
import { targetSegments } from "#core/symbol/targetSegments.ts";
import type { Node } from "#core/syntax/node.ts";
import type { Span } from "#core/text/textEdit.ts";

/** Names in the machine's config: states and targets, events, delays, guards, actions, actors, tags and clauses. */
export function configSites(list: SiteList): void {
  for (const place of places(list.chart).values()) {
    stateSites(list, place);
    const { entry, exit, initial } = place.node;
    for (const action of [...entry, ...exit, ...(initial?.actions ?? [])])
      actionSite(list, place, action, place.node);
    for (const invoke of place.node.invoke) {
      const object = nodeAt(list, place, invoke.at);
      const src = object?.type === "ObjectExpression" ? entryOf(object, "src")?.value : undefined;
      if (invoke.src !== undefined && !list.literal("actor", src, { says: invoke.src }))
        list.missing("actor", invoke.src, absolute(place, invoke.at), place.node);
    }
    transitionSites(list, place);
  }
}

const nodeAt = (list: SiteList, place: PlacedState, span: Span | undefined): Node | undefined => {
  const node = span && list.tree.nodeAt(absolute(place, span));
  return node && list.tree.resolve(node);
};

function stateSites(list: SiteList, place: PlacedState): void {
  const { node, path } = place;
  const { root } = list.chart;
  const name = pathId(path);
  const key = { says: node.key, name, role: "definition" } as const;
  if (path.length > 0 && !list.key("state", list.tree.propertyAt(place.origin), key))
    list.missing("state", name, absolute(place, node.keyAt ?? node.valueAt), {
      role: "definition",
      elsewhere: node.elsewhere,
    });
  const object = nodeAt(list, place, node.valueAt);
  if (object?.type === "ObjectExpression") {
    list.literal("state", entryOf(object, "id")?.value, {
      name,
      role: path.length === 0 ? "definition" : "reference",
    });
  }
  const tags = object?.type === "ObjectExpression" ? entryOf(object, "tags")?.value : undefined;
  list.all("tag", tags, node.tags, absolute(place, node.valueAt), node);
  const initial = nodeAt(list, place, node.initial?.valueAt);
  targetSegments(list, initial, (text) => resolveTarget(root, path, `.${text}`));
  for (const target of node.historyTargets ?? [])
    targetSegments(list, nodeAt(list, place, target.at), (text) => resolveHistoryTarget(root, path, text));
  metaSites(list, place, node.meta, node);
}

function metaSites(list: SiteList, place: PlacedState, { at, clauses }: Meta, holder: Holder): void {
  const meta = nodeAt(list, place, at);
  const written = meta?.type === "ObjectExpression" ? entryOf(meta, "clauses")?.value : undefined;
  if (at) list.all("clause", written, clauses, absolute(place, at), holder);
  if (meta?.type !== "ObjectExpression") return;
  const asks = entryOf(meta, "asks")?.value;
  const whom = asks && list.tree.resolve(asks);
  if (whom?.type === "ObjectExpression") contextPath(list, entryOf(whom, "context")?.value);
}

/** `charm.target` names the field `charm` of the context. */
function contextPath(list: SiteList, node: Node | undefined): void {
  const before = list.sites.length;
  if (!list.literal("context", node)) return;
  const site = list.sites[before];
  const name = site?.name.split(".")[0];
  if (!site || name === undefined || name === site.name) return;
  const at = { from: site.at.from, to: site.at.from + name.length };
  list.sites[before] = { ...site, name, at, form: "segment" };
}

function transitionSites(list: SiteList, place: PlacedState): void {
  const { root } = list.chart;
  const { path, node } = place;
  for (const transition of node.transitions) {
    const { slot, event, guard, meta } = transition;
    const holder = { elsewhere: transition.elsewhere ?? node.elsewhere };
    if (event !== undefined && (slot === "on" ? isOneEvent(event) : slot === "after" && !isNumber(event))) {
      const kind = slot === "on" ? "event" : "delay";
      const keyAt = absolute(place, transition.keyAt);
      if (!list.key(kind, list.tree.ownerAt(keyAt), { says: event }))
        list.missing(kind, event, keyAt, holder);
    }
    for (const { at } of transition.targets)
      targetSegments(list, nodeAt(list, place, at), (text) => resolveTarget(root, path, text));
    if (guard) guardSites(list, place, guard, holder);
    for (const action of transition.actions) actionSite(list, place, action, holder);
    metaSites(list, place, meta, holder);
  }
}

/** A wildcard names no event, a partial one several. */
const isOneEvent = (event: string): boolean => event !== "*" && !event.endsWith(".*");
const isNumber = (delay: string): boolean => !Number.isNaN(Number(delay));

/** What is written in another file says so, and where. */
interface Holder {
  readonly elsewhere?: StateNode["elsewhere"] | undefined;
}

function guardSites(list: SiteList, place: PlacedState, guard: Guard, holder: Holder): void {
  for (const operand of guard.of ?? []) guardSites(list, place, operand, holder);
  if (guard.kind !== "named" || guard.name === undefined) return;
  if (!list.named("guard", nodeAt(list, place, guard.at), guard.name))
    list.missing("guard", guard.name, absolute(place, guard.at), holder);
}

function actionSite(list: SiteList, place: PlacedState, action: Action, holder: Holder): void {
  if (action.kind !== "named" || action.name === undefined) return;
  if (!list.named("action", nodeAt(list, place, action.at), action.name))
    list.missing("action", action.name, absolute(place, action.at), holder);
}
