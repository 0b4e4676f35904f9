/** A machine as the judge sees it: structure resolved, everything else as code with its white space evened out. */
export interface Model {
  root: State;
  /** Consts that the config lays open and that are used nowhere else: what stands in them is part of the machine. */
  own: readonly string[];
  /** The text around the config and those consts. */
  outside: string;
}
export type Path = readonly string[];
export interface State {
  key: string;
  kind: "atomic" | "compound" | "parallel" | "final" | "history";
  id: string | undefined;
  initial: string | undefined;
  /** Default of a history state. */
  history: Goal[];
  /** Every other property by name; those of invokes as `invoke.0.src`. */
  fields: Record<string, string>;
  events: Event[];
  children: State[];
  /** What could not be followed. */
  unknown: string[];
}
export interface Event {
  /** `on`, `after`, `always`, `onDone`, `invoke.onDone`, ... */
  slot: string;
  /** Descriptor, delay or index of the invoke; "" where there is none. */
  event: string;
  /** Under a computed key that is not known; `event` is then that key as written. */
  unnamed?: true;
  candidates: Candidate[];
}
export interface Candidate {
  goals: Goal[];
  /** Properties other than the target; `(nothing)` for a forbidden transition, `(code)` for what could not be followed. */
  fields: Record<string, string>;
}
export interface Goal {
  text: string;
  path: Path | null;
}

/** A state mentioned in code, as `⟦paths§code⟧`: `stateIn("#m.a")` is the same whatever text names the state. */
export const mention = (paths: readonly Path[], code: string): string =>
  `\u27e6${JSON.stringify(paths)}\u00a7${code}\u27e7`;

export const find = (root: State, path: Path): State | undefined =>
  path.reduce<State | undefined>((at, key) => at?.children.find((one) => one.key === key), root);

export function pathsOf(root: State, at: Path = []): Path[] {
  return [at, ...root.children.flatMap((one) => pathsOf(one, [...at, one.key]))];
}

export const isUnder = (path: Path, top: Path): boolean => top.every((key, i) => path[i] === key);
export const same = (a: Path, b: Path): boolean => a.length === b.length && isUnder(a, b);

/** Sends every path in the model through a map; null: gone. */
export function followPaths(model: Model, map: (path: Path) => Path | null): void {
  const goal = (one: Goal) => {
    one.path = one.path && map(one.path);
  };
  const code = (text: string) =>
    text.replace(/\u27e6(.*?)\u00a7(.*?)\u27e7/gs, (_, paths: string, raw: string) => {
      const moved = (JSON.parse(paths) as Path[]).map(map);
      return moved.every((path) => path !== null) ? mention(moved, raw) : raw;
    });
  const fields = (record: Record<string, string>) => {
    for (const name of Object.keys(record)) record[name] = code(record[name] ?? "");
  };
  const visit = (state: State) => {
    state.history.forEach(goal);
    fields(state.fields);
    state.unknown = state.unknown.map(code);
    for (const { candidates } of state.events)
      for (const one of candidates) {
        one.goals.forEach(goal);
        fields(one.fields);
      }
    state.children.forEach(visit);
  };
  visit(model.root);
  model.outside = code(model.outside);
}

/** Lines that are equal exactly when two models mean the same. */
export function lines(model: Model): string[] {
  const out: string[] = [];
  const code = (text: string) => text.replace(/\u00a7.*?\u27e7/gs, "\u27e7");
  const entries = (record: Record<string, string>) =>
    Object.keys(record)
      .toSorted()
      .map((name) => `${name}=${code(record[name] ?? "")}`)
      .join(" ");
  const goals = (all: readonly Goal[]) =>
    all.map((one) => (one.path ? JSON.stringify(one.path) : `?${one.text}`)).join("+");
  const visit = (state: State, path: Path) => {
    const head = JSON.stringify(path);
    out.push(
      `${head} ${state.kind} id=${state.id} initial=${state.initial} ${goals(state.history)} ${entries(state.fields)}`,
      ...state.unknown.map((text) => `${head} ? ${code(text)}`),
    );
    const sorted = state.events
      .filter((one) => one.candidates.length > 0)
      .map(({ slot, event, candidates }) => {
        const list = candidates.map((one) => `{${goals(one.goals)} ${entries(one.fields)}}`);
        return `${head} ${slot} ${event}: ${list.join(" ")}`;
      })
      .toSorted();
    out.push(...sorted);
    for (const one of state.children) visit(one, [...path, one.key]);
  };
  visit(model.root, []);
  out.push(code(model.outside));
  return out;
}
