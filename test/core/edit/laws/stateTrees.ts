import fc from "fast-check";

/** States by their keys alone. */
export interface StateTree {
  readonly key: string;
  readonly children: readonly StateTree[];
}
export type TreePath = readonly string[];

/** A tree of states whose keys come again and again, so that what moves meets others of its name. */
export const stateTree: fc.Arbitrary<readonly StateTree[]> = fc.letrec<{ states: readonly StateTree[] }>(
  (tie) => ({
    states: fc.uniqueArray(
      fc.record({
        key: fc.constantFrom("a", "b", "c", "d"),
        children: fc.oneof({ maxDepth: 3 }, fc.constant([]), tie("states")),
      }),
      { minLength: 1, maxLength: 4, selector: ({ key }) => key },
    ),
  }),
).states;

export const treePaths = (states: readonly StateTree[], at: TreePath = []): TreePath[] =>
  states.flatMap(({ key, children }) => [[...at, key], ...treePaths(children, [...at, key])]);

/** The code of all states, the first of them as the initial one. @param propsOf what a state says besides */
export function statesCode(
  states: readonly StateTree[],
  propsOf: (path: TreePath) => readonly string[],
  at: TreePath = [],
): string {
  const print = ({ key, children }: StateTree): string => {
    const path = [...at, key];
    const inner = children.length > 0 ? [statesCode(children, propsOf, path)] : [];
    return `${key}: { ${[...propsOf(path), ...inner].join(", ")} }`;
  };
  return `initial: "${states[0]?.key}", states: { ${states.map(print).join(", ")} }`;
}

/** A command that takes a state to another place, gives it another name or takes it away, with its arguments. */
export function restructuring(
  paths: readonly TreePath[],
  choices: readonly number[],
): [id: string, args: object] {
  const [one = 0, two = 0, three = 0] = choices;
  const state = paths[one % paths.length] as TreePath;
  const parent = [[], ...paths][two % (paths.length + 1)] as TreePath;
  const isBeside = (path: TreePath) =>
    path !== state && path.length === state.length && path.slice(0, -1).join() === state.slice(0, -1).join();
  const commands: [string, object][] = [
    ["state.move", { state, parent }],
    ["state.wrap", { state }],
    ["state.extract", { states: [state, ...paths.filter(isBeside).slice(0, 1)] }],
    ["state.rename", { state, to: "renamed" }],
    ["state.delete", { state }],
  ];
  return commands[three % commands.length] as [string, object];
}
