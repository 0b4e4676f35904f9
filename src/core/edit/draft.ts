import { keyText } from "#core/edit/pen/codeText.ts";
import { emptyValue, hiddenBy, isBrought, overriddenBy } from "#core/edit/pen/hiddenBy.ts";
import { keyName, propertyOf } from "#core/syntax/property.ts";
import { treeOf, type Tree } from "#core/syntax/tree.ts";
import type { Span, TextEdit } from "#core/text/textEdit.ts";
import type { Chart, Guard, Helper, StatePath, Transition } from "#core/chart/chart.ts";
import { absolute, pathId, placeOf, places, type PlacedState } from "#core/chart/places.ts";
import type { Change, ReadAgain, Refusal, Renamed } from "#core/edit/command.ts";
import type { WarningCode } from "#core/edit/codes.ts";
import {
  commaList,
  insertItems,
  keepFirstComment,
  removeItems,
  type CommaList,
  type NewItem,
} from "#core/edit/pen/commaList.ts";
import { XStateNames } from "#core/edit/pen/xstateNames.ts";
import { OwnConsts } from "#core/edit/pen/ownConsts.ts";
import { fillerWarnings } from "#core/edit/follow/fillers.ts";
import { importerWarnings, requireUnshared } from "#core/edit/follow/otherMachines.ts";
import type { FindImporters, Importers } from "#core/symbol/importers.ts";
import { joinEdits } from "#core/edit/joinEdits.ts";
import { offerCopy, refuse, refusalOf, type About } from "#core/edit/refuse.ts";
import { fileStyle, type FileStyle } from "#core/edit/pen/fileStyle.ts";
import { child, nodesOf, spanOf, type Node } from "#core/syntax/node.ts";
import type { Scope } from "#core/syntax/scope.ts";

/** An item to be taken out, and what goes instead when its list would be left empty. */
export interface Removal {
  readonly list: Node;
  readonly item: Node;
  readonly up?: Removal | undefined;
  /** Its object stays: a comment above its first property may be about all of it, and is kept. */
  readonly property?: true;
  /** A state: nothing can be written in its place that is the same as none. */
  readonly state?: true;
}

/** A change in the making: the text and chart it starts from, and what was planned so far. */
export class Draft {
  readonly text: string;
  readonly chart: Chart;
  readonly tree: Tree;
  readonly style: FileStyle;
  readonly edits: TextEdit[] = [];
  readonly warnings: Refusal[] = [];
  readonly pathMap: Record<string, string | null> = {};
  /** The edits change nothing of what any machine is. */
  isCopy = false;
  /** A text that the command gives beside its edits. */
  clip: string | undefined;
  private readonly consts: OwnConsts;
  private readonly names: Renamed[] = [];
  private readonly removals: Removal[] = [];
  private known: ReadonlyMap<number, readonly string[] | undefined> | undefined;
  private readonly xstateNames: XStateNames;
  private readonly read: ReadAgain | undefined;
  readonly findImporters: FindImporters | undefined;
  private foundImporters: { readonly importers: Importers | undefined } | undefined;
  private readonly spellings = new Map<number, { readonly at: Span; readonly state: string }>();

  /**
   * @param read reads another text of the file with what it imports
   * @param findImporters finds the files that import it
   */
  constructor(text: string, chart: Chart, read?: ReadAgain, findImporters?: FindImporters) {
    const tree = treeOf(text);
    if (!tree) refuse("text-not-parsed");
    if (!chart.configAt) {
      const file = chart.root.elsewhere?.file;
      if (file === undefined) refuse("config-not-here", chart.callAt);
      refuse("config-elsewhere", chart.callAt, { file });
    }
    // A chart of another text would send edits to the wrong places.
    if (
      !tree.objects.has(chart.configAt.from) ||
      tree.objects.get(chart.configAt.from)?.end !== chart.configAt.to
    )
      refuse("text-moved-on");
    this.text = text;
    this.read = read;
    this.findImporters = findImporters;
    this.chart = chart;
    this.tree = tree;
    this.consts = new OwnConsts(tree);
    this.style = fileStyle(text, chart);
    this.xstateNames = new XStateNames(tree, chart.configAt.from, this.style);
  }

