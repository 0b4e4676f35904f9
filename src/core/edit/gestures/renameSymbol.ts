import type { Target } from "#core/chart/chart.ts";
import { matches } from "#core/chart/descriptor.ts";
import { absolute, places, type PlacedState } from "#core/chart/places.ts";
import { keyAt, textAt } from "#core/syntax/textUses.ts";
import { args, string } from "#core/edit/argShape.ts";
import { keyLike, keyText, quoteLike } from "#core/edit/pen/codeText.ts";
import { farName, requireOwn } from "#core/edit/follow/otherMachines.ts";
import { warnOfUnreadNames } from "#core/edit/follow/unreadNames.ts";
import { warnOfSharedTypes } from "#core/edit/follow/sharedTypes.ts";
import { defineCommand, type DescribedCommand } from "#core/edit/defineCommand.ts";
import { refuse } from "#core/edit/refuse.ts";
import type { Draft } from "#core/edit/draft.ts";
import { farSpellingsOf } from "#core/symbol/farSpellings.ts";
import type { Unread } from "#core/symbol/siteList.ts";
import type { MachineSymbol, NamedKind, SymbolKind, SymbolSite } from "#core/symbol/symbol.ts";
import { nodesOf, spanOf } from "#core/syntax/node.ts";
import { FUNCTION } from "#core/syntax/scopeOf.ts";
import { keyName } from "#core/syntax/property.ts";
import { spellingsOf } from "#core/symbol/spellingsOf.ts";
import { sitesOf, symbolTable, type SymbolTable } from "#core/symbol/symbolSites.ts";

export interface RenameArgs {
  readonly name: string;
  readonly to: string;
}

/** The kinds that a control of their own is offered for. */
const TITLES = ["event", "guard", "action"] as const;

/** Renames an event: its type, every transition that waits for it, and where code certainly means it. */
export const renameEvent = renameCommand("event");
/** Renames a guard in `setup` and wherever it is named. */
export const renameGuard = renameCommand("guard");
export const renameAction = renameCommand("action");
export const renameActor = renameCommand("actor");
export const renameDelay = renameCommand("delay");
export const renameTag = renameCommand("tag");
/** Gives a clause another id in the machine; the rule files follow. */
export const renameClause = renameCommand("clause");

function renameCommand<const Kind extends NamedKind>(
  kind: Kind,
): DescribedCommand<RenameArgs, `${Kind}.rename`> {
  const minLength = { minLength: 1 };
  const title = TITLES.find((kindTitle) => kindTitle === kind) ?? "key";
  return defineCommand(
    `${kind}.rename`,
    args({ name: string(title, minLength), to: string("key", minLength) }),
    (draft, given) => rename(draft, kind, given),
  );
}

function rename(draft: Draft, kind: SymbolKind, { name: from, to }: RenameArgs): void {
  const table = symbolTable(draft.text, draft.chart);
  const sites = sitesOf(table, { kind, name: from });
  const unwritten = table.unwritten.filter((symbol) => symbol.kind === kind && symbol.name === from);
  const far = unwritten.filter(({ elsewhere }) => elsewhere);
  for (const { role, at, elsewhere } of [...far.filter((symbol) => symbol.role === "definition"), ...far])
    refuse(role === "definition" ? "defined-elsewhere" : "named-elsewhere", at, {
      name: from,
      file: elsewhere?.file ?? "",
    });
  if (unwritten[0]) refuse("not-written-here", unwritten[0].at, { name: from });
  if (sites.length === 0) refuse("symbol-not-found", undefined, { name: from });
  if (to === from) return;
  // What XState sends by itself has the name that XState gives it.
  if (kind === "event" && from.startsWith("xstate.")) refuse("name-invalid", sites[0]?.at, { name: from });
  requireDefinition(draft, table, sites, { kind, name: from });
  requireName(kind, to, sites[0]?.at);
  const taken =
    sitesOf(table, { kind, name: to })[0] ??
    table.unwritten.find((symbol) => symbol.kind === kind && symbol.name === to);
  if (taken) refuse("name-taken", taken.at, { key: to });
  const written = new Set(sites.map((site) => site.written.from));
  const other = table.sites.find(
    (site) => written.has(site.written.from) && (site.kind !== kind || site.name !== from),
  );
  // One const that stands for two things: renaming the one would rename the other.
  if (other) refuse("name-shared", other.written, { name: from });
  const loose = sites.find((site) => mayBeTaken(draft, site));
  if (loose) requireOneMeaning(draft, table, kind, loose);
  requireUnshared(draft, sites, from);
  for (const site of sites) requireOnce(draft, site);
  if (kind === "event" || kind === "delay") requireNothingHidden(draft, kind, from, to);
  for (const site of sites) draft.replace(site.written, spelling(draft, site, to));
  for (const { at } of spellingsOf(draft.text, draft.chart, [{ kind, name: from }]))
    draft.warn("name-spelled", at, { name: from });
  warnOfFarCode(draft, table, { kind, name: from });
  warnOfUnreadNames(draft, { kind, name: from });
  if (kind === "event") {
    warnOfSharedTypes(draft, sites, from);
    warnOfConfigStates(draft, from);
    warnOfWildcards(draft, from, to);
  }
  draft.rename({ kind, from, to });
}

