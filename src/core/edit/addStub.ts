import type { Implementation } from "#core/chart/chart.ts";
import { args } from "#core/edit/argShape.ts";
import { defineCommand } from "#core/edit/defineCommand.ts";
import { refuse, type Draft } from "#core/edit/draft.ts";
import { addProperty, newProperty } from "#core/edit/properties.ts";
import { nodes } from "#core/edit/sourceTree.ts";

const name = { type: "string", title: "key", minLength: 1 } as const;

/**
 * Adds a guard to `setup` that is never true: until somebody writes the rule its transition cannot be taken, so a game that
 * is not finished shows as stuck and never as allowing too much.
 */
export const stubGuard = defineCommand<{ name: string }>("guard.stub", args({ name }), (draft, given) =>
  addStub(draft, "guards", given.name, "() => false /* stub: never true until it is written */"),
);

/** Adds an action to `setup` that does nothing yet. */
export const stubAction = defineCommand<{ name: string }>("action.stub", args({ name }), (draft, given) =>
  addStub(draft, "actions", given.name, "() => {} /* stub: does nothing until it is written */"),
);

/** Adds an actor to `setup` that is never done yet. */
export const stubActor = defineCommand<{ name: string }>("actor.stub", args({ name }), (draft, given) => {
  const code = `${draft.xstate("fromPromise")}(() => new Promise(() => {})) /* stub: never done until it is written */`;
  addStub(draft, "actors", given.name, code);
});

/** Adds a delay of one second to `setup`. */
export const stubDelay = defineCommand<{ name: string }>("delay.stub", args({ name }), (draft, given) =>
  addStub(draft, "delays", given.name, "1000 /* stub: one second until it is written */"),
);

function addStub(
  draft: Draft,
  kind: "guards" | "actions" | "actors" | "delays",
  key: string,
  code: string,
): void {
  const setup = draft.chart.setup ?? refuse("no-setup", draft.chart.callAt);
  if (setup.elsewhere) refuse("setup-elsewhere", setup.at, { file: setup.elsewhere.file });
  if (key === "__proto__") refuse("key-invalid", setup.at, { key, fault: "proto" });
  const known: readonly Implementation[] = setup[kind];
  const same = known.find((one) => one.name === key);
  if (same) refuse("name-taken", same.keyAt, { key });
  const object =
    draft.tree.objects.get(setup.at.from) ??
    draft.tree.objects.get(draft.text.indexOf("{", setup.at.from)) ??
    refuse("not-an-object", setup.at);
  if (object.end > setup.at.to) refuse("not-an-object", setup.at);
  const map = draft.objectIn(object, kind);
  if (map) draft.insert(map.value, nodes(map.value["properties"]).length, [newProperty(draft, key, code)]);
  else addProperty(draft, object, "setup", kind, { object: [[key, code]], wide: true });
}
