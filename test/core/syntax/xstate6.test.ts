import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { diagnose } from "#core/analyze/check.ts";
import { readModule } from "#core/read/readModule.ts";
import { xstate6Sign } from "#core/syntax/xstate6.ts";

const nim = (take: string, more = "") => `import { setup } from "xstate";
export const machine = setup({ guards: { enough: ({ count }: { count: number }) => count > 0 } }).createMachine({
  id: "nim", context: { left: 5 }, initial: "turn",
  states: { turn: { ${more} on: { TAKE: ${take} } }, over: { type: "final" } },
});
`;

// Written as version 6 has it (documentation and exports of 6.0.0-alpha.52); they mean something else, or nothing, to version 5.
const signs: readonly (readonly [what: string, text: string, sign: string])[] = [
  [
    "a transition that is a function",
    nim(`({ context, event }) => event.count <= context.left ? { target: "over" } : undefined`),
    "TAKE: ({ context, event })",
  ],
  [
    "a transition that is a method",
    nim(`"over", PASS({ context }) { if (context.left) return { target: "over" }; }`),
    "PASS({ context })",
  ],
  [
    "a function among always",
    nim(`"over"`, `always: ({ context }) => context.left === 0 ? { target: "over" } : undefined,`),
    "always: (",
  ],
  [
    "a function in a const",
    nim(`go`).replace(
      "export",
      `const go = ({ guards }, enq) => guards.enough({ count: 1 }) && { target: "over" };\nexport`,
    ),
    "TAKE: go",
  ],
  [
    "an entry that enqueues",
    nim(`"over"`, `entry: ({ context }, enq) => { enq.raise({ type: "TAKE" }); },`),
    "({ context }, enq)",
  ],
  [
    "an entry that enqueues under another name",
    nim(`"over"`, `entry: (args, queue) => { queue(() => log(args)); },`),
    "(args, queue)",
  ],
  [
    "what is done by an actor",
    nim(`"over"`, `invoke: { src: "x", onDone: ({ event }) => ({ target: "over" }) },`),
    "onDone: (",
  ],
  ["a choice", nim(`"over"`).replace(`type: "final"`, `type: "choice"`), `"choice"`],
  [
    "an import that is new",
    `import { createAsyncLogic, createMachine } from "xstate"; export const m = createMachine({});`,
    "createAsyncLogic",
  ],
  [
    "an entry of the package that is new",
    `import { durable } from "xstate/durable"; export const m = createMachine({});`,
    `"xstate/durable"`,
  ],
  [
    "schemas in the place of types",
    nim(`"over"`).replace(
      "setup({",
      `setup({ schemas: { context: z.object({ left: z.number() }), events: { TAKE: z.object({}) } },`,
    ),
    "schemas",
  ],
];

test.each(signs)("%s tells of XState 6, and nothing else is told of the machine", (_, text, sign) => {
  const found = xstate6Sign(text);

  expect(found?.sign).toContain(sign);
  expect(text.slice(found!.at.from, found!.at.to)).toContain(sign);
  expect(diagnose(readModule(text)).map(({ code }) => code)).toEqual(["xstate-6"]);
});

test("modules of version 5 are none of version 6", () => {
  const five = [
    nim(
      `{ guard: ({ event }) => event.count > 0, actions: ({ context }, params) => console.log(context, params), target: "over" }`,
    ),
    nim(
      `[{ target: "over", guard: () => true }, "turn"]`,
      `entry: [({ context }, params) => log(params), (_, enqueue) => enqueue],`,
    ),
    nim(`"over"`, `exit: ({ context }, raise) => { other(raise); context.log(); },`),
    nim(`"over"`, `get always() { return undefined; }, get entry() { return "enter"; },`),
    nim(`"over", get PASS() { return "over"; }`, `get onDone() { return "over"; },`),
    nim(
      `"over"`,
      `meta: { on: { GO: () => 1 } }, entry: enqueueActions(({ enqueue }) => { enqueue.raise({ type: "TAKE" }); }),`,
    ),
    nim(`"over"`).replace("setup({", `setup({ schemas: { context: { type: "object" } },`),
    nim(`"over"`).replace(
      "setup({",
      `setup({ schemas: { context: z.object({}) }, types: {} as { context: { left: number } },`,
    ),
    nim(`imported`).replace("export", `import { imported } from "./ways";\nexport`),
    ...readdirSync("machines").flatMap((name) =>
      name.endsWith(".ts") ? readFileSync(`machines/${name}`, "utf8") : [],
    ),
    readFileSync("test/golden/showcase.machine.ts", "utf8"),
  ];

  expect(five.map((text) => xstate6Sign(text)?.sign)).toEqual(five.map(() => undefined));
});

test("of an import alone the sign says that it is one", () => {
  const text = `import { createMachine, createStateConfig } from "xstate";\nexport const m = createMachine({});\n`;

  expect(xstate6Sign(text)?.sign).toBe("import { createStateConfig }");
});
