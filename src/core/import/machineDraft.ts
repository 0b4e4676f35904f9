import { code, keyCode, object, printCode, type CodeValue } from "#core/import/moduleCode.ts";

/** What an app, or the person who plays, provides: `machine.provide(…)`. */
export const PROVIDED_KINDS = ["guards", "actions", "actors", "delays"] as const;
export type ProvidedKind = (typeof PROVIDED_KINDS)[number];

/** Transitions in a row without an event, before a machine that says nothing of them is stopped. */
export const MAX_ITERATIONS = 1000;

/** A machine module before it is text. */
export interface MachineDraft {
  /** Name of its const. */
  readonly name: string;
  readonly config: ReadonlyMap<string, CodeValue>;
  /** Fields of the context with their types; absent when there is none. */
  readonly context?: ReadonlyMap<string, string>;
  /** Event types with the fields that they carry, as TypeScript. */
  readonly events: ReadonlyMap<string, ReadonlyMap<string, string>>;
  /** Those of `events` that only begin the names of what is meant: `error.`. */
  readonly eventPrefixes?: ReadonlySet<string>;
  readonly provided: Readonly<Record<ProvidedKind, ReadonlySet<string>>>;
  /** What it takes from xstate, besides `setup`. */
  readonly imports: ReadonlySet<string>;
  /** Functions of the module that its code calls, as text. */
  readonly helpers: ReadonlySet<string>;
  /** Fields of its input, where it is started by another machine of the module. */
  readonly input?: readonly string[];
}

const PROVIDED_TYPES: Readonly<Record<ProvidedKind, string>> = {
  guards: "(args: any, params: any) => boolean",
  actions: "(args: any, params: any) => void",
  actors: "AnyActorLogic",
  delays: "number",
};

/**
 * The text of a module with these machines; the last one is exported as `machine`. Code that only the program has which the machine came from
 * is declared with its type and not invented: where it is missing, the studio asks for the verdict of a guard, and XState names what is missing.
 */
export function moduleText(drafts: readonly MachineDraft[]): string {
  const imports = new Set(drafts.flatMap(({ imports: names }) => [...names]));
  if (drafts.some(({ provided }) => provided.actors.size > 0)) imports.add("type AnyActorLogic");
  const names = [...imports, "setup"].toSorted((a, b) => bare(a).localeCompare(bare(b)));
  const helpers = new Set(drafts.flatMap((draft) => [...draft.helpers]));
  const parts = [
    `import { ${names.join(", ")} } from "xstate";\n`,
    ...helpers,
    ...drafts.map((draft, i) => machineText(draft, i === drafts.length - 1, drafts.length > 1)),
  ];
  return parts.join("\n");
}

const bare = (name: string) => name.replace(/^type /, "");

function machineText(draft: MachineDraft, isLast: boolean, isOneOfSeveral: boolean): string {
  const suffix = isLast || !isOneOfSeveral ? "" : draft.name.replace(/^./, (c) => c.toUpperCase());
  const [contextName, eventName] = [`${suffix}Context`, `${suffix}Event`];
  const { context, events, eventPrefixes, input, provided } = draft;
  const types = [
    ...(context ? [`context: ${contextName}`] : []),
    `events: ${eventName}`,
    ...(input ? [`input: { ${input.map((name) => `${keyCode(name)}?: any`).join("; ")} } | undefined`] : []),
    "meta: Record<string, any>",
  ];
  const tables = PROVIDED_KINDS.flatMap((kind) =>
    provided[kind].size === 0
      ? []
      : [`  ${kind}: {} as {\n${providedLines(provided[kind], PROVIDED_TYPES[kind])}  },\n`],
  );
  const declared = context
    ? `interface ${contextName} {\n${[...context].map(([name, type]) => `  ${keyCode(name)}: ${type};\n`).join("")}}\n\n`
    : "";
  const union = [...events].map(
    ([type, fields]) =>
      `\n  | { ${[`type: ${eventPrefixes?.has(type) ? prefixCode(type) : JSON.stringify(type)}`, ...[...fields].map(([name, of]) => `${keyCode(name)}?: ${of}`)].join("; ")} }`,
  );
  return `${declared}type ${eventName} =${union.length === 0 ? " { type: never }" : union.join("")};

${isLast ? "export " : ""}const ${draft.name} = setup({
  types: {} as { ${types.join("; ")} },
${tables.join("")}}).createMachine(${printCode(draft.config)});
`;
}

/** The type of all texts that begin so. */
const prefixCode = (prefix: string): string =>
  `\`${JSON.stringify(prefix).slice(1, -1).replaceAll(/[`$]/g, "\\$&")}\${string}\``;

const providedLines = (names: ReadonlySet<string>, type: string): string =>
  [...names].map((name) => `    ${keyCode(name)}: ${type};\n`).join("");

/** A state of a draft. */
export interface StateDraft {
  readonly key: string;
  readonly type?: "parallel" | "final" | "history";
  readonly history?: "shallow" | "deep";
  readonly id?: string;
  readonly description?: string;
  readonly tags?: CodeValue;
  readonly meta?: CodeValue;
  readonly initial?: CodeValue;
  /** Of a history state. */
  readonly target?: string;
  readonly entry: readonly CodeValue[];
  readonly exit: readonly CodeValue[];
  readonly invoke: readonly CodeValue[];
  readonly on: ReadonlyMap<string, readonly CodeValue[]>;
  readonly after: ReadonlyMap<string, readonly CodeValue[]>;
  readonly always: readonly CodeValue[];
  readonly onDone: readonly CodeValue[];
  readonly output?: CodeValue;
  readonly states: readonly StateDraft[];
}

/** A state that does nothing. */
export const emptyState = (key: string): StateDraft => ({
  key,
  entry: [],
  exit: [],
  invoke: [],
  on: new Map(),
  after: new Map(),
  always: [],
  onDone: [],
  states: [],
});

/** The config of a state, in the order of keys that machines of this project have. */
export function stateCode(state: StateDraft): Map<string, CodeValue> {
  return object({
    type: state.type,
    history: state.history,
    id: state.id,
    description: state.description,
    tags: state.tags,
    meta: state.meta,
    initial: state.initial,
    target: state.target,
    entry: fewest(state.entry),
    exit: fewest(state.exit),
    invoke: fewest(state.invoke),
    on: slotCode(state.on),
    after: slotCode(state.after),
    always: fewest(state.always),
    onDone: fewest(state.onDone),
    output: state.output,
    states:
      state.states.length === 0
        ? undefined
        : new Map(state.states.map((child) => [child.key, stateCode(child)])),
  });
}

/** Nothing, the one item, or the list. */
export const fewest = (items: readonly CodeValue[]): CodeValue | undefined =>
  items.length === 0 ? undefined : items.length === 1 ? items[0] : items;

const slotCode = (slots: ReadonlyMap<string, readonly CodeValue[]>): CodeValue | undefined =>
  slots.size === 0
    ? undefined
    : new Map([...slots].map(([key, candidates]) => [key, fewest(candidates) ?? code("undefined")]));
