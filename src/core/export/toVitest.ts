import { checkFields } from "#core/chart/payload.ts";
import type { Chart } from "#core/chart/chart.ts";
import { generatedHeader } from "#core/export/generatedHeader.ts";
import play from "#core/export/vitestPlay.ts?raw";
import { textIn } from "#core/ruleset/labels.ts";
import type { PlayEvent } from "#core/run/play/playEvent.ts";
import type { Expectation, Scenario, ScenarioStep } from "#core/run/scenario/scenario.ts";
import type { Json, JsonObject } from "#core/text/json.ts";

export interface VitestGiven {
  readonly chart: Chart;
  /** The module's text: under which name it exports the machine. */
  readonly text: string;
  readonly id: string;
  /** By name, in the order in which they are written. */
  readonly scenarios: Readonly<Record<string, Scenario>>;
  /** The module as the test imports it. */
  readonly from: string;
}

/**
 * Scenarios as a test file for Vitest: what is sent is sent, what is expected is asserted. Beside the machine's module it needs `xstate` and
 * `vitest`, and nothing of Turnwright.
 * @throws Error when there is no scenario, or the module does not export the machine
 */
export function toVitest({ chart, text, id, scenarios, from }: VitestGiven): string {
  const name = exportedAs(chart, text);
  return `${generatedHeader(id, "its scenarios as tests")}import { describe, expect, test } from "vitest";
${playImports}
import ${name === "default" ? "machine" : name === "machine" ? "{ machine }" : `{ ${name} as machine }`} from ${JSON.stringify(from)};

${scenarioTests({ chart, id, scenarios })}
${playClass}
`;
}

/**
 * The scenarios as calls of `describe`, `test` and `expect`, for a file that also has `machine` and what `playClass` says.
 * @throws Error when there is no scenario
 */
export function scenarioTests({
  chart,
  id,
  scenarios,
}: Pick<VitestGiven, "chart" | "id" | "scenarios">): string {
  const all = Object.entries(scenarios);
  if (all.length === 0) throw new Error(`${id} has no scenarios`);
  const tests = all.map(([key, scenario]) => testOf(chart, key, scenario));
  return `describe(${JSON.stringify(id)}, () => {
${tests.join("\n\n")}
});
`;
}

/** What `playClass` imports. */
export const playImports = play.slice(0, play.indexOf("\n\n"));
/** The class `Play`, in TypeScript. */
export const playClass = play
  .slice(play.indexOf("\n\n") + 2)
  .replace(/^\/\/ This file imports[^\n]*\n\n/, "")
  .replaceAll(/^export (class|const) /gm, "$1 ")
  .trimEnd();

/** The name under which a module exports its machine. @throws Error when it does not */
export function exportedAs({ ref }: Chart, text: string): string {
  const { name } = ref;
  if (name === "default" || (name === undefined && /^export default\b/m.test(text))) return "default";
  if (name !== undefined && /^[\w$]+$/.test(name)) {
    const pattern = name.replaceAll("$", "\\$");
    const word = new RegExp(`\\b${pattern}\\b`);
    const lists = [...text.matchAll(/^export\s*\{([^{}]*)\}/gm)].map(([, list = ""]) => list);
    const listed = lists.find((list) => word.test(list));
    if (listed !== undefined) return new RegExp(`\\b${pattern}\\s+as\\s+([\\w$]+)`).exec(listed)?.[1] ?? name;
    if (new RegExp(`^export\\s+(const|let|var)\\s+${pattern}\\b`, "m").test(text)) return name;
    if (new RegExp(`^export\\s+default\\s+${pattern}\\b`, "m").test(text)) return "default";
  }
  throw new Error(`the module does not export the machine${name === undefined ? "" : ` ${name}`}`);
}

function testOf(chart: Chart, key: string, { title, input, verdicts, steps }: Scenario): string {
  const named = textIn(title, "en");
  const head = named === "" ? key : `${key}: ${named}`;
  // A machine that runs is nowhere but where its events led it.
  const edit = steps.findIndex((step) => step.edit !== undefined);
  if (edit >= 0)
    return `  test.todo(${JSON.stringify(`${head} (step ${edit + 1} changes the play by hand)`)});`;
  // So is one whose guards ask a person.
  const verdictCount = verdicts ? 0 : steps.findIndex((step) => step.verdicts !== undefined) + 1;
  if (verdicts || verdictCount > 0)
    return `  test.todo(${JSON.stringify(`${head} (${verdictCount > 0 ? `step ${verdictCount}` : "the start"} says what guards without an implementation say)`)});`;
  const lines = steps.flatMap((step) => linesOf(chart, step));
  const given = input && Object.keys(input).length > 0 ? `, ${code(input)}` : "";
  return [
    `  test(${JSON.stringify(head)}, () => {`,
    `    const play = new Play(machine${given});`,
    ...lines.map((line) => `    ${line}`),
    "  });",
  ].join("\n");
}

