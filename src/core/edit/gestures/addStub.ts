import type { Implementation } from "#core/chart/chart.ts";
import { args, string } from "#core/edit/argShape.ts";
import type { Table } from "#core/edit/clip/clip.ts";
import type { NewItem } from "#core/edit/pen/commaList.ts";
import { lineIndent } from "#core/edit/pen/fileStyle.ts";
import { defineCommand } from "#core/edit/defineCommand.ts";
import { refuse } from "#core/edit/refuse.ts";
import type { Draft } from "#core/edit/draft.ts";
import { addProperties, holderProperty, newProperty } from "#core/edit/pen/properties.ts";
import { nodesOf, type Node } from "#core/syntax/node.ts";

const name = string("key", { minLength: 1 });
const addStub = <const Id extends string>(id: Id, table: Table) =>
  defineCommand(id, args({ name }), (draft, { name: key }) => {
    const at = draft.chart.setup?.at;
    if (key === "__proto__") refuse("key-invalid", at, { key, fault: "proto" });
    const known: readonly Implementation[] = draft.chart.setup?.[table] ?? [];
    const same = known.find((impl) => impl.name === key);
    if (same) refuse("name-taken", same.keyAt, { key });
    const added = new Map([[table, [newProperty(draft, key, stubCode(draft, table))]]]);
    if (draft.chart.setup) addToSetup(draft, setupObject(draft), added);
    else addToSecond(draft, added);
  });

/**
 * Adds a guard to `setup`, or without one to the second argument of `createMachine`, that is never true: until somebody writes
 * the rule its transition cannot be taken, so a game that is not finished shows as stuck and never as allowing too much.
 */
export const stubGuard = addStub("guard.stub", "guards");
/** Adds an action that does nothing yet. */
export const stubAction = addStub("action.stub", "actions");
/** Adds an actor that is never done yet. */
export const stubActor = addStub("actor.stub", "actors");
/** Adds a delay of one second. */
export const stubDelay = addStub("delay.stub", "delays");

/** What stands in setup until somebody writes it. */
export function stubCode(draft: Draft, table: Table): string {
  switch (table) {
    case "guards":
      return "() => false /* stub: never true until it is written */";
    case "actions":
      return "() => {} /* stub: does nothing until it is written */";
    case "actors":
      return `${draft.xstate("fromPromise")}(() => new Promise(() => {})) /* stub: never done until it is written */`;
    case "delays":
      return "1000 /* stub: one second until it is written */";
  }
}

/**
 * Gives a machine that is created by `createMachine` alone a second argument with implementations. A setup would do as well, but the
 * types in the config would have to move there, and TypeScript would then ask for all other names that the config has; the second
 * argument changes nothing else, with `machine.provide` as without.
 */
function addToSecond(draft: Draft, added: ReadonlyMap<Table, readonly NewItem[]>): void {
  const { chart, tree, style, text } = draft;
  const call = tree.exactly(chart.callAt).find(({ type }) => type === "CallExpression");
  const [config, ...more] = nodesOf(call?.["arguments"]);
  if (!call || !config || config.type === "SpreadElement" || more.length > 0)
    refuse("no-setup", chart.callAt);
  const indent = lineIndent(text, config.end - 1);
  const inner = { indent: indent + style.unit, oneLine: false };
  const comma = style.trailingComma ? "," : "";
  const tables = [...added].map(([table, items]) => holderProperty(draft, table, items).code(inner));
  const body = tables.map((code) => style.eol + inner.indent + code).join(",");
  const object = `{${body}${comma}${style.eol}${indent}}`;
  draft.edits.push({ from: config.end, to: config.end, insert: `, ${object}` });
}

/** The object that is given to `setup`; refuses when there is none or it is written elsewhere. */
export function setupObject(draft: Draft): Node {
  const setup = draft.chart.setup ?? refuse("no-setup", draft.chart.callAt);
  if (setup.elsewhere) refuse("setup-elsewhere", setup.at, { file: setup.elsewhere.file });
  const object =
    draft.tree.objects.get(setup.at.from) ??
    draft.tree.objects.get(draft.text.indexOf("{", setup.at.from)) ??
    refuse("not-an-object", setup.at);
  if (object.end > setup.at.to) refuse("not-an-object", setup.at);
  return object;
}

/** Puts entries at the end of the tables of setup; a table that is not there yet is made. */
export function addToSetup(draft: Draft, setup: Node, added: ReadonlyMap<Table, readonly NewItem[]>): void {
  const fresh: { name: string; item: NewItem }[] = [];
  for (const [table, items] of added) {
    if (items.length === 0) continue;
    const map = draft.objectIn(setup, table);
    if (map) draft.insert(map.value, nodesOf(map.value["properties"]).length, items);
    else fresh.push({ name: table, item: holderProperty(draft, table, items) });
  }
  addProperties(draft, setup, "setup", fresh);
}
