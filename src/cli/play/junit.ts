import type { ScenarioResult } from "#cli/play/scenario.ts";
import { cliWords, filled, type Language } from "#cli/words.ts";
import type { Json } from "#core/text/json.ts";
import { escapeXml } from "#core/text/escapeXml.ts";
import { visible } from "#core/text/visible.ts";

/** The scenarios of one game, as they were played. */
export interface PlayedGame {
  readonly id: string;
  readonly cases: readonly PlayedCase[];
  /** Why none of its scenarios could be played. */
  readonly fault?: { readonly code: string; readonly message: string };
}

export interface PlayedCase {
  readonly result: ScenarioResult;
  /** Absent where it was not played. */
  readonly ms?: number;
  /** Its file, from the current folder. */
  readonly file?: string;
}

type Outcome = "failure" | "error" | "skipped";
interface TestCase {
  readonly name: string;
  readonly ms: number;
  readonly file?: string | undefined;
  readonly outcome?: { readonly is: Outcome; readonly type: string; readonly message: string };
}

/**
 * What became of scenarios as JUnit XML, in the form that CI servers share (https://github.com/testmoapp/junitxml): a suite for each game,
 * a case for each scenario, times in seconds. A difference is a `failure`; a machine that was stopped or that could not be played an
 * `error`; a scenario that is too long to be played is `skipped`. Characters that XML cannot carry stand as `\u001b`.
 */
export function toJunit(games: readonly PlayedGame[], language: Language): string {
  const suites = games.map((game) => ({ name: game.id, cases: casesOf(game, language) }));
  const all = suites.flatMap(({ cases }) => cases);
  const body = suites.map(
    ({ name, cases }) =>
      `  <testsuite${attributes({ name, ...totals(cases) })}>\n${cases.map((item) => caseXml(item, name)).join("")}  </testsuite>\n`,
  );
  const head = `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites${attributes({ name: "turnwright", ...totals(all) })}>\n`;
  return `${head}${body.join("")}</testsuites>\n`;
}

function casesOf({ cases, fault }: PlayedGame, language: Language): TestCase[] {
  const { notStarted } = cliWords[language].junit;
  const ofScenarios = cases.map(({ result, ms = 0, file }): TestCase => {
    const outcome = outcomeOf(result, language);
    return { name: result.name, ms, file, ...(outcome ? { outcome } : {}) };
  });
  if (!fault) return ofScenarios;
  const message = filled(notStarted, { message: fault.message });
  return [...ofScenarios, { name: "machine", ms: 0, outcome: { is: "error", type: fault.code, message } }];
}

function outcomeOf(
  { ok, steps, divergence, stop, fault }: ScenarioResult,
  language: Language,
): TestCase["outcome"] {
  const { differs, notPlayed, notStarted, start, step: stepWords, stopped } = cliWords[language].junit;
  const place = (step: number) => (step === 0 ? start : filled(stepWords, { step }));
  if (ok) return undefined;
  if (stop?.limit?.unit === "steps") {
    const message = filled(notPlayed, { steps, limit: stop.limit.value });
    return { is: "skipped", type: "scenario-too-long", message };
  }
  if (stop) {
    const message = filled(stopped, { place: place(stop.step), message: stop.message });
    return { is: "error", type: "over-budget", message };
  }
  if (!divergence) {
    const message = filled(notStarted, { message: fault?.message ?? "" });
    return { is: "error", type: fault?.code ?? "failed", message };
  }
  const { step, what, at, expected, got } = divergence;
  const facts = {
    place: place(step),
    what: at === undefined ? what : `${what} ${at}`,
    expected: textOf(expected),
    got: textOf(got),
  };
  return { is: "failure", type: what, message: filled(differs, facts) };
}

const textOf = (value: Json | undefined): string => JSON.stringify(value) ?? "undefined";

function totals(cases: readonly TestCase[]): Record<string, string> {
  const count = (is: Outcome) => String(cases.filter(({ outcome }) => outcome?.is === is).length);
  return {
    tests: String(cases.length),
    failures: count("failure"),
    errors: count("error"),
    skipped: count("skipped"),
    time: seconds(cases.reduce((sum, { ms }) => sum + ms, 0)),
  };
}

const seconds = (ms: number): string => (ms / 1000).toFixed(3);

function caseXml({ name, ms, file, outcome }: TestCase, classname: string): string {
  const place = file === undefined ? {} : { file };
  const open = `    <testcase${attributes({ name, classname, time: seconds(ms), ...place })}`;
  if (!outcome) return `${open}/>\n`;
  const { is, type, message } = outcome;
  const inner =
    is === "skipped"
      ? `<skipped${attributes({ message })}/>`
      : `<${is}${attributes({ message, type })}>${escaped(message)}</${is}>`;
  return `${open}>\n      ${inner}\n    </testcase>\n`;
}

const attributes = (values: Readonly<Record<string, string>>): string =>
  Object.entries(values)
    .map(([name, value]) => ` ${name}="${escaped(value).replaceAll("\n", "&#10;").replaceAll("\t", "&#9;")}"`)
    .join("");

/** Beyond what a terminal would not show, XML 1.0 has no half of a surrogate pair and not the last two code points of the first plane. */
const NO_XML = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]|[\ufffe\uffff]/g;
const escaped = (text: string): string =>
  escapeXml(
    visible(text.replaceAll("\r\n", "\n")).replaceAll(
      NO_XML,
      (char) => `\\u${char.charCodeAt(0).toString(16)}`,
    ),
  );
