import { Validator, type Schema } from "@cfworker/json-schema";
import fc from "fast-check";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Finding } from "#cli/check/findings.ts";
import { githubLines } from "#cli/check/githubLines.ts";
import { toSarif } from "#cli/check/sarif.ts";
import { machine } from "#test/core/analyze/faults.ts";
import { turnwright } from "#test/support/commandLine.ts";

/** A machine with a wrong target behind characters of two UTF-16 code units, and one behind a line end of Windows. */
const lamp = machine(
  `initial: "a", states: { a: { description: "🃏🃏", on: { GO: "nowhere" } },\r\n  b: { on: { STOP: "nobody" } } }`,
);
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "turnwright-formats-"));
  await mkdir(join(folder, "table games/machines"), { recursive: true });
  await writeFile(join(folder, "table games/machines/lamp.machine.ts"), lamp);
  await writeFile(join(folder, "table games/machines/cut.machine.ts"), Buffer.from([0x61, 0xe3, 0x81]));
  await writeFile(join(folder, "table games/machines/oddName.machine.ts"), lamp);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const check = (...words: string[]) =>
  turnwright(["check", "--root", "table games", ...words], { cwd: folder });

interface Annotation {
  readonly level: string;
  readonly properties: Readonly<Record<string, string>>;
  readonly message: string;
}

/** Reads a workflow command as the runner does (actions/runner, ActionCommand.TryParseV2). */
function annotation(line: string): Annotation {
  const end = line.indexOf("::", 2);
  expect([line.startsWith("::"), end > 0, /[\r\n]/.test(line)]).toEqual([true, true, false]);
  const [level = "", list = ""] = line.slice(2, end).split(/ (.*)/s);
  const read = (text: string) =>
    text
      .replaceAll("%0D", "\r")
      .replaceAll("%0A", "\n")
      .replaceAll("%3A", ":")
      .replaceAll("%2C", ",")
      .replaceAll("%25", "%");
  const properties = list.split(",").map((pair) => pair.split(/=(.*)/s));
  const message = line.slice(end + 2);
  return {
    level,
    properties: Object.fromEntries(properties.map(([name, value = ""]) => [name, read(value)])),
    message: message.replaceAll("%0D", "\r").replaceAll("%0A", "\n").replaceAll("%25", "%"),
  };
}

test("--format github names file, line and column of each fault from the current folder", async () => {
  const { code, out } = await check("--format", "github");
  const all = out.trimEnd().split("\n").map(annotation);
  const at = lamp.split("\r\n")[0]!.split("\n").at(-1)!.indexOf('"nowhere"') + 1;

  expect(code).toBe(1);
  expect(all).toContainEqual({
    level: "error",
    message: expect.stringContaining("nowhere") as string,
    properties: {
      file: "table games/machines/lamp.machine.ts",
      line: "3",
      col: String(at),
      endLine: "3",
      endColumn: String(at + '"nowhere"'.length),
      title: "target-not-found",
    },
  });
  expect(all).toContainEqual(
    expect.objectContaining({ properties: expect.objectContaining({ line: "4" }) as object }),
  );
  expect(all.map(({ properties }) => [properties["file"], properties["title"]])).toEqual(
    expect.arrayContaining([
      ["table games/machines/cut.machine.ts", "encoding"],
      ["table games/machines/oddName.machine.ts", "no-game"],
    ]),
  );
});

const finding = fc.record({
  file: fc
    .string({ unit: "binary", minLength: 1 })
    .map((name) => join("/games", `x${name.replaceAll(/[\0/]/g, "")}`)),
  severity: fc.constantFrom("error", "warning", "info"),
  code: fc.constantFrom("target-not-found", "no-game"),
  message: fc.oneof(fc.string({ unit: "binary" }), fc.stringMatching(/^[%:,\r\n0-9A-F]*$/)),
  at: fc.record({
    from: fc.record({ line: fc.integer({ min: 1, max: 3 }), column: fc.integer({ min: 1, max: 9 }) }),
    to: fc.record({ line: fc.integer({ min: 3, max: 5 }), column: fc.integer({ min: 9, max: 20 }) }),
  }),
}) satisfies fc.Arbitrary<Finding>;

test("law: the runner reads back what was written, whatever characters there are", () => {
  fc.assert(
    fc.property(finding, (item) => {
      const { message, properties } = annotation(githubLines([item], "/games").slice(0, -1));
      expect([message, properties["file"]]).toEqual([item.message, item.file.slice("/games/".length)]);
      // The runner drops columns of a place that spans lines.
      expect("endColumn" in properties).toBe(item.at.from.line === item.at.to.line);
    }),
  );
});

