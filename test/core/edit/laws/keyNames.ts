import { pathId, places } from "#core/chart/places.ts";
import { commands, runCommand } from "#core/edit/commands.ts";
import { readModule } from "#core/read/readModule.ts";
import { randomCommand } from "#test/core/edit/laws/chartArgs.ts";
import { random } from "#test/core/edit/laws/random.ts";
import { OverBudgetError, withinSteps } from "#test/core/edit/laws/stepBudget.ts";

/** The keys that XState knows, those that code has as names for what stands under them. `default` and the like cannot be names. */
export const KEYS = [
  "states",
  "on",
  "initial",
  "target",
  "invoke",
  "entry",
  "exit",
  "always",
  "after",
  "guard",
  "actions",
  "context",
  "id",
  "type",
  "meta",
  "tags",
  "output",
  "input",
  "src",
  "onDone",
  "onError",
  "onSnapshot",
  "systemId",
  "history",
  "description",
  "reenter",
  "route",
  "version",
  "types",
  "schemas",
  "guards",
  "actors",
  "delays",
  "params",
  "key",
  "order",
  "options",
  "matches",
  "stateIn",
  "setup",
  "createMachine",
] as const;

const INNER = (go: string) =>
  `{ x: { on: { GO: ${go} }, entry: "act" }, y: { always: { target: "x", guard: "ok" } } }`;
const machine = (fields: string) =>
  `export const machine = createMachine({ id: "m", initial: "one", ${fields} });\n`;
const prop = (key: string, name: string) => (key === name ? key : `${key}: ${name}`);

/** Ways to have a name in a module; the name is that of a key. */
export const SHAPES: Readonly<Record<string, (name: string) => string>> = {
  "a const of states": (name) =>
    `const ${name} = { one: { initial: "x", states: ${INNER('"y"')} } };\n${machine(prop("states", name))}`,
  "a const of states, cast": (name) =>
    `const ${name} = { one: { initial: "x", states: ${INNER('"y"')} } } as const;\n${machine(`states: ${name} as any`)}`,
  "a const of states behind another": (name) =>
    `const ${name} = { one: { initial: "x", states: ${INNER('"y"')} } };\nconst all = ${name};\n${machine("states: all")}`,
  "a config in a const": (name) =>
    `const ${name} = { id: "m", initial: "one", states: { one: { initial: "x", states: ${INNER('"y"')} } } };\nexport const machine = createMachine(${name});\n`,
  "a spread of a const": (name) =>
    `const ${name} = { states: { one: { initial: "x", states: ${INNER('"y"')} } } };\n${machine(`...${name}`)}`,
  "a const of transitions": (name) =>
    `const ${name} = { GO: "y", ${name}: { target: "y" } };\n${machine(`states: { one: { initial: "x", states: { x: { ${prop("on", name)} }, y: {} } } }`)}`,
  "a const that names a state": (name) =>
    `const ${name} = "x";\n${machine(`states: { one: { ${prop("initial", name)}, states: { [${name}]: { on: { GO: "y" } }, y: { on: { GO: { ${prop("target", name)} } } } } } }`)}`,
  "a member": (name) =>
    `const table = { ${name}: { one: { initial: "x", states: ${INNER('"y"')} } } };\n${machine(`states: table.${name}`)}`,
  "a parameter": (name) =>
    `function make(${name}: "x" | "y" = "x") { return createMachine({ id: "m", initial: "one", states: { one: { ${prop("initial", name)}, states: ${INNER('"y"')} } } }); }\nexport const machine = make("x");\n`,
  "a member of an enum": (name) =>
    `enum Key { ${name} = "x", other = "y" }\n${machine(`states: { one: { initial: Key.${name}, states: { [Key.${name}]: { on: { GO: Key.other } }, y: {} } } }`)}`,
  "a label and a type": (name) =>
    `type Names = { ${name}: string; (${name}: number): void };\nfunction loop() { ${name}: for (;;) { break ${name}; } }\nconst ${name} = { one: { initial: "x", states: ${INNER('"y"')} } };\n${machine(prop("states", name))}`,
  "a helper": (name) =>
    `const ${name} = (to: string) => ({ on: { GO: to } });\n${machine(`states: { one: { initial: "x", states: { x: ${name}("y"), y: { ${prop("entry", name)} } } } }`)}`,
  "a const that spreads itself": (name) =>
    `const ${name}: any = { ...${name}, on: { GO: { ...${name}, target: "." } }, states: { one: { initial: "x", states: { ...${name}, x: {}, y: {} } } } };\n${machine(`...${name}`)}`,
  "consts that mean each other": (name) =>
    `const ${name}: any = { one: { initial: "x", on: other, states: { x: other, y: {} } } };\nconst other: any = { ...${name}, GO: other, entry: [other], states: ${name} };\n${machine(prop("states", name))}`,
  "helpers that call each other": (name) =>
    `function ${name}(go: string): any { return { on: { GO: go }, states: { deep: other(go) } }; }\nfunction other(go: string): any { return { on: { GO: go }, states: { deep: ${name}(go) } }; }\n${machine(`states: { one: { initial: "x", states: { x: ${name}("y"), y: other("x") } } }`)}`,
  "a const that means itself": (name) =>
    `const ${name} = { one: { initial: "x", states: { x: {}, y: {} } }, ${name}: ${name} };\n${machine(prop("states", name))}`,
};

/** Looks at nodes for each node of the text that a command may take; on modules as small as these it is up to 170. */
export const LOOKS_PER_NODE = 400;

/** One name in one shape, over every command. Gives what went wrong, and the most looks for each node that a command took. */
export function tryKeyName(
  shape: string,
  name: string,
  seed: number,
  limit = LOOKS_PER_NODE,
): { faults: string[]; looks: number; runs: number; worst: string } {
  const before = name === "createMachine" || name === "setup" || name === "stateIn" ? ` as make` : "";
  const head = before ? `import * as xs from "xstate";\n` : `import { createMachine } from "xstate";\n`;
  const body = (SHAPES[shape] as (name: string) => string)(name);
  const text = head + (before ? body.replaceAll(/(?<![\w.])createMachine\(\{/g, "xs.createMachine({") : body);
  const faults: string[] = [];
  let looks = 0;
  let worst = "";
  let runs = 0;
  for (const [i, id] of [...commands.keys()].entries()) {
    const chart = readModule(text).charts[0];
    if (!chart) return { faults: [`no machine in\n${text}`], looks, runs, worst };
    // Each state once for what follows names, else one try.
    const tries = /^state\.(?:rename|delete|move|wrap)$/.test(id)
      ? [...places(chart).values()].slice(1)
      : [undefined];
    for (const place of tries) {
      const { args } = randomCommand(random(seed + i), text, chart, id);
      const given = place ? { ...(args as object), state: place.path } : args;
      const said = `${id} ${JSON.stringify(given)} (${place ? pathId(place.path) : ""})\n${text}`;
      runs++;
      try {
        const done = withinSteps(limit, text, (prepare) =>
          runCommand(id, text, chart, given, (later) => {
            prepare(later);
            return readModule(later).charts;
          }),
        );
        if (done.perNode > looks) worst = said;
        looks = Math.max(looks, done.perNode);
      } catch (error) {
        faults.push(`${error instanceof OverBudgetError ? "over budget: " : ""}${String(error)}: ${said}`);
      }
    }
  }
  return { faults, looks, runs, worst };
}
