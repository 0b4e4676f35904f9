import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ruleSites } from "#core/symbol/ruleSites.ts";
import type { SymbolKind } from "#core/symbol/symbol.ts";
import { home } from "#test/support/startStudio.ts";

interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: unknown;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema | boolean;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly $defs?: Readonly<Record<string, Schema>>;
}
const schema = JSON.parse(readFileSync(join(home, "schemas/scenario.schema.json"), "utf8")) as Schema;

/** Where a scenario may hold a text that its author chose, or the name of a field; lists by `[]`. */
function leaves(of: Schema, at: readonly string[] = []): string[] {
  const { $ref, properties = {}, items, anyOf = [] } = of;
  const named = $ref === undefined ? undefined : schema.$defs?.[$ref.replace("#/$defs/", "")];
  const isText = of.type === "string" && of.enum === undefined && of.const === undefined;
  const inner = Object.entries(properties).flatMap(([key, one]) => leaves(one, [...at, key]));
  return [
    ...(isText ? [at.join(".")] : []),
    // An object of whatever fields: its keys are names.
    ...(of.type === "object" && inner.length === 0 ? [[...at, "{}"].join(".")] : []),
    ...inner,
    ...(items ? leaves(items, [...at, "[]"]) : []),
    ...anyOf.flatMap((one) => leaves(one, at)),
    ...(named ? leaves(named, at) : []),
  ];
}

/** What names no thing of the machine. */
const FREE = [
  /^\$schema$/,
  /^machine$/,
  /^title\.\{\}$/,
  /\.note(\.\{\})?$/,
  /\.(save|restore)$/,
  // A seat.
  /\.by$/,
  // The machine's input has no names that are followed anywhere else.
  /^input\.\{\}$/,
];
const kindOf = (leaf: string): SymbolKind =>
  /clauses?(\.\[\])?$/.test(leaf)
    ? "clause"
    : /\.(in|notIn)\.\[\]$/.test(leaf)
      ? "state"
      : leaf.endsWith(".type")
        ? "event"
        : leaf.endsWith("guard")
          ? "guard"
          : leaf.endsWith("actor")
            ? "actor"
            : "context";

/** A scenario that holds `NAME` at that one place. */
function holding(leaf: string): string {
  const build = ([key, ...rest]: readonly string[]): unknown =>
    key === undefined
      ? "NAME"
      : key === "[]"
        ? [build(rest)]
        : key === "{}"
          ? { NAME: 1 }
          : { [key]: build(rest) };
  return JSON.stringify(build(leaf.split(".")));
}

test("whatever in a scenario names a thing of the machine, as its schema has it, is a place that follows a rename", () => {
  const all = [...new Set(leaves(schema))];
  const names = all.filter((leaf) => !FREE.some((free) => free.test(leaf)));

  expect(names.length).toBeGreaterThan(15);
  for (const free of FREE)
    expect(
      all.some((leaf) => free.test(leaf)),
      String(free),
    ).toBe(true);
  for (const leaf of names)
    expect(
      ruleSites(new Map([["scenarios/one", holding(leaf)]])).map(({ kind, name }) => [kind, name]),
      leaf,
    ).toEqual([[kindOf(leaf), "NAME"]]);
});
