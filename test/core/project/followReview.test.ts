import { beforeAll, describe, expect, test } from "vitest";
import { mainChart } from "#core/chart/machineKey.ts";
import { places } from "#core/chart/places.ts";
import type { Fix } from "#core/diagnostic/fix.ts";
import { loadGraphCommands } from "#core/project/graphCommands.ts";
import { Project } from "#core/project/Project.ts";
import { loadRuleset } from "#core/ruleset/loadRuleset.ts";
import { ReviewGround, reviewStatus } from "#core/ruleset/review.ts";
import type { ReviewEntry } from "#core/ruleset/ruleset.ts";
import { symbolTable } from "#core/symbol/symbolSites.ts";
import { allRuleFiles } from "#test/support/allRuleFiles.ts";

beforeAll(loadGraphCommands);

function ground(project: Project) {
  const { reading } = project.graph();
  const chart = mainChart(reading.charts);
  if (!chart) throw new Error("no machine");
  const { ruleset, scenarios } = loadRuleset(project.state().files);
  return {
    ruleset,
    of: new ReviewGround({ chart, consts: reading.consts ?? [], ruleset, scenarios }),
  };
}

/** A game each of whose clauses was checked in one language as it is. */
function checkedProject(game: string): Project {
  const { machine, rules } = allRuleFiles(game);
  const files = [{ name: "machine", text: machine, hash: "1" }];
  for (const [name, text] of rules) files.push({ name, text, hash: name });
  const { ruleset, of } = ground(new Project(game, files));
  const review = ruleset.clauses.map(({ id }): ReviewEntry => ({
    clause: id,
    locale: "ja",
    state: "checked",
    at: "2026-11-27",
    basis: of.basisOf(id, "ja"),
  }));
  const text = JSON.stringify({ format: 1, review }, null, 2);
  return new Project(game, [...files, { name: "review", text, hash: "review" }]);
}

function suspects(project: Project): string[] {
  const { ruleset, of } = ground(project);
  expect(ruleset.review?.length).toBe(ruleset.clauses.length);
  return (ruleset.review ?? []).flatMap((entry) =>
    reviewStatus(entry, () => of.basisOf(entry.clause, entry.locale)) === "suspect" ? [entry.clause] : [],
  );
}

describe.each(["haikyu-break", "vf-card"])("%s", (game) => {
  test("whatever is renamed, what was checked stays so, and undo takes it back", () => {
    const project = checkedProject(game);
    expect(suspects(project)).toEqual([]);
    const { chart } = project.graph();
    if (!chart) throw new Error("no machine");
    const { sites } = symbolTable(project.text("machine") ?? "", chart);
    for (const kind of ["event", "guard", "action", "clause"] as const) {
      const names = [...new Set(sites.filter((site) => site.kind === kind).map(({ name }) => name))];
      const name = names[names.length >> 1] ?? "";
      const answer = project.command(`${kind}.rename`, { name, to: `${name}X` }, { at: 1 });
      expect(answer, `${kind} ${name}`).toMatchObject({ ok: true });
      expect(suspects(project), `${kind} ${name}`).toEqual([]);
    }
    const states = [...places(chart).values()].filter(({ path }) => path.length === 3);
    const state = states[states.length >> 1]?.path ?? [];
    const before = project.text("review");
    const answer = project.command("state.rename", { state, to: `${state.at(-1)}X` }, { at: 2 });
    expect(answer, state.join(".")).toMatchObject({ ok: true });
    expect(suspects(project), state.join(".")).toEqual([]);

    project.undo();
    expect(project.text("review")).toBe(before);
  });
});

test("a clause that was suspect stays so through a renaming", () => {
  const project = checkedProject("haikyu-break");
  const text = project.text("machine") ?? "";
  const from = "(context.dp ?? 0) >= facedOp(context),";
  const at = text.indexOf(from);
  const edits = [{ from: at, to: at + from.length, insert: from.replace(">=", ">") }];
  project.apply([{ kind: "edit", file: "machine", edits }], { label: "typing", origin: "code", at: 1 });
  expect(suspects(project)).toEqual(["HV-III.5", "HV-IV-R.5"]);

  const answer = project.command("guard.rename", { name: "defenseHolds", to: "holds" }, { at: 2 });

  expect(answer).toMatchObject({ ok: true });
  expect(suspects(project)).toEqual(["HV-III.5", "HV-IV-R.5"]);
});

test("a state that was renamed in the code turns nothing suspect once the rules follow", () => {
  const project = checkedProject("haikyu-break");
  const text = project.text("machine") ?? "";
  const insert = text.replaceAll("calcOp", "opCalculation");
  const edits = [{ from: 0, to: text.length, insert }];
  project.apply([{ kind: "edit", file: "machine", edits }], { label: "typing", origin: "code", at: 1 });
  expect(suspects(project).length).toBeGreaterThan(0);

  const chart = mainChart(project.graph().reading.charts);
  if (!chart) throw new Error("no machine");
  for (const now of [...places(chart).keys()].filter((id) => id.endsWith(".opCalculation"))) {
    const change = { kind: "follow", was: now.replace("opCalculation", "calcOp"), now } as const;
    const fix: Fix = { id: "follow-rename", file: "machine", obvious: false, facts: {}, change };
    expect(project.fix(fix, { at: 2 })).toMatchObject({ ok: true });
  }

  expect(suspects(project)).toEqual([]);
});
