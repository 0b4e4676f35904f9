import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { commands } from "#core/edit/commands.ts";
import { mcpTools } from "#cli/mcp/serveMcp.ts";
import { MAX_ANSWER_LENGTH } from "#cli/mcp/tool.ts";
import { builtStudio } from "#test/support/builtStudio.ts";
import { turnwright } from "#test/support/commandLine.ts";
import { McpDriver } from "#test/cli/mcp/McpDriver.ts";

const CALLS = process.env["LONG"] ? 10_000 : 600;
/** Calls that are under way at once. */
const AT_ONCE = 20;

let folder: string;
beforeAll(async () => {
  await builtStudio();
  folder = await mkdtemp(join(tmpdir(), "turnwright-mcp-hostile-"));
  await turnwright(["new", "small"], { cwd: folder });
}, 120_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

const json = fc.jsonValue({ maxDepth: 4 });
const object = fc.dictionary(fc.string(), json, { maxKeys: 5 });
const oneOf = (...values: readonly unknown[]) => fc.constantFrom(...values);
const game = fc.oneof(
  { weight: 6, arbitrary: fc.constant("small") },
  oneOf(
    "",
    ".",
    "..",
    "../..",
    "/etc/passwd",
    "machines/small.machine.ts",
    "constructor",
    "__proto__",
    "con",
  ),
  fc.string(),
);
const event = fc.oneof(
  oneOf("DRAW", "END_PHASE", "END_TURN", "xstate.init", "*").chain((type) =>
    oneOf({ type }, { type, by: "P1" }, { type, by: 3 }, { type, by: "P1", more: {} }),
  ),
  object,
);
const statePath = oneOf(["turn"], ["turn", "main"], ["turn", "draw"], [], ["nope"], "turn");

/** By argument: what is nearly right, so that calls get past the check of their shape. */
const likely: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  game,
  session: oneOf("small-1", "small-2", "small-3", "small-99", ""),
  command: oneOf(...commands.keys(), "nope", "toString"),
  args: fc.record(
    { state: statePath, to: fc.string(), key: fc.string(), parent: statePath, text: fc.string() },
    { requiredKeys: [] },
  ),
  event,
  part: oneOf("outline", "map", "clauses", "moves", "code", "scenarios", "machine", "svg"),
  do: oneOf(
    "state",
    "send",
    "moves",
    "legal",
    "advance",
    "answer",
    "restart",
    "save",
    "restore",
    "describe",
    "end",
  ),
  names: fc.array(fc.string(), { maxLength: 3 }),
  only: fc.array(oneOf("in", "context", "may", "nope"), { maxLength: 3 }),
  offset: oneOf(0, 1, 10_000, Number.MAX_SAFE_INTEGER, -1, 0.5),
  ms: oneOf(0, 1, 1e9, 1e300, -1),
};

const call = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.constantFrom(...mcpTools).chain(({ name, input }) => {
      const properties = Object.keys(input.properties ?? {});
      const args = Object.fromEntries(
        properties.map((property) => [
          property,
          fc.oneof({ weight: 9, arbitrary: likely[property] ?? json }, { weight: 1, arbitrary: json }),
        ]),
      );
      return fc.record({
        name: fc.constant(name),
        args: fc.record(args, { requiredKeys: (input.required ?? []) as string[] }),
      });
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ name: fc.constantFrom(...mcpTools.map(({ name }) => name)), args: object }),
  },
  { weight: 1, arbitrary: fc.record({ name: fc.string(), args: object }) },
);

test("whatever is called is answered, no answer is too long, and nothing is written but what was to be", async () => {
  const { seed = 0 } = fc.readConfigureGlobal();
  const calls = fc.sample(call, { numRuns: CALLS, seed });
  const server = new McpDriver(folder);
  await server.start();
  const outcomes = { answers: 0, errors: 0 };
  try {
    const waiting = calls.entries();
    const ask = async () => {
      for (const [i, { name, args }] of waiting) {
        const about = `seed ${seed}, call ${i}: ${name} ${JSON.stringify(args)}`;
        // A tool that there is not is an error of the protocol.
        const { isError, texts } = await server.call(name, args).catch((error: unknown) => {
          expect(String(error), about).toMatch(/not found|Invalid|Unknown/i);
          return { isError: true, texts: ["refused"] };
        });
        expect(texts.join("").length, about).toBeGreaterThan(0);
        expect(texts[0]?.length, about).toBeLessThanOrEqual(MAX_ANSWER_LENGTH + 500);
        // What is wrong is said in words of ours, not by a fault of this program.
        if (isError)
          expect(texts[0], about).not.toMatch(/"code":"failed"|TypeError|is not a function|undefined \(/);
        outcomes[isError ? "errors" : "answers"]++;
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, ask));
    expect((await server.call("list")).isError).toBe(false);
    expect(server.complaints).toBe("");
  } finally {
    await server.close();
  }
  // Both kinds came, else the calls were too tame or too wild.
  expect(outcomes.answers).toBeGreaterThan(CALLS / 10);
  expect(outcomes.errors).toBeGreaterThan(CALLS / 10);
  expect((await readdir(folder)).toSorted()).toEqual(["machines", "rulesets"]);
  const check = await turnwright(["check", "small", "--json"], { cwd: folder });
  expect(JSON.parse(check.out)).toHaveProperty("games");
  expect(await readFile(join(folder, "machines/small.machine.ts"), "utf8")).toContain("createMachine");
});