  /** The state at a path that may be edited here; refuses when there is none or it is written elsewhere. */
  state(path: StatePath): PlacedState {
    const place = this.anyState(path);
    if (place.node.origin === "shared") this.refuseShared(place);
    return place;
  }

  /** The state at a path, wherever it is written. */
  anyState(path: StatePath): PlacedState {
    const place = placeOf(this.chart, path);
    const same = place?.path.length === path.length && place.path.every((key, i) => key === path[i]);
    if (!place || !same) refuse("state-not-found", undefined, { state: pathId(path) });
    return place;
  }

  /** Refuses to change what is written in a const, a spread or another file, which is then named. */
  refuseShared(place: PlacedState, transition?: Transition): never {
    const at = transition ? absolute(place, transition.at) : this.nameSpan(place);
    const file = (transition?.elsewhere ?? place.node.elsewhere)?.file;
    const state = pathId(place.path) || this.chart.root.key;
    if (file !== undefined) refuse("origin-elsewhere", at, { state, file });
    const offer = offerCopy(place, transition);
    const helper = helperAround(place);
    if (helper && place.node.origin === "shared")
      refuse("origin-given", at, { state, name: helper.name }, offer);
    refuse("origin-shared", at, { state }, offer);
  }

  /** The key of a state, or the head of its config. */
  nameSpan(place: PlacedState): Span {
    if (place.node.keyAt) return absolute(place, place.node.keyAt);
    const value = absolute(place, place.node.valueAt);
    if (place.node.elsewhere) return value;
    return { from: value.from, to: Math.min(value.from + 1, value.to) };
  }

  /** The object literal that is the state's config. */
  objectOf(place: PlacedState): Node {
    const span = absolute(place, place.node.valueAt);
    const object =
      this.tree.objects.get(span.from) ?? this.tree.objects.get(this.text.indexOf("{", span.from));
    const isUnread = place.node.opaque.some(({ what }) => what === "state" || what === "config");
    if (!object || object.end > span.to || isUnread)
      refuse("not-an-object", span, { state: pathId(place.path) });
    return object;
  }

  /** The object literal in which a property of a state's config is written: the config, or that of a const which it spreads. */
  holderOf(place: PlacedState, name: string): Node {
    const object = this.objectOf(place);
    return this.consts.holder(object, name) ?? object;
  }

  /** The object literal that has a property at that offset: the given one, or one in a const that it spreads. */
  holderAt(object: Node, offset: number): Node | undefined {
    return this.consts.holderAt(object, offset);
  }

  /** A value without its wrappers; a name of a const that is used once stands for what it holds. */
  follow(written: Node): Node {
    return this.consts.follow(written);
  }

  /**
   * Refuses to put code into a list in a const, or out of one, where its names would mean something else.
   * @param from where it stands; code that comes from outside is written for the config
   */
  requireMovable(code: Node, list: Node, from = this.chart.configAt?.from ?? 0): void {
    if (!this.isMovable(code, list, from)) refuse("not-written-here", spanOf(list));
  }

  /** Whether code means the same where another node stands. */
  isMovable(code: Node, to: Node, from = code.start): boolean {
    return this.consts.mayMove(code, from, to.start, this.chart.configAt ?? this.chart.callAt);
  }

  /** The value of a property as an object literal, undefined when the property is absent; refuses any other value. */
  objectIn(object: Node, name: string): { readonly property: Node; readonly value: Node } | undefined {
    const property = propertyOf(object, name);
    if (!property) return undefined;
    this.requireEffective(object, property);
    const written = child(property, "value");
    const value = written && this.follow(written);
    if (value?.type !== "ObjectExpression") this.refuseProperty(object, name, spanOf(property));
    return { property, value };
  }

  /** Refuses to change what an object has under a name: it is written elsewhere. A state may have it made its own. */
  refuseProperty(object: Node, name: string, at: Span): never {
    refuse("not-written-here", at, { name }, this.offerProperty(object, name));
  }

  /** What makes that which a state's object has under a name its own; undefined for other objects. */
  offerProperty(object: Node, name: string): Refusal["offer"] {
    const owner = [...places(this.chart).values()].find(
      (place) => place.node.origin !== "shared" && absolute(place, place.node.valueAt).from === object.start,
    );
    return owner && { id: "state.own", args: { state: owner.path, property: name } };
  }