const text = { type: "object", required: ["text"], properties: { text: { type: "string" } } };
const count = { type: "integer", minimum: 1 };
/** What SARIF 2.1.0 says of the properties that are written here: which there are, and which must be there. */
const SARIF = {
  type: "object",
  required: ["version", "runs"],
  additionalProperties: false,
  properties: {
    $schema: { type: "string", format: "uri" },
    version: { const: "2.1.0" },
    runs: {
      type: "array",
      items: {
        type: "object",
        required: ["tool", "results"],
        additionalProperties: false,
        properties: {
          tool: {
            type: "object",
            required: ["driver"],
            properties: {
              driver: {
                type: "object",
                required: ["name"],
                additionalProperties: false,
                properties: {
                  name: { type: "string" },
                  version: { type: "string" },
                  language: { type: "string", pattern: "^[a-zA-Z]{2}(-[a-zA-Z]{2})?$" },
                  rules: {
                    type: "array",
                    uniqueItems: true,
                    items: {
                      type: "object",
                      required: ["id"],
                      additionalProperties: false,
                      properties: { id: { type: "string" }, shortDescription: text },
                    },
                  },
                },
              },
            },
          },
          originalUriBaseIds: { type: "object" },
          columnKind: { const: "utf16CodeUnits" },
          results: {
            type: "array",
            items: {
              type: "object",
              required: ["message", "ruleId", "ruleIndex", "level", "locations"],
              additionalProperties: false,
              properties: {
                ruleId: { type: "string" },
                ruleIndex: { type: "integer", minimum: 0 },
                level: { enum: ["none", "note", "warning", "error"] },
                message: text,
                locations: {
                  type: "array",
                  items: {
                    type: "object",
                    required: ["physicalLocation"],
                    properties: {
                      physicalLocation: {
                        type: "object",
                        required: ["artifactLocation"],
                        additionalProperties: false,
                        properties: {
                          artifactLocation: {
                            type: "object",
                            required: ["uri"],
                            additionalProperties: false,
                            properties: {
                              uri: { type: "string", format: "uri-reference" },
                              uriBaseId: { type: "string" },
                            },
                          },
                          region: {
                            type: "object",
                            required: ["startLine"],
                            additionalProperties: false,
                            properties: {
                              startLine: count,
                              startColumn: count,
                              endLine: count,
                              endColumn: count,
                            },
                          },
                        },
                      },
                    },
                  },
                },
              },
            },
          },
        },
      },
    },
  },
};
const faultsOf = (log: unknown) => new Validator(SARIF as Schema, "2020-12", false).validate(log).errors;

interface Log {
  readonly runs: readonly [
    {
      readonly tool: { readonly driver: { readonly rules: readonly { readonly id: string }[] } };
      readonly results: readonly {
        readonly ruleId: string;
        readonly ruleIndex: number;
        readonly level: string;
        readonly locations: readonly [
          {
            readonly physicalLocation: {
              readonly artifactLocation: { readonly uri: string };
              readonly region?: Readonly<Record<string, number>>;
            };
          },
        ];
      }[];
    },
  ];
}

test.each(["en", "ja", "zh-Hant"])("--format sarif is a log of SARIF 2.1.0, in %s too", async (language) => {
  const { code, out } = await check("--format", "sarif", "--lang", language);
  const log = JSON.parse(out) as Log;
  const { tool, results } = log.runs[0];

  expect(code).toBe(1);
  expect(faultsOf(log)).toEqual([]);
  for (const { ruleId, ruleIndex } of results) expect(tool.driver.rules[ruleIndex]?.id).toBe(ruleId);
  const wrong = results.find(({ ruleId }) => ruleId === "target-not-found");
  const column = lamp.split("\r\n")[0]!.split("\n").at(-1)!.indexOf('"nowhere"') + 1;
  expect(wrong?.level).toBe("error");
  expect(wrong?.locations[0].physicalLocation).toEqual({
    artifactLocation: { uri: "table%20games/machines/lamp.machine.ts", uriBaseId: "SRCROOT" },
    region: { startLine: 3, startColumn: column, endLine: 3, endColumn: column + 9 },
  });
  expect(results.map(({ ruleId }) => ruleId)).toEqual(expect.arrayContaining(["encoding", "no-game"]));
});

test("law: a file is found again by its address, whatever its name is; one outside by an absolute address", () => {
  const look = { folder: "/games", version: "1", language: "en", ruleWords: () => undefined } as const;
  fc.assert(
    fc.property(finding, fc.boolean(), (item, isOutside) => {
      const log = toSarif([item], { ...look, folder: isOutside ? "/elsewhere" : "/games" }) as unknown as Log;
      expect(faultsOf(JSON.parse(JSON.stringify(log)))).toEqual([]);
      const { uri } = log.runs[0].results[0]!.locations[0].physicalLocation.artifactLocation;
      expect(fileURLToPath(new URL(uri, "file:///games/"))).toBe(item.file);
      expect(uri.startsWith("file:")).toBe(isOutside);
    }),
  );
});

test("--quiet leaves warnings out of every format, and a game without faults gives an empty report", async () => {
  const { out } = await turnwright(["check", "haikyu-break", "--format", "github", "--quiet"], {
    cwd: process.cwd(),
  });
  expect(out).toBe("");
  const quiet = await check("lamp", "--format", "sarif", "--quiet");
  expect(JSON.parse(quiet.out)).toHaveProperty("runs.0.results.0.level", "error");
  expect(quiet.out).not.toContain('"warning"');
});

test.each([
  [
    ["--format", "githup"],
    "--format githup is unknown: the formats are text, json, github, sarif; did you mean github?",
  ],
  [
    ["--format", "sarif", "--json"],
    "--json is --format json, and --format sarif is another: give one of them",
  ],
  [["--format", "github", "--review"], "--review goes with --format text and --format json, not with github"],
])("%j is refused with what would be right", async (words, why) => {
  const { code, err, out } = await check(...words);
  expect([code, err.split("\n")[0]]).toEqual([2, `turnwright check: ${why}`]);
  if (words.includes("--json")) expect(JSON.parse(out)).toEqual({ error: { code: "usage", message: why } });
});
