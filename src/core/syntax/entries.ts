import type { Expression, ObjectMethod, ObjectProperty } from "#core/syntax/ast.ts";
import type { Value, Within } from "#core/syntax/scope.ts";

/** One `key: value` of an object literal, those of resolved spreads included. */
export interface Entry extends Within {
  readonly name: string;
  readonly node: ObjectProperty | ObjectMethod;
  /** Absent for a method. */
  readonly value?: Value;
  readonly shared: boolean;
  /** Brought by a spread. */
  readonly spread?: true;
}
export type Part =
  | ({ readonly kind: "entry" } & Entry)
  | ({
      readonly kind: "spread" | "computedKey";
      readonly node: Expression | ObjectProperty | ObjectMethod;
      readonly shared: boolean;
    } & Within);

/** Whether a part is what an object inherits (`__proto__: value`): who lists the keys of the object does not see it. */
export const isInherited = ({ kind, node }: Part): boolean =>
  kind === "spread" && node.type === "ObjectProperty";

/** The entry each name has in the end: the last one written, as in JavaScript. */
export const effective = (all: readonly Part[]): Entries => new Entries(all);

/**
 * A map from names to entries in the order of their first mention. Most objects have a handful of properties and are searched for
 * a few names: those are looked for in the list, and the map is created for who goes through all.
 */
export class Entries implements Iterable<[string, Entry]> {
  private readonly all: readonly Part[];
  private table: Map<string, Entry> | undefined;

  constructor(all: readonly Part[]) {
    this.all = all;
  }

  get(name: string): Entry | undefined {
    const { all, table } = this;
    if (table || all.length > MAX_SEARCHED_ENTRIES) return this.map().get(name);
    for (let i = all.length - 1; i >= 0; i--) {
      const part = all[i] as Part;
      if (part.kind === "entry" && part.name === name) return part;
    }
    return undefined;
  }

  get size(): number {
    return this.map().size;
  }

  keys(): Iterable<string> {
    return this.map().keys();
  }

  values(): Iterable<Entry> {
    return this.map().values();
  }

  [Symbol.iterator](): Iterator<[string, Entry]> {
    return this.map()[Symbol.iterator]();
  }

  private map(): Map<string, Entry> {
    if (this.table) return this.table;
    const table = new Map<string, Entry>();
    for (const part of this.all) if (part.kind === "entry") table.set(part.name, part);
    return (this.table = table);
  }
}

/** Names in the order that JavaScript gives the properties of an object: integers first, ascending, then as they were first written. */
export const objectOrder = (names: Iterable<string>): string[] =>
  Object.keys(Object.fromEntries(Array.from(names, (name) => [name, true])));

/** Lists up to this length are searched rather than mapped. */
const MAX_SEARCHED_ENTRIES = 24;
