import fc from "fast-check";
import { Project } from "#core/project/Project.ts";
import { verdictOf } from "#core/project/trial.ts";
import { resolveMachines } from "#adapters/sandbox/loadMachine.ts";

/** A module of which parts are known only when it runs, with a second machine beside or of the same parts, and a command on the first. */
export interface UnreadCase {
  readonly text: string;
  readonly command: string;
  readonly args: object;
}

/** Ways to say a text; the first is the text itself. */
const said = (text: string): fc.Arbitrary<string> =>
  fc.constantFrom(
    JSON.stringify(text),
    `say.${text}`,
    `Name.${text}`,
    `tell("${text}")`,
    `["${text}", "none"][0]`,
    `(now > 0 ? "${text}" : "none")`,
    `\`\${say.${text}}\``,
  );

const states = fc
  .record({
    go: said("q"),
    back: said("p"),
    deep: fc.constantFrom(`"r.x"`, `"#a.r"`, `"r"`),
    inner: said("x"),
    // What is left of an `initial` where all regions start.
    type: fc.constantFrom("", `type: "parallel", `),
  })
  .map(
    ({ go, back, deep, inner, type }) =>
      `{ p: { on: { GO: ${go} } }, q: { id: "own", on: { BACK: ${back}, DEEP: ${deep} } }, ` +
      `r: { ${type}initial: ${inner}, states: { x: { on: { UP: "#own" } }, y: {} } } }`,
  );

/** Where the states of the machines are written. */
const given = fc.constantFrom(
  "states",
  "{ ...states }",
  "{ ...states, s: {} }",
  "make()",
  "holder.all",
  "holder.given()",
  "Object.fromEntries(Object.entries(states))",
);
/** The machine beside the first. */
const beside = fc.constantFrom(
  "",
  "export const m2 = createMachine({ ...config, id: 'b' } as any);",
  "export const m2 = createMachine({ id: 'a', initial: 'p', states } as any);",
  "export const m2 = createMachine({ id: 'a', initial: 'p', states: { ...states, p: states.p } } as any);",
);

const onState = fc.constantFrom(["p"], ["q"], ["r"], ["r", "x"]);
const command: fc.Arbitrary<Omit<UnreadCase, "text">> = fc.oneof(
  onState.map((state) => ({ command: "state.rename", args: { state, to: "zz" } })),
  onState.map((state) => ({ command: "state.delete", args: { state } })),
  onState.map((state) => ({ command: "state.wrap", args: { state } })),
  fc.constantFrom(["p"], ["q"]).map((state) => ({ command: "state.move", args: { state, parent: ["r"] } })),
  onState.map((state) => ({ command: "state.setId", args: { state, id: "fresh" } })),
  onState.map((state) => ({ command: "state.setInitial", args: { state } })),
  onState.map((state) => ({ command: "state.duplicate", args: { state } })),
  fc
    .tuple(onState, fc.constantFrom([], ["p"], ["r"]))
    .map(([from, parent]) => ({ command: "state.paste", args: { from, parent, key: "pasted" } })),
  fc
    .tuple(fc.constantFrom("GO", "BACK", "DEEP"), fc.constantFrom([], ["p"], ["r"], ["r", "x"]))
    .map(([event, source]) => {
      const transition = { source: event === "GO" ? ["p"] : ["q"], slot: "on", event, index: 0 };
      return { command: "transition.retarget", args: { transition, source } };
    }),
  fc.constantFrom("parallel", "atomic", "compound").map((type) => ({
    command: "state.setType",
    args: { state: ["r"], type },
  })),
);

/** Modules with commands. Some do not run as they are: of these nothing is said. */
export const unreadCases: fc.Arbitrary<UnreadCase> = fc
  .record({ states, written: fc.oneof(states, given), initial: said("p"), beside, command })
  .map(({ states: all, written, initial, beside: other, command: asked }) => ({
    text: `import { createMachine } from "xstate";

const now = Date.now();
const say = { p: "p", q: "q", x: "x" } as const;
enum Name { p = "p", q = "q", x = "x" }
const tell = (text: string) => [text].find(Boolean);
const states: any = ${all};
const make = () => { const made: any = {}; for (const key of Object.keys(states)) made[key] = states[key]; return made; };
const holder = { get all() { return states; }, given() { return states; } };
const config: any = { id: "a", initial: ${initial}, states: ${written} };
export const m = createMachine(config);
${other}
`,
    ...asked,
  }));

/** `from` is the state that is copied for `state.paste`. */
function withClip(project: Project, args: object): object {
  const { from, ...rest } = args as { readonly from?: readonly string[] };
  const copied = from && project.preview("state.copy", { state: from });
  return from ? { ...rest, clip: copied?.ok ? copied.result.clip : "" } : rest;
}

/** What became of a case: whether the command was made, and what XState throws then that it did not throw at before. */
export interface UnreadOutcome {
  readonly made: boolean;
  readonly fault?: string;
}

/**
 * Does what the studio does with a game whose code may run: the command, and XState asked where it has to be. Undefined for a module that
 * does not run as it is.
 */
export async function runUnread({ text, command: id, args }: UnreadCase): Promise<UnreadOutcome | undefined> {
  const resolve = async (code: string) => resolveMachines(code, "ts");
  if ((await resolve(text).catch(() => [text])).length > 0) return undefined;
  const project = new Project("m", [{ name: "machine", text, hash: "h" }]);
  const change = project.preview(id, withClip(project, args));
  const refused = change.ok ? change.trial && (await verdictOf(change.trial, resolve)) : change.refused;
  if (refused) return { made: false };
  project.make(change, { label: id, at: 0 });
  try {
    const [fault] = await resolve(project.text("machine") ?? "");
    return fault === undefined ? { made: true } : { made: true, fault };
  } catch (error) {
    return { made: true, fault: String(error) };
  }
}