  /** The names that a spread or computed key of a state or transition stands for; undefined when they are not known. */
  brings(property: Node): readonly string[] | undefined {
    this.known ??= new Map(
      [...places(this.chart).values()].flatMap((place) =>
        [place.node, ...place.node.transitions].flatMap(({ props }) =>
          props.map((prop) => [absolute(place, prop.at).from, prop.brings] as const),
        ),
      ),
    );
    return this.known.get(property.start);
  }

  /** The literal as a list with its commas and comments. */
  list(node: Node): CommaList {
    return commaList(this.text, node) ?? refuse("not-an-object", spanOf(node));
  }

  slice(node: Node): string {
    return this.text.slice(node.start, node.end);
  }

  replace(at: Span, insert: string): void {
    if (this.text.slice(at.from, at.to) !== insert) this.edits.push({ from: at.from, to: at.to, insert });
  }

  /** Writes another value; `{ name }` becomes `{ name: value }`. */
  replaceValue(at: Span, insert: string): void {
    const holder = this.tree.exactly(at).find((node) => node["shorthand"] === true);
    this.replace(at, holder ? `${keyName(holder)}: ${insert}` : insert);
  }

  insert(list: Node, index: number, items: readonly NewItem[]): void {
    this.edits.push(...insertItems(this.text, this.list(list), index, items, this.style));
  }

  remove(removal: Removal): void {
    this.removals.push(removal);
  }

  /** Nobody has said what lies around the module. */
  get isAlone(): boolean {
    return this.findImporters === undefined;
  }

  /** The files that import the module; undefined where that is not known. */
  get importers(): Importers | undefined {
    this.foundImporters ??= { importers: this.findImporters?.() };
    return this.foundImporters.importers;
  }

  /** The names that code of the machine sees. */
  get scope(): Scope {
    return this.tree.scopeAt(this.chart.configAt?.from ?? 0);
  }

  /** Notes code that is about to be written: what it takes from `xstate` and the module does not import yet comes along. */
  use(code: Node): void {
    this.xstateNames.use(code);
  }

  /** The name by which code of this module calls a value of `xstate`; one that is not there yet is imported. */
  xstate(name: string): string {
    return this.xstateNames.called(name);
  }

  /** The edits that a part of the plan comes to, kept out of the change: for a copy of what they are about. */
  apart(plan: () => void): TextEdit[] {
    const saved = { edits: this.edits.splice(0), removals: this.removals.splice(0) };
    plan();
    const edits = joinEdits([...this.edits, ...this.removalEdits()]);
    this.edits.splice(0, Infinity, ...saved.edits);
    this.removals.splice(0, Infinity, ...saved.removals);
    return edits ?? refuse("cannot-edit-here", this.chart.callAt);
  }

  warn(code: WarningCode, ...about: About): void {
    this.warnings.push(refusalOf(code, ...about));
  }

  /** Notes a place where other code spells a name that a state no longer has. All of them are told in one warning. */
  warnOfSpelling(at: Span, state: string): void {
    if (!this.spellings.has(at.from)) this.spellings.set(at.from, { at, state });
  }

  /** Whether a place is pointed at by a warning. */
  isWarnedOf({ from }: Span): boolean {
    return (
      this.spellings.has(from) ||
      this.warnings.some(({ code, at }) => code !== "may-be-overridden" && at?.from === from)
    );
  }

  /**
   * The texts that pieces of code come to by what other files say. The reader knows those files, and reads the pieces as ids of states of a
   * machine that is written for it behind all others.
   */
  farTexts(codes: readonly Node[]): readonly (string | undefined)[] {
    if (codes.length === 0 || !this.read) return codes.map(() => undefined);
    const states = codes.map((code, i) => `s${i}: { id: ${this.slice(code)} }`).join(", ");
    const charts = this.read(`${this.text}\n;createMachine({ states: { ${states} } });\n`);
    const children = charts.length > this.chart.ref.ordinal + 1 ? charts.at(-1)?.root.children : undefined;
    return codes.map((_, i) => children?.[i]?.id);
  }

  /** In the same way what guards are that names of other files stand for. */
  farGuards(codes: readonly string[]): readonly (Guard | undefined)[] {
    if (codes.length === 0 || !this.read) return codes.map(() => undefined);
    const events = codes.map((code, i) => `e${i}: { guard: ${code} }`).join(", ");
    const charts = this.read(`${this.text}\n;createMachine({ on: { ${events} } });\n`);
    const found = charts.length > this.chart.ref.ordinal + 1 ? charts.at(-1)?.root.transitions : undefined;
    return codes.map((_, i) => found?.find(({ event }) => event === `e${i}`)?.guard);
  }

