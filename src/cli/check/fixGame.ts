import type { Workspace } from "#adapters/disk/workspace.ts";
import { diagnose } from "#core/analyze/check.ts";
import { fixesOf } from "#core/analyze/fixesOf.ts";
import type { Diagnostic } from "#core/diagnostic/diagnostic.ts";
import type { Fix } from "#core/diagnostic/fix.ts";
import type { FileName } from "#core/project/gameFiles.ts";
import { loadGraphCommands } from "#core/project/graphCommands.ts";
import { Project } from "#core/project/Project.ts";
import { StoreError, type FileChange } from "#core/project/store.ts";
import type { ModuleReading } from "#core/read/module.ts";
import { addAll } from "#core/text/addAll.ts";

/** A diagnostic that was fixed, the fix, and the text that it was reported on. */
export interface AppliedFix {
  readonly diagnostic: Diagnostic;
  readonly fix: Fix;
  readonly text: string;
}

export interface FixedGame {
  readonly fixes: readonly AppliedFix[];
  /** The files as they are now. */
  readonly files: ReadonlyMap<FileName, string>;
  /** Files that were written. */
  readonly written: readonly FileName[];
}

/** How often fixes that make other fixes possible are followed up. */
const MAX_FIX_ROUNDS = 50;

/**
 * Carries out the obvious fixes of a game and saves it: all files or none, and never over what another program wrote meanwhile.
 * @param read reads the machine's module
 * @throws StoreError `refused` when a file was changed meanwhile; then nothing is written
 */
export async function fixGame(
  store: Pick<Workspace, "read" | "save">,
  game: string,
  read: (text: string) => ModuleReading,
): Promise<FixedGame> {
  await loadGraphCommands();
  const fileTexts = await store.read(game);
  const project = new Project(game, fileTexts);
  const fixes: AppliedFix[] = [];
  const texts = new Set<string>();
  // Fixes that lead back to what was there before are no fixes.
  for (let round = 0; round < MAX_FIX_ROUNDS && !texts.has(project.text("machine") ?? ""); round++) {
    texts.add(project.text("machine") ?? "");
    const done = fixOnce(project, read);
    if (done.length === 0) break;
    addAll(fixes, done);
  }
  const { files } = project.state();
  const changes: FileChange[] = project.unsaved();
  if (changes.length > 0) {
    const saved = await store.save(game, changes);
    if (!saved.ok)
      throw new StoreError(
        "refused",
        `${game} was changed by another program meanwhile; nothing was written`,
      );
  }
  return { fixes, files, written: changes.map(({ name }) => name) };
}

/** The obvious fixes of this moment: those that are steps at once, of commands the first; each leaves fewer faults of its kind. */
function fixOnce(project: Project, read: (text: string) => ModuleReading): AppliedFix[] {
  const { files } = project.state();
  const reading = read(files.get("machine") ?? "");
  const diagnostics = diagnose(reading, files);
  const fixes = diagnostics.flatMap((diagnostic): AppliedFix[] => {
    const fix = fixesOf(diagnostic, reading, files).find((item) => item.obvious);
    return fix ? [{ diagnostic, fix, text: files.get(fix.file) ?? "" }] : [];
  });
  const fewer = (group: readonly AppliedFix[]) => {
    const now = project.state().files;
    const left = diagnose(read(now.get("machine") ?? ""), now);
    return group.every(({ diagnostic: { code } }) => count(left, code) < count(diagnostics, code));
  };
  for (const group of groupsOf(fixes)) {
    const result = project.fix(joined(group), { at: 0 });
    if (result.ok && fewer(group)) return group;
    if (result.ok) project.undo();
  }
  return [];
}

const count = (list: readonly Diagnostic[], code: string): number =>
  list.filter((diagnostic) => diagnostic.code === code).length;

/** What is tried, in this order: all steps of a file together, then each fix alone. */
function groupsOf(fixes: readonly AppliedFix[]): AppliedFix[][] {
  const bySteps = fixes.filter(({ fix }) => fix.change.kind === "steps");
  const files = [...new Set(bySteps.map(({ fix }) => fix.file))];
  const together = files.map((file) => bySteps.filter(({ fix }) => fix.file === file));
  return [...together.filter((group) => group.length > 1), ...fixes.map((fix) => [fix])];
}

/** One fix that carries out the steps of all. */
function joined(group: readonly AppliedFix[]): Fix {
  const [first] = group;
  if (!first) throw new RangeError("No fix to carry out");
  if (group.length === 1) return first.fix;
  const steps = group.flatMap(({ fix }) => (fix.change.kind === "steps" ? fix.change.steps : []));
  return { ...first.fix, change: { kind: "steps", steps } };
}
