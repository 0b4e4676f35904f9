import fc from "fast-check";
import { commands } from "#core/edit/commands.ts";
import { mcpTools } from "#cli/mcp/serveMcp.ts";

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

/** A call of a tool: nearly right, of any shape, or of a tool that there is not. */
export const hostileCall = fc.oneof(
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
