import { absolute, pathId, transitionOf, type PlacedState, type TransitionRef } from "#core/chart/places.ts";
import { args, key, statePath, transition } from "#core/edit/argShape.ts";
import { defineCommand } from "#core/edit/defineCommand.ts";
import { joinEdits } from "#core/edit/joinEdits.ts";
import { refuse } from "#core/edit/refuse.ts";
import type { Draft } from "#core/edit/draft.ts";
import { configTakenByOthers, isUsedByOthers } from "#core/edit/follow/otherMachines.ts";
import { lineIndent } from "#core/edit/pen/fileStyle.ts";
import { reindentCode, reindentEdits } from "#core/edit/pen/reindent.ts";
import { resultCode } from "#core/edit/pen/resultCode.ts";
import { leadsToItself, partsRunAtOnce, runsAtOnce, sameNames } from "#core/edit/pen/runsAtOnce.ts";
import { child, nodesOf, spanOf, unwrap, type Node } from "#core/syntax/node.ts";
import { passThrough } from "#core/syntax/passThrough.ts";
import { keyAt } from "#core/syntax/textUses.ts";
import { isWritten } from "#core/syntax/tree.ts";
import { applyEdits, type Span, type TextEdit } from "#core/text/textEdit.ts";
import { addAll } from "#core/text/addAll.ts";

/**
 * Gives a state that stands in a const a copy of its own where it is used, so that it can be edited here without changing what else
 * the const is used for: another state, or another machine. The machine stays what it is.
 * @param property only what the state says under this name: its `on`, its `entry`
 */
export const ownState = defineCommand(
  "state.own",
  args({ state: statePath, "property?": key }),
  (draft, { state, property }) => {
    const place = draft.anyState(state);
    const way = new Way(draft);
    const there = state.every((key) => way.into("states") && way.into(key, true));
    if (state.length === 0 && property === undefined) {
      if (!way.copy(place)) copyForOthers(draft);
    } else if (property === undefined) {
      if (!(there && way.copy(place)) && place.node.origin === "shared") draft.refuseShared(place);
    } else if (!(there && way.into(property) && way.copy(place)))
      refuse("not-written-here", draft.nameSpan(place), { name: property });
  },
);

/** Gives the machines that take the config out of this one, `{ ...machine.config }`, a copy of it. */
function copyForOthers(draft: Draft): void {
  const { tree, chart, text } = draft;
  const config = tree.objects.get(chart.configAt?.from ?? -1);
  for (const node of config ? configTakenByOthers(tree, chart) : []) {
    const at = spanOf(config as Node);
    if (!sameNames(tree, config as Node, node)) refuse("not-written-here", spanOf(node));
    const inMember = tree.parentOf(node)?.["object"] === node;
    const code = text.slice(at.from, at.to);
    draft.replaceValue(spanOf(node), inMember ? `(${code})` : code);
    draft.warn("own-now", spanOf(node), { state: chart.root.key, name: inShort(draft.slice(node)) });
    const runs = runsAtOnce(tree, at);
    if (runs) draft.warn("runs-again", spanOf(node), { code: inShort(draft.slice(runs)) });
  }
}

/** The same for a transition: its map, its list or itself stand in a const, or a spread brings it. */
export const ownTransition = defineCommand(
  "transition.own",
  args({ transition }),
  (draft, { transition: ref }) => {
    const place = draft.anyState(ref.source);
    const site = transitionOf(draft.chart, ref);
    if (!site)
      refuse("transition-not-found", draft.nameSpan(place), {
        event: ref.event ?? ref.slot,
        index: String(ref.index),
      });
    const way = new Way(draft);
    const there = ref.source.every((key) => way.into("states") && way.into(key, true));
    const inList = site.transition.listAt !== undefined;
    const isFound = there && way.intoTransition(ref, inList);
    if (isFound && (way.copy(place) || (way.intoSpread() && way.copy(place)))) return;
    if (site.transition.shared || place.node.origin === "shared") draft.refuseShared(place, site.transition);
    const shared = site.transition.targets.find((target) => target.shared);
    if (shared) refuse("not-written-here", absolute(place, shared.at));
  },
);

