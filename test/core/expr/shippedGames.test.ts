import { existsSync, readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { initialTransition, transition, type AnyStateMachine } from "xstate";
import type { EventType, PayloadType } from "#core/chart/payload.ts";
import { applyArrow } from "#core/expr/evaluate.ts";
import { ExprError } from "#core/expr/exprError.ts";
import { formulaOf } from "#core/expr/formula.ts";
import { helperScope } from "#core/expr/helpers.ts";
import { parsedExpr, parseExpr } from "#core/expr/parse.ts";
import { readModule } from "#core/read/readModule.ts";

const shipped = existsSync("machines")
  ? readdirSync("machines").filter((file) => file.endsWith(".machine.ts"))
  : [];

/** Any value of a payload type; texts are seats or common words, so that some of them mean something. */
function valueOf(type: PayloadType): fc.Arbitrary<unknown> {
  switch (type.kind) {
    case "string":
      return fc.constantFrom("P1", "P2", "chance", "table", "", "Aoi");
    case "number":
      return fc.oneof(fc.integer({ min: -1, max: 8 }), fc.constant(40), fc.constant(0.5));
    case "boolean":
      return fc.boolean();
    case "null":
      return fc.constant(null);
    case "literal":
      return fc.constant(type.value);
    case "union":
      return fc.oneof(...type.of.map(valueOf));
    case "array":
      return fc.array(valueOf(type.of), { maxLength: 3 });
    case "tuple":
      return fc.tuple(...type.of.map(valueOf));
    case "record":
      return fc.dictionary(fc.constantFrom("P1", "P2"), valueOf(type.of));
    case "object":
      return fc.record(Object.fromEntries(type.fields.map((field) => [field.name, valueOf(field.type)])));
    case "unknown":
      return fc.constant("?");
  }
}

const eventOf = (events: readonly EventType[]): fc.Arbitrary<{ type: string }> =>
  fc.oneof(
    ...events.map((event) =>
      fc.record<Record<string, unknown>, string>(
        {
          type: fc.constant(event.type),
          ...Object.fromEntries(event.fields.map((field) => [field.name, valueOf(field.type)])),
        },
        {
          requiredKeys: [
            "type",
            ...event.fields.filter((field) => !field.optional).map((field) => field.name),
          ],
        },
      ),
    ),
  ) as fc.Arbitrary<unknown> as fc.Arbitrary<{ type: string }>;

describe.each(shipped)("%s", (file) => {
  const reading = readModule(readFileSync(`machines/${file}`, "utf8"));
  const [chart] = reading.charts;
  const helpers = helperScope(reading.consts ?? [], parsedExpr);

  test(
    "guards of the readable subset say in `evaluate` what they say in XState",
    { timeout: 120_000 },
    async () => {
      const module = (await import(/* @vite-ignore */ pathToFileURL(resolve("machines", file)).href)) as {
        machine: AnyStateMachine;
      };
      const real = module.machine.implementations.guards as Record<
        string,
        (args: unknown, params: unknown) => boolean
      >;
      const readable = chart!.setup!.guards.flatMap(({ name, text }) => {
        const { expr } = parseExpr(text);
        return expr?.kind === "arrow" ? [{ name, arrow: expr }] : [];
      });
      let compared = 0;
      let held = 0;

      fc.assert(
        fc.property(
          fc.array(eventOf(chart!.events!), { minLength: 5, maxLength: 30 }),
          fc.nat(8),
          (events, n) => {
            let [snapshot] = initialTransition(module.machine, {});
            for (const event of events) {
              if (snapshot.can(event as never))
                [snapshot] = transition(module.machine, snapshot, event as never);
              const { context } = snapshot;
              for (const { name, arrow } of readable) {
                const params = { moment: "start", n };
                let expected: unknown;
                try {
                  expected = real[name]!({ context, event }, params);
                } catch {
                  expect(() => applyArrow(arrow, [{ context, event }, params], helpers)).toThrow(ExprError);
                  continue;
                }
                expect([name, applyArrow(arrow, [{ context, event }, params], helpers)]).toEqual([
                  name,
                  expected,
                ]);
                compared++;
                if (expected) held++;
              }
            }
          },
        ),
        { numRuns: 15 },
      );
      expect(readable.length).toBeGreaterThan(10);
      expect(compared).toBeGreaterThan(1000);
      expect(held).toBeGreaterThan(100);
    },
  );

  test("four in five guards at least have a formula", () => {
    const without = chart!
      .setup!.guards.filter(({ text }) => formulaOf(text) === undefined)
      .map(({ name }) => name);

    expect(without.length, without.join()).toBeLessThanOrEqual(chart!.setup!.guards.length / 5);
  });
});