  /** Notes where a state and all below it go; null: gone. */
  mapPaths(from: StatePath, to: StatePath | null): void {
    for (const { path } of places(this.chart).values()) {
      if (path.length < from.length || !from.every((key, i) => key === path[i])) continue;
      const moved = to && [...to, ...path.slice(from.length)];
      if (!moved || pathId(moved) !== pathId(path)) this.pathMap[pathId(path)] = moved && pathId(moved);
    }
  }

  /** Notes that something else than a state is called otherwise. */
  rename(renamed: Renamed): void {
    this.names.push(renamed);
  }

  /** The planned change; refuses when two parts of it would touch the same text. */
  finish(): Change {
    const edits = joinEdits([...this.edits, ...this.removalEdits(), ...this.xstateNames.edits()]);
    if (!edits) refuse("cannot-edit-here", this.chart.callAt);
    // A copy changes nothing of what anybody reads.
    if (!this.isCopy) {
      requireUnshared(this, edits);
      const { tree, chart, importers, findImporters, isAlone } = this;
      this.warnings.push(...importerWarnings({ tree, chart, importers, isAlone }, edits));
      if (edits.length > 0) this.warnings.push(...fillerWarnings({ tree, chart, importers, findImporters }));
    }
    this.warnOfSpellings();
    const names = this.names.length > 0 ? { names: this.names } : {};
    const clip = this.clip === undefined ? {} : { clip: this.clip };
    return { edits, pathMap: this.pathMap, ...names, ...clip, warnings: this.warnings };
  }

  private warnOfSpellings(): void {
    const all = [...this.spellings.values()].sort((a, b) => a.at.from - b.at.from);
    const [first] = all;
    if (!first) return;
    const states = [...new Set(all.map(({ state }) => state))];
    const lines = [...new Set(all.map(({ at }) => lineAround(this.text, at)))];
    const facts = { state: inBrief(states, ", "), code: inBrief(lines, " … ") };
    this.warn("state-spelled", first.at, facts);
  }

  private removalEdits(): TextEdit[] {
    const groups = new Map<
      Node,
      { gone: Set<Node>; up: Removal | undefined; property: boolean; state: boolean }
    >();
    const queue = [...this.removals];
    for (let removal = queue.shift(); removal; removal = queue.shift()) {
      const { up, property = false, state = false } = removal;
      const group = groups.get(removal.list) ?? { gone: new Set<Node>(), up, property, state };
      groups.set(removal.list, group);
      group.gone.add(removal.item);
      const { items, loose } = this.list(removal.list);
      // A comment that belongs to no item stays, and so does the list that holds it.
      if (group.up && !loose && items.every(({ node }) => group.gone.has(node))) queue.push(group.up);
    }
    const emptied: TextEdit[] = [];
    const cuts = [...groups].flatMap(([node, { gone, property, up, state }]) => {
      const list = this.list(node);
      for (const item of state ? [] : [...gone]) {
        const edit = this.emptied(node, item, up);
        if (edit) emptied.push(edit);
        if (edit) gone.delete(item);
      }
      return removeItems(this.text, property ? keepFirstComment(this.text, list) : list, gone);
    });
    const within = ({ from, to }: TextEdit) => emptied.some((edit) => edit.from <= from && to <= edit.to);
    // Cut and put apart, so that what else was planned inside goes along with it.
    const written = emptied.flatMap(({ from, to, insert }) => [
      { from, to: from, insert },
      { from, to, insert: "" },
    ]);
    return [...written, ...cuts.filter((edit) => !within(edit))];
  }

  /** The property of an object that would come to light if another went. */
  hidden(object: Node, property: Node): Node | undefined {
    return object.type === "ObjectExpression"
      ? hiddenBy(this.tree, object, property, (node) => this.brings(node))
      : undefined;
  }