/** What stands for something that is written in another place: the name of a const, or the spread of one. */
interface Link {
  readonly at: Node;
  /** What is copied. */
  readonly copied: Span;
  /**
   * `name` gives way to the copy, a spread of states to the states that it brings; beside any other spread the one property that is
   * meant is written once more, behind it.
   */
  readonly kind: "name" | "spread" | "property";
  readonly key?: string;
  /** The const is used elsewhere, too. */
  readonly shared: boolean;
  /** What a call gives, which stands for it; the way ends there. */
  readonly code?: string;
  readonly scopeOf: Node;
}

/** The way from a machine's config down to a part of it, with the links on it. */
class Way {
  private readonly draft: Draft;
  private readonly links: Link[] = [];
  private at: Node | undefined;
  /** The way came to a call: what is in its result is known when that stands there. */
  private isEnded = false;
  constructor(draft: Draft) {
    this.draft = draft;
    draft.isCopy = true;
    const { tree, chart } = draft;
    const config = tree.objects.get(chart.configAt?.from ?? -1);
    const [argument] = nodesOf(tree.nodeAt(chart.callAt)?.["arguments"]);
    // A config in a const is the machine's own, unless another machine reads it.
    const isInCall = argument && config && argument.start <= config.start && config.end <= argument.end;
    if (argument && !isInCall) this.follow(argument, config);
    this.at = config;
  }

  /** Goes on to a property of the object; false where it is not found in this file. */
  into(name: string, state = false): boolean {
    if (this.isEnded) return true;
    const valueSite = this.at?.type === "ObjectExpression" ? this.find(this.at, name, state) : undefined;
    addAll(this.links, valueSite?.links ?? []);
    if (valueSite && !valueSite.value) this.isEnded = true;
    this.at = valueSite?.value && this.follow(valueSite.value);
    return this.at !== undefined || this.isEnded;
  }

  /** Goes on to a candidate; the last name on the way may stand for the candidate itself. */
  intoTransition({ slot, event, index }: TransitionRef, inList: boolean): boolean {
    const isInvoke = slot.startsWith("invoke.");
    const isMap = slot === "on" || slot === "after";
    if (!this.into(isInvoke ? "invoke" : slot)) return false;
    if (isInvoke && !this.intoItem(Number(event ?? 0), this.at?.type === "ArrayExpression")) return false;
    if (isInvoke && !this.into(slot.slice("invoke.".length))) return false;
    return (!isMap || this.into(event ?? "")) && this.intoItem(index, inList);
  }

  /** Goes on to what the object takes by a spread, where nothing beside that says the same; false where there is no such spread. */
  intoSpread(): boolean {
    const { draft } = this;
    const { tree } = draft;
    const all = this.at?.type === "ObjectExpression" ? nodesOf(this.at["properties"]) : [];
    for (const at of all) {
      const spread = at.type === "SpreadElement" ? (child(at, "argument") as Node) : undefined;
      const inner = spread && tree.resolve(spread);
      if (!spread || inner?.type !== "ObjectExpression" || !isWritten(this.draft.tree, inner)) continue;
      const keys = nodesOf(inner["properties"]).map((property) => keyAt(tree, property));
      const shared = this.isShared(spread, inner);
      const alone = all.every((other) => other === at || !keys.includes(keyAt(tree, other)));
      if (!shared || !alone || keys.includes(undefined)) continue;
      this.links.push({ at, kind: "spread", copied: this.itemsOf(inner), shared, scopeOf: inner });
      return true;
    }
    return false;
  }

  private intoItem(index: number, inList: boolean): boolean {
    if (this.isEnded) return true;
    if (!inList) return this.at !== undefined;
    const item = this.at?.type === "ArrayExpression" ? this.itemAt(this.at, index) : undefined;
    addAll(this.links, item?.links ?? []);
    this.at = item && this.follow(item.value);
    return this.at !== undefined || this.isEnded;
  }

  /** The item at a place of a list, and the spread that brings it. */
  private itemAt(list: Node, index: number): { value: Node; links: Link[] } | undefined {
    let before = 0;
    for (const node of nodesOf(list["elements"])) {
      const spread = node.type === "SpreadElement" ? (child(node, "argument") as Node) : undefined;
      const inner = spread && this.draft.tree.resolve(spread);
      if (spread && (inner?.type !== "ArrayExpression" || !isWritten(this.draft.tree, inner)))
        return undefined;
      const items = inner ? nodesOf(inner["elements"]) : [node];
      const value = items[index - before];
      before += items.length;
      if (items.some(({ type }) => type === "SpreadElement")) return undefined;
      if (!value) continue;
      if (!spread || !inner) return { value, links: [] };
      const shared = this.isShared(spread, inner);
      return {
        value,
        links: [{ at: node, kind: "spread", copied: this.itemsOf(inner), shared, scopeOf: inner }],
      };
    }
    return undefined;
  }

