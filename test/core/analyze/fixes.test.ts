import type { DiagnosticCode } from "#core/diagnostic/codes.ts";
import { beforeAll, expect, test } from "vitest";
import { diagnose } from "#core/analyze/check.ts";
import { fixesOf, mayBeFixed } from "#core/analyze/fixesOf.ts";
import type { Diagnostic } from "#core/diagnostic/diagnostic.ts";
import type { Fix } from "#core/diagnostic/fix.ts";
import { sayFix } from "#core/diagnostic/say.ts";
import { loadGraphCommands } from "#core/project/graphCommands.ts";
import { Project } from "#core/project/Project.ts";
import { readModule } from "#core/read/readModule.ts";
import en from "#locales/diagnostics/en.json";
import ja from "#locales/diagnostics/ja.json";
import zhHant from "#locales/diagnostics/zh-Hant.json";
import { faults, type FaultyGame } from "#test/core/analyze/faults.ts";

beforeAll(loadGraphCommands);

type Texts = ReadonlyMap<string, string>;
const textsOf = (files: FaultyGame["files"]): Texts =>
  new Map(
    Object.entries(files).flatMap(([name, file]) =>
      file === undefined ? [] : [[name, typeof file === "string" ? file : JSON.stringify(file)] as const],
    ),
  );
const projectOf = (texts: Texts) =>
  new Project(
    "m",
    [...texts].map(([name, text]) => ({ name, text, hash: name })),
  );
const readingOf = (texts: Texts) => readModule(texts.get("machine") ?? "");
const found = (texts: Texts) => diagnose(readingOf(texts), texts);
const count = (list: readonly Diagnostic[], code: string) => list.filter((one) => one.code === code).length;

/** The diagnostic that a faulty game is there for, and what can be done about it. */
function fixesFor({ files, code, in: file = "machine", under }: FaultyGame) {
  const texts = textsOf(files);
  const told = found(texts).find(
    (one) =>
      one.code === code &&
      one.file === file &&
      one.at &&
      texts.get(file)?.slice(one.at.from, one.at.to) === under,
  );
  return { texts, fixes: told ? fixesOf(told, readingOf(texts), texts) : [] };
}

const cases = faults.flatMap((fault) => {
  const { texts, fixes } = fixesFor(fault);
  return fixes.map((fix) => ({
    name: `${fault.code}: ${fix.id} ${Object.values(fix.facts).join(" ")}`.slice(0, 90),
    fault,
    texts,
    fix,
  }));
});

test.each(cases)(
  "$name mends it, makes no new error, and one undo takes it back",
  ({ fault, texts, fix }) => {
    const project = projectOf(texts);
    const before = found(texts);

    const result = project.fix(fix, { at: 0 });

    expect(result).toMatchObject({ ok: true });
    const after = found(project.state().files);
    expect(count(after, fault.code)).toBeLessThan(count(before, fault.code));
    for (const { code, severity } of after)
      if (severity === "error")
        expect([code, count(after, code)]).toEqual([code, Math.min(count(after, code), count(before, code))]);
    project.undo();
    expect(project.state().files).toEqual(texts);
    expect(project.undo()).toBeUndefined();
  },
);

test("a fix of an older text is refused and changes nothing", () => {
  const { texts, fixes } = fixesFor(faults.find((one) => one.code === "import-missing")!);
  const project = projectOf(texts);
  const { revision } = project.state();
  project.write("machine", "// typed meanwhile\n", { label: "typing", origin: "code", at: 0 });

  const result = project.fix(fixes[0]!, { at: 1, revision });

  expect(result).toEqual({ ok: false, refused: { code: "text-moved-on" } });
  expect(project.text("machine")).toBe("// typed meanwhile\n");
});

/** Diagnostics that have a mend, and those of them that have one which nobody would think about twice. */
const mended = new Map<DiagnosticCode, readonly Fix[]>();
for (const fault of faults)
  mended.set(fault.code, [...(mended.get(fault.code) ?? []), ...fixesFor(fault).fixes]);

test.each<DiagnosticCode>([
  "unknown-state-key",
  "unknown-transition-key",
  "target-not-found",
  "guard-not-found",
  "action-not-found",
  "actor-not-found",
  "delay-not-found",
  "event-not-declared",
  "initial-missing",
  "import-missing",
  "import-unknown",
  "wrong-type",
  "wrong-value",
  "always-dead",
  "after-list-string",
  "event-as-text",
  "former-arguments",
  "action-not-carried-out",
  "clause-unknown",
  "asks-unknown",
  "event-empty",
  "unknown-setup-key",
  "json-unknown-key",
])("%s has an obvious mend", (code) => {
  expect(mended.get(code)?.some((fix) => fix.obvious)).toBe(true);
});

test.each<DiagnosticCode>([
  "duplicate-id",
  "duplicate-key",
  "key-integer",
  "key-unreachable",
  "key-grammar",
  "transition-shadowed",
  "state-unreachable",
  "final-has-transitions",
  "final-goes-on",
  "state-stuck",
  "asks-missing",
  "label-unknown",
  "layout-unknown-state",
])("%s has a mend to choose", (code) => {
  expect(mended.get(code)?.length).toBeGreaterThan(0);
});

test("what may be fixed is what has fixes for some fault", () => {
  for (const [code, fixes] of mended)
    if (fixes.length > 0)
      expect(
        mayBeFixed({ code, at: { from: 0, to: 0 }, severity: "error", file: "machine", facts: {} }),
      ).toBe(true);
});

test("every fix has words in three languages, and every sentence has an example", () => {
  const ids = new Set([...mended.values()].flat().map((fix) => fix.id));

  for (const { fix } of [en, ja, zhHant]) {
    expect(Object.keys(fix).toSorted()).toEqual([...ids].toSorted());
    for (const one of [...mended.values()].flat()) expect(sayFix(one, fix)).not.toMatch(/\{\{|undefined\}/);
  }
});