/** Guards, actions and actors that are written in other files, of which some say an event and others each other. */
function warnOfFarCode(draft: Draft, { unread }: SymbolTable, symbol: MachineSymbol): void {
  const { tree, chart, importers } = draft;
  const { kind, name } = symbol;
  if (kind !== "event" && !DEFINED.includes(kind)) return;
  const found = importers ? farSpellingsOf(tree, tree.nodeAt(chart.callAt), importers, symbol) : [];
  for (const { at, ...place } of found)
    if (importers) draft.warn("spelled-in-file", spanOf(at), { name, file: farName(importers, place) });
  const isKnown = ({ from }: Unread) => from !== undefined && importers?.imports.has(from) === true;
  const unknown = unread.filter((part) => !isKnown(part));
  for (const at of new Map(unknown.map((part) => [part.at.from, part.at])).values())
    draft.warn("name-spelled", at, { name });
}

/** States that are taken out of another machine, `...outer.config.states`, keep waiting for the event by its old name. */
function warnOfConfigStates(draft: Draft, name: string): void {
  for (const place of places(draft.chart).values())
    for (const { what, at, text } of place.node.opaque)
      if (what === "spread" && /\.config\b/.test(text))
        draft.warn("name-spelled", absolute(place, at), { name });
}

/** Transitions for several events, `ui.*`, that take the event by only one of its names. */
function warnOfWildcards(draft: Draft, name: string, to: string): void {
  for (const place of places(draft.chart).values())
    for (const { slot, event = "", keyAt } of place.node.transitions)
      if (slot === "on" && event.endsWith(".*") && matches(event, name) !== matches(event, to))
        draft.warn("name-spelled", absolute(place, keyAt), { name });
}

/** May code take the text from there: out of a const, or as an argument? */
function mayBeTaken({ tree, chart }: Draft, { form, written }: SymbolSite): boolean {
  const node = form === "text" ? tree.nodeAt(written) : undefined;
  const config = chart.configAt;
  for (let up = node && tree.parentOf(node); up; up = tree.parentOf(up)) {
    if (up.start === config?.from && up.end === config.to) return false;
    if (up.type.startsWith("TSLiteral") || FUNCTION.test(up.type)) return false;
    if (up.type === "CallExpression") return true;
  }
  return node !== undefined;
}

/**
 * Refuses a name that code computed says as well, of a state or of something else: both may be taken from the same text, as from the
 * argument of a helper.
 */
function requireOneMeaning(
  draft: Draft,
  table: SymbolTable,
  kind: SymbolKind,
  { name, written }: SymbolSite,
): void {
  const last = (path: string) => path.split(".").at(-1);
  const isWorkedOut = (place: PlacedState, { at, shared, resolved }: Target) => {
    const node = shared && resolved?.at(-1) === name ? draft.tree.nodeAt(absolute(place, at)) : undefined;
    return node !== undefined && textAt(draft.tree, node) === undefined;
  };
  const isTarget = () =>
    [...places(draft.chart).values()].some((place) =>
      place.node.transitions.some(({ targets }) => targets.some((target) => isWorkedOut(place, target))),
    );
  const other = table.unwritten.some((symbol) => symbol.kind !== kind && last(symbol.name) === name);
  if (other || isTarget()) refuse("name-shared", written, { name });
}

/** Refuses what another machine uses as well: there the old name would stay. */
function requireUnshared(draft: Draft, sites: readonly SymbolSite[], name: string): void {
  for (const { written } of sites) requireOwn(draft, written, false, name);
}