  /** The value of a property that an object has in the end, and the spreads that bring it. */
  private find(
    object: Node,
    name: string,
    state: boolean,
  ): { value: Node | undefined; links: Link[] } | undefined {
    const { tree } = this.draft;
    const all = nodesOf(object["properties"]);
    for (const node of all.toReversed()) {
      if (node.type !== "SpreadElement") {
        const value = keyAt(tree, node) === name ? child(node, "value") : undefined;
        if (value) return { value, links: [] };
        continue;
      }
      const spread = child(node, "argument") as Node;
      const inner = tree.resolve(spread);
      const isObject = inner.type === "ObjectExpression" && isWritten(tree, inner);
      const valueSite = isObject ? this.find(inner, name, state) : this.givenBy(node, spread, name, all);
      if (!valueSite) continue;
      if (!isObject || !valueSite.value) return isObject ? undefined : valueSite;
      const shared = this.isShared(spread, inner);
      const keys = nodesOf(inner["properties"]).map((property) => keyAt(tree, property));
      const alone = all.every((other) => other === node || !keys.includes(keyAt(tree, other) ?? ""));
      const base = { at: node, shared, scopeOf: inner };
      if (state && alone)
        return {
          value: valueSite.value,
          links: [{ ...base, kind: "spread", copied: this.itemsOf(inner) }, ...valueSite.links],
        };
      const any = shared || valueSite.links.some((link) => link.shared);
      return {
        value: valueSite.value,
        links: [
          {
            at: node,
            shared: any,
            kind: "property",
            key: name,
            copied: spanOf(valueSite.value),
            scopeOf: valueSite.value,
          },
        ],
      };
    }
    return undefined;
  }

  /** The spread of what a call gives, when that has the key and nothing around it says one of its keys as well. */
  private givenBy(at: Node, spread: Node, name: string, all: readonly Node[]) {
    const { tree, style } = this.draft;
    const isName = unwrap(spread).type !== "CallExpression";
    if (isName && partsRunAtOnce(tree, tree.resolve(spread))) return undefined;
    const result = resultCode(tree, spread, style);
    if (!result?.keys.includes(name) || !result.code.startsWith("{")) return undefined;
    if (all.some((entry) => entry !== at && result.keys.includes(keyAt(tree, entry) ?? ""))) return undefined;
    const code = result.code.slice(1, -1).trim().replace(/,$/, "");
    const link: Link = { at, kind: "spread", copied: spanOf(at), shared: true, scopeOf: at, code };
    return { value: undefined, links: [link] };
  }

  /** Whether what a spread brings is used elsewhere, too. */
  private isShared(spread: Node, inner: Node): boolean {
    const isOften = unwrap(spread).type !== "Identifier" || this.draft.follow(spread) !== inner;
    return isOften || isUsedByOthers(this.draft, inner);
  }

  /** From the first item of an object or list, with the comments that lead to it, to the end of the last. */
  private itemsOf(object: Node): Span {
    const { items } = this.draft.list(object);
    return { from: items[0]?.lead ?? object.start, to: items.at(-1)?.to ?? object.end };
  }

  /** What a value is; a name that stands for it is a link. */
  private follow(value: Node, config?: Node): Node | undefined {
    const node = passThrough(value);
    const isName = node.type === "Identifier" || node.type.endsWith("MemberExpression");
    if (!isName && node.type !== "CallExpression") return node;
    const meant = config ?? passThrough(this.draft.tree.resolve(node));
    if (!/^(?:Object|Array)Expression$/.test(meant.type) || !isWritten(this.draft.tree, meant)) {
      if (isName && partsRunAtOnce(this.draft.tree, meant)) refuse("not-written-here", spanOf(node));
      const result = resultCode(this.draft.tree, node, this.draft.style);
      if (!result) return node;
      this.isEnded = true;
      this.links.push({
        at: node,
        kind: "name",
        copied: spanOf(node),
        shared: true,
        scopeOf: node,
        code: result.code,
      });
      return undefined;
    }
    const isOften = !config && this.draft.follow(value) !== meant;
    const shared = isOften || isUsedByOthers(this.draft, meant);
    this.links.push({ at: node, kind: "name", copied: spanOf(meant), shared, scopeOf: meant });
    return meant;
  }