  /** Refuses to take a state out of its `states`, or its key away, where another of the key would come to light. */
  requireNotHiding(states: Node, item: Node, name = keyName(item) ?? ""): void {
    const hidden = hiddenBy(this.tree, states, item, (node) => this.brings(node), true);
    const others = nodesOf(states["properties"]).filter((node) => keyName(node) === name);
    if (others.length > 1) refuse("written-twice", spanOf(others[0] as Node), { name });
    if (hidden) refuse("spread-may-bring", spanOf(hidden), { name });
  }

  /** The same, and warns where a spread may have a state of the key that cannot be read. */
  requireAlone(states: Node, item: Node, name: string): void {
    this.requireNotHiding(states, item);
    const hidden = this.hidden(states, item) ?? this.overridden(states, item);
    if (hidden) this.warn("state-may-be-there", spanOf(hidden), { state: name });
  }

  /**
   * Whether a spread in the object brings a property of that name, or may do so.
   * @param certain leaves out what only may bring it
   */
  isBrought(object: Node, name: string, certain = false): boolean {
    return isBrought(this.tree, object, name, (one) => this.brings(one), certain);
  }

  /** Warns of an event or delay that a map of them may have already, by a spread that cannot be read. */
  warnOfBrought(map: Node, event: string): void {
    const spreads = this.isBrought(map, event) ? nodesOf(map["properties"]) : [];
    const spread = spreads.find((one) => one.type === "SpreadElement" && !this.brings(one));
    if (spread && !this.isWarnedOf(spanOf(spread)))
      this.warn("event-may-be-there", spanOf(spread), { event });
  }

  /**
   * What stands behind a property of an object and says, or may say, something else under its name.
   * @param certain leaves out what only may say it
   */
  overridden(object: Node, property: Node, certain = false): Node | undefined {
    return overriddenBy(this.tree, object, property, (one) => this.brings(one), certain);
  }

  /**
   * Refuses to add to what an object says under a name, or to take from it, where a spread behind it says something else; warns where a
   * spread may do so that cannot be read.
   */
  requireEffective(object: Node, property: Node): void {
    const over = this.overridden(object, property, true);
    if (over) this.refuseProperty(object, keyName(property) ?? "", spanOf(over));
    this.warnOfOverridden(object, property, keyName(property));
  }

  /** Warns where a spread behind a property may say something else under its name: a change of the property would have no effect. */
  warnOfOverridden(object: Node, property: Node, name: string | undefined): void {
    const over = object.type === "ObjectExpression" ? this.overridden(object, property) : undefined;
    if (over && name !== undefined && !this.warnings.some(({ at }) => at?.from === over.start))
      this.warn("may-be-overridden", spanOf(over), { name });
  }

  /** The edit that says nothing under a name, where taking the property out would bring back what a spread before it has. */
  private emptied(object: Node, item: Node, up: Removal | undefined): TextEdit | undefined {
    if (!this.hidden(object, item)) return undefined;
    const name = keyName(item) ?? "";
    const code = emptyValue(name, up && keyName(up.item));
    const value =
      item.type === "ObjectProperty" && item["shorthand"] !== true ? child(item, "value") : undefined;
    if (value) return { ...spanOf(value), insert: code };
    return { ...spanOf(item), insert: `${keyText(name, this.style.quote)}: ${code}` };
  }
}

/** So many places are shown of those that one warning is about. */
const MAX_SHOWN = 3;
const MAX_LINE = 60;

const inBrief = (texts: readonly string[], between: string): string => {
  const rest = texts.length - MAX_SHOWN;
  return [...texts.slice(0, MAX_SHOWN), ...(rest > 0 ? [`+${rest}`] : [])].join(between);
};

/** The line of the text in which a place begins, or as much of it as is short. */
function lineAround(text: string, { from, to }: Span): string {
  const start = text.lastIndexOf("\n", from - 1) + 1;
  const end = text.indexOf("\n", from);
  const line = text.slice(start, end < 0 ? undefined : end).trim();
  if (line.length <= MAX_LINE) return line;
  const margin = Math.max(0, (MAX_LINE - (to - from)) >> 1);
  return text
    .slice(Math.max(start, from - margin), Math.min(end < 0 ? text.length : end, to + margin))
    .trim();
}

/** The function that returns a state, or one around it; undefined where none has a name. */
function helperAround(place: PlacedState): Helper | undefined {
  for (let at: PlacedState | undefined = place; at; at = at.parent)
    if (at.node.helper) return at.node.helper.name === "" ? undefined : at.node.helper;
  return undefined;
}