/** Of a key that is written twice only the last counts: renamed, it would bring the other to life. */
function requireOnce(draft: Draft, { written, form, name, kind }: SymbolSite): void {
  const { tree } = draft;
  const property = form === "text" ? undefined : tree.ownerAt(written);
  const object = property && tree.parentOf(property);
  // An event or delay that a spread has as well would be waited for again.
  if (property && object?.type === "ObjectExpression" && (kind === "event" || kind === "delay")) {
    draft.requireNotHiding(object, property);
    const mayHide = draft.hidden(object, property);
    if (mayHide) draft.warn("name-spelled", spanOf(mayHide), { name });
  }
  const same = nodesOf(object?.["properties"]).filter((node) => keyName(node) === name);
  if (object?.type === "ObjectExpression" && same.length > 1) refuse("written-twice", written, { name });
  if (kind === "event" || kind === "delay") requireNotOverwritten(draft, name, written);
}

/**
 * The same where the key of a transition is computed, from a text that stands elsewhere: what the key hides of its event or delay would come
 * to light. A spread that cannot be read may have the new name already.
 */
function requireNothingHidden(draft: Draft, kind: "event" | "delay", name: string, to: string): void {
  const { tree } = draft;
  for (const place of places(draft.chart).values())
    for (const { slot, event, propAt, elsewhere } of place.node.transitions) {
      if (slot !== (kind === "event" ? "on" : "after") || event !== name || !propAt || elsewhere) continue;
      const property = tree.exactly(absolute(place, propAt)).find(({ type }) => type === "ObjectProperty");
      const map = property && tree.parentOf(property);
      if (!property || map?.type !== "ObjectExpression") continue;
      if (property["computed"] === true) {
        draft.requireNotHiding(map, property, name);
        const mayHide = draft.hidden(map, property);
        if (mayHide && !draft.isWarnedOf(spanOf(mayHide)))
          draft.warn("name-spelled", spanOf(mayHide), { name });
      }
      draft.warnOfBrought(map, to);
    }
}

/** An event or delay that counts for nothing, as it is said again further on, would come to light. */
function requireNotOverwritten(draft: Draft, name: string, at: SymbolSite["at"]): void {
  for (const place of places(draft.chart).values())
    for (const part of place.node.opaque) {
      if (part.what !== "overwritten") continue;
      const property = draft.tree.nodeAt(absolute(place, part.at));
      const key = property && keyAt(draft.tree, property);
      if (property && (key === name || key === undefined)) refuse("spread-may-bring", at, { name });
    }
}

/** Kinds whose names are defined by code that the machine is given. */
const DEFINED: readonly SymbolKind[] = ["guard", "action", "actor", "delay"];

/**
 * Refuses where the definition is not here to be renamed along, or a part that cannot be read may have another of the name; warns
 * where there seems to be none at all.
 */
function requireDefinition(
  draft: Draft,
  { unread }: SymbolTable,
  sites: readonly SymbolSite[],
  { kind, name }: MachineSymbol,
): void {
  const last = sites.findLast(({ role }) => role === "definition");
  // Of two in a setup the later one holds.
  const hidden = unread.find((part) => part.kind === kind && part.at.from > (last?.at.from ?? -1));
  if (hidden?.from !== undefined) refuse("defined-elsewhere", hidden.at, { name, file: hidden.from });
  if (hidden) {
    const code = draft.text.slice(hidden.at.from, hidden.at.to).replaceAll(/\s+/g, " ");
    refuse("defined-unread", hidden.at, { name, code: code.length > 40 ? `${code.slice(0, 39)}…` : code });
  }
  if (!last && DEFINED.includes(kind)) draft.warn("definition-missing", sites[0]?.at, { name });
}

function spelling(draft: Draft, site: SymbolSite, to: string): string {
  const old = draft.text.slice(site.written.from, site.written.to);
  if (site.form === "text") return quoteLike(old, to, draft.style);
  if (site.form === "shorthand") return `${keyText(to, draft.style.quote)}: ${old}`;
  return keyLike(old, to, draft.style.quote);
}

const CLAUSE_ID = /^[A-Za-z][A-Za-z0-9._:'+-]*$/;

function requireName(kind: SymbolKind, to: string, at: SymbolSite["at"] | undefined): void {
  const bad =
    to === "__proto__" ||
    (kind === "event" && (to === "*" || to.endsWith(".*") || to.startsWith("xstate."))) ||
    (kind === "delay" && !Number.isNaN(Number(to))) ||
    (kind === "clause" && !CLAUSE_ID.test(to));
  if (bad) refuse("name-invalid", at, { name: to });
}