  /**
   * Copies from the first link on that leads to what others use: from there on each const would be used once more. False when
   * there is none, or the way ends in code that only says when it runs what it is.
   */
  copy(place: PlacedState): boolean {
    const { draft } = this;
    const links = this.links.slice(this.links.findIndex(({ shared }) => shared));
    const [first] = links;
    if (!first?.shared) return false;
    for (const link of links) {
      if (link.code !== undefined) continue;
      if (leadsToItself(draft.tree, link.scopeOf)) refuse("not-written-here", link.copied);
      this.requireSameNames(link, first.at);
    }
    addAll(
      draft.edits,
      this.editsOf(links, (indent) => indent),
    );
    const name = draft.slice((first.at.type === "SpreadElement" && child(first.at, "argument")) || first.at);
    const at = spanOf(first.at);
    draft.warn("own-now", at, { state: pathId(place.path) || draft.chart.root.key, name: inShort(name) });
    // A call runs where it stands, and so does what it gives.
    const copies = links.filter((link) => link.code === undefined);
    const runs = copies.map((link) => runsAtOnce(draft.tree, link.copied)).find((node) => node !== undefined);
    if (runs) draft.warn("runs-again", at, { code: inShort(draft.slice(runs)) });
    return true;
  }

  /** Refuses to copy code whose names mean something else in the new place. */
  private requireSameNames({ scopeOf: from, copied }: Link, to: Node): void {
    if (!sameNames(this.draft.tree, from, to)) refuse("not-written-here", copied);
  }

  /** @param shift the indent of a line as it is in the copy */
  private editsOf(links: readonly Link[], shift: (indent: string) => string): TextEdit[] {
    const [link] = links;
    if (!link) return [];
    const { at, kind, key = "" } = link;
    const { text, tree, style } = this.draft;
    const indent = shift(lineIndent(text, at.start));
    const code = this.codeOf(links, indent);
    if (kind === "property") {
      const ownLine = text.slice(0, at.start).endsWith(`\n${lineIndent(text, at.start)}`);
      const property = tree.parentOf(tree.nodeAt(link.copied) ?? at);
      const written = property && child(property, "key");
      const isPlain = written && property?.["computed"] !== true;
      const name = isPlain ? text.slice(written.start, written.end) : JSON.stringify(key);
      return [{ from: at.end, to: at.end, insert: `,${ownLine ? style.eol + indent : " "}${name}: ${code}` }];
    }
    const holder = tree.parentOf(at);
    const head = kind === "name" && holder?.["shorthand"] === true ? `${text.slice(at.start, at.end)}: ` : "";
    return [{ from: at.start, to: at.end, insert: head + code }];
  }

  /** The code that is copied for the first of the links, with copies of what the others stand for in it. */
  private codeOf([link, ...inner]: readonly Link[], indent: string): string {
    const { text, tree } = this.draft;
    if (link?.code !== undefined) return reindentCode(link.code, lineIndent(text, link.at.start), indent);
    const { from, to } = (link as Link).copied;
    const old = lineIndent(text, from);
    const within = this.editsOf(inner, (line) =>
      line.startsWith(old) ? indent + line.slice(old.length) : line,
    );
    // What stands where a copy goes goes itself, with its lines.
    const isGone = (line: TextEdit) => within.some((edit) => edit.from < line.from && line.to <= edit.to);
    const lines = reindentEdits(text, tree, { from, to }, old, indent).filter((line) => !isGone(line));
    const edits = joinEdits([...within, ...lines]);
    if (!edits) refuse("cannot-edit-here", { from, to });
    return applyEdits(
      text.slice(from, to),
      edits.map((edit) => ({ ...edit, from: edit.from - from, to: edit.to - from })),
    );
  }
}

/** The first line of a piece of code, as a name for it. */
const inShort = (code: string): string => {
  const [line = ""] = code.split(/\r?\n/);
  return line.length < code.length || line.length > 40 ? `${line.slice(0, 40)}…` : line;
};