function linesOf(chart: Chart, step: ScenarioStep): string[] {
  const { expect = {}, note, clauses = [] } = step;
  const text = typeof note === "string" ? note : textIn(note, "en");
  const why = [text.replaceAll(/\s+/g, " "), clauses.join(", ")].filter(Boolean).join(" — ");
  return [...(why === "" ? [] : [`// ${why}`]), ...deedLines(chart, step), ...assertLines(expect)];
}

function deedLines(
  chart: Chart,
  { send, untyped, advance, answer, save, restore, expect = {} }: ScenarioStep,
): string[] {
  if (send && expect.refused) return refusalLines(chart, send, expect.refused, untyped);
  if (send) return [`play.send(${code(send)});`];
  if (advance !== undefined) return [`play.advance(${advance});`];
  if (answer) return [`play.answer(${code(answer as unknown as Json)});`];
  if (save !== undefined) return [`play.save(${JSON.stringify(save)});`];
  if (restore !== undefined) return [`play.restore(${JSON.stringify(restore)});`];
  return [];
}

function refusalLines(
  chart: Chart,
  event: PlayEvent,
  refused: Exclude<NonNullable<Expectation["refused"]>, false>,
  untyped: true | undefined,
): string[] {
  const type = chart.events?.find((eventType) => eventType.type === event.type);
  const { type: _type, ...fields } = event;
  // The studio, the command line and turnwright/connect look at types before the machine is asked; XState does not.
  if (event.type.startsWith("xstate.") || (type && !untyped && checkFields(type.fields, fields).length > 0))
    return [`// Refused for its type, before the machine is asked: ${code(event)}`];
  const by = refused === true || !isNamed(chart, refused.guard) ? clauseOf(refused) : refused;
  return [`play.refuses(${code(event)}${Object.keys(by).length > 0 ? `, ${code(by as JsonObject)}` : ""});`];
}

const clauseOf = (refused: NonNullable<Expectation["refused"]>): { readonly clause?: string } =>
  typeof refused === "object" && refused.clause !== undefined ? { clause: refused.clause } : {};

/** Only guards in setup can be asked by their name. */
const isNamed = (chart: Chart, guard: string | undefined): boolean =>
  guard === undefined || (chart.setup?.guards ?? []).some(({ name }) => name === guard);

function assertLines({ in: active, notIn, context, can, cannot, status, output }: Expectation): string[] {
  return [
    ...(active ?? []).map((path) => `expect(play.in).toContain(${JSON.stringify(path)});`),
    ...(notIn ?? []).map((path) => `expect(play.in).not.toContain(${JSON.stringify(path)});`),
    ...(context ? partLines(context, []) : []),
    ...(can ?? []).map((event) => `expect(play.can(${code(event)})).toBe(true);`),
    ...(cannot ?? []).map((event) => `expect(play.can(${code(event)})).toBe(false);`),
    ...(status === undefined ? [] : [`expect(play.status).toBe(${JSON.stringify(status)});`]),
    ...(output === undefined ? [] : [`expect(play.output ?? null).toEqual(${code(output)});`]),
  ];
}

/** Objects are compared in the named parts, lists as a whole. */
function partLines(parts: JsonObject, at: readonly string[]): string[] {
  return Object.entries(parts).flatMap(([key, value]) => {
    const path = [...at, key];
    const isParts = typeof value === "object" && value !== null && !Array.isArray(value);
    if (isParts && Object.keys(value).length > 0) return partLines(value as JsonObject, path);
    const wanted = isParts ? "expect.any(Object)" : code(value as Json);
    return [`expect(play.context).toHaveProperty(${code(path)}, ${wanted});`];
  });
}

/** A value as it is written in JavaScript. */
function code(value: Json): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${(value as readonly Json[]).map(code).join(", ")}]`;
  const entries = Object.entries(value).flatMap(([key, part]) =>
    part === undefined
      ? []
      : [
          `${/^[A-Za-z_$][\w$]*$/.test(key) && key !== "__proto__" ? key : `[${JSON.stringify(key)}]`}: ${code(part as Json)}`,
        ],
  );
  return entries.length === 0 ? "{}" : `{ ${entries.join(", ")} }`;
}
