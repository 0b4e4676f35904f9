import { beforeAll, expect, test } from "vitest";
import { loadGame } from "#app/studio/loadGame.ts";
import { BLOCKS } from "#core/edit/block/library.ts";
import { Project } from "#core/project/Project.ts";
import { buildMachine } from "#test/core/edit/laws/buildMachine.ts";
import { blockFiles, blockScenarios } from "#test/core/edit/block/blockGames.ts";
import { Coverage } from "#test/machines/support/Coverage.ts";
import { replay } from "#test/machines/support/replay.ts";
import { patience } from "#test/support/patience.ts";
import { typeChecker } from "#test/support/typeChecker.ts";

let typeErrors: Awaited<ReturnType<typeof typeChecker>>;
beforeAll(async () => {
  typeErrors = await typeChecker(BLOCKS.map(({ machine }) => machine));
}, patience(120_000));

test.each(BLOCKS.map((block) => [block.manifest.id, block] as const))(
  "%s is a game without faults, and its scenarios take every transition of what is inserted",
  (id, { machine: text, manifest, labels }) => {
    const files = [...blockFiles(id)].map(([name, content], i) => ({ name, text: content, hash: `h${i}` }));
    const project = new Project(id, files);
    const machine = buildMachine(text);
    const coverage = new Coverage(machine);

    expect(loadGame(project.state().files, project.graph(), 0).diagnostics).toEqual([]);
    for (const [name, scenario] of blockScenarios(id))
      expect([name, replay(machine, scenario, coverage)]).toEqual([name, undefined]);
    expect(coverage.missedTransitions()).toEqual([]);
    expect(coverage.missedOutcomes()).toEqual([]);
    expect(typeErrors(text)).toEqual([]);
    const languages = ["en", "ja", "zh-Hant"];
    for (const words of [
      manifest.title,
      manifest.about,
      ...manifest.parameters.map(({ label }) => label),
      labels,
    ])
      expect(Object.keys(words)).toEqual(languages);
  },
);

test("every part of a manifest is in its block's game", () => {
  for (const { manifest, machine } of BLOCKS) {
    const { states } = buildMachine(machine).root;
    const find = (path: readonly string[]) =>
      path.reduce<{ states: object } | undefined>(
        (node, key) => (node?.states as Record<string, { states: object }>)?.[key],
        { states },
      );

    for (const path of [manifest.state, manifest.exit, manifest.host])
      if (path) expect(find(path), path.join()).toBeDefined();
    expect(Boolean(manifest.state) !== Boolean(manifest.host), manifest.id).toBe(true);
    expect(Boolean(manifest.exit), manifest.id).toBe(Boolean(manifest.state));
    for (const { name } of manifest.parameters) expect(machine).toMatch(new RegExp(`\\b${name}\\b`));
  }
});
