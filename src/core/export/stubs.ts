import type { Chart, Implementation } from "#core/chart/chart.ts";
import { flat } from "#core/export/stubName.ts";

/** A guard, action, actor or delay that an export only names and the program that uses it has to provide. */
export interface Stub {
  readonly name: string;
  /** Its code in the module: from `setup`, or what stood inline. Empty when the module does not define it. */
  readonly code: string;
  readonly from: "setup" | "inline" | "nowhere";
  /** Set when the code is a guard or action of another name with parameters that JSON cannot hold: `{ type, params }`. */
  readonly given?: true;
}
export type StubKind = "guards" | "actions" | "actors" | "delays";
export type Stubs = Readonly<Record<StubKind, readonly Stub[]>>;

/** Gathers what an export names, while it is made. */
export interface StubCollector {
  /** Something that the module names; gives the name. */
  named(kind: StubKind, name: string): string;
  /** Code that stood at a place, under this name or one like it; gives the name. The same code is one stub. */
  inline(kind: StubKind, name: string, code: string, given?: boolean): string;
  /** All of them by name. */
  stubs(): Stubs;
}

export function collectStubs({ setup }: Chart): StubCollector {
  const stubs: Record<StubKind, Map<string, Stub>> = {
    guards: new Map(),
    actions: new Map(),
    actors: new Map(),
    delays: new Map(),
  };
  const byName = (kind: StubKind): ReadonlyMap<string, Implementation> =>
    // Of two of one name the first.
    new Map(setup?.[kind].toReversed().map((implementation) => [implementation.name, implementation]));
  const implementations = {
    guards: byName("guards"),
    actions: byName("actions"),
    actors: byName("actors"),
    delays: byName("delays"),
  };
  const defined = (kind: StubKind, name: string) => implementations[kind].get(name);
  const listed = (kind: StubKind) => [...stubs[kind].values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  return {
    named(kind, name) {
      const code = defined(kind, name)?.text;
      const stub: Stub = { name, code: code ?? "", from: code === undefined ? "nowhere" : "setup" };
      if (!stubs[kind].has(name)) stubs[kind].set(name, stub);
      return name;
    },
    inline(kind, wanted, code, given) {
      let name = wanted;
      const isOther = (stub: Stub | undefined) =>
        stub && (stub.from !== "inline" || flat(stub.code) !== flat(code));
      while (isOther(stubs[kind].get(name)) || defined(kind, name)) name += "_";
      if (!stubs[kind].has(name))
        stubs[kind].set(name, { name, code, from: "inline", ...(given ? { given } : {}) });
      return name;
    },
    stubs: () => ({
      guards: listed("guards"),
      actions: listed("actions"),
      actors: listed("actors"),
      delays: listed("delays"),
    }),
  };
}
