import { beforeAll, describe, expect, test } from "vitest";
import { checkLabelBasis } from "#core/analyze/checkLabelBasis.ts";
import { mainChart } from "#core/chart/machineKey.ts";
import { loadGraphCommands } from "#core/project/graphCommands.ts";
import { Project } from "#core/project/Project.ts";
import { symbolTable } from "#core/symbol/symbolSites.ts";
import { loadRuleset } from "#core/ruleset/loadRuleset.ts";
import { locales, rulesetFiles } from "#test/machines/support/rulesetFiles.ts";

beforeAll(loadGraphCommands);

function projectOf(game: string): Project {
  const { json, source } = rulesetFiles(game);
  const labels = locales.map((locale) => {
    const name = `labels/${locale}`;
    return { name, text: JSON.stringify(json(`${name}.json`), null, 2), hash: name };
  });
  return new Project(game, [{ name: "machine", text: source, hash: "1" }, ...labels]);
}

/** Labels that are told to be older than the code that they are for. */
function older(project: Project): string[] {
  const { reading } = project.graph();
  const chart = mainChart(reading.charts);
  if (!chart) throw new Error("no machine");
  const { files } = project.state();
  return checkLabelBasis({ ...loadRuleset(files), chart, files }, reading.consts ?? []).map(
    ({ facts }) => `${facts["locale"]} ${facts["key"]}`,
  );
}

describe.each(["haikyu-break", "chrono-card", "vf-card", "flesh-and-blood", "fate-ace-royal"])(
  "%s",
  (game) => {
    test("whatever is renamed, each label is still for the code that it was for", () => {
      const project = projectOf(game);
      expect(older(project)).toEqual([]);
      const { chart } = project.graph();
      if (!chart) throw new Error("no machine");
      const { sites } = symbolTable(project.text("machine") ?? "", chart);
      for (const kind of ["event", "guard", "action"] as const) {
        const names = [...new Set(sites.filter((site) => site.kind === kind).map(({ name }) => name))];
        // the first, the last and some between
        for (const at of [0, 0.3, 0.6, 0.99]) {
          const name = names[Math.floor(at * names.length)] ?? "";
          const answer = project.command(`${kind}.rename`, { name, to: `${name}X` }, { at: 1 });
          expect(answer, `${kind} ${name}`).toMatchObject({ ok: true });
          expect(older(project), `${kind} ${name}`).toEqual([]);
        }
      }
      expect(older(project)).toEqual([]);
    });
  },
);

test("a label that was older than its code stays so through a renaming", () => {
  const project = projectOf("vf-card");
  const source = project.text("machine") ?? "";
  const other = source.replace('=== "RETURN_TO_FIELD" && holds', '!== "RETURN_TO_FIELD" && holds');
  expect(other).not.toBe(source);
  project.write("machine", other, { label: "typing", origin: "code", at: 1 });
  const before = older(project);
  expect(before).toEqual(locales.map((locale) => `${locale} guard:vfInLeavePile`));

  project.command("guard.rename", { name: "vfInLeavePile", to: "inPile" }, { at: 2 });

  expect(older(project)).toEqual(locales.map((locale) => `${locale} guard:inPile`));
});
