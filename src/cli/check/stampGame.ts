import type { Workspace } from "#adapters/disk/workspace.ts";
import { gameChart } from "#core/analyze/check.ts";
import type { FileName } from "#core/project/gameFiles.ts";
import { StoreError, type FileChange } from "#core/project/store.ts";
import type { ModuleReading } from "#core/read/module.ts";
import { isNewer } from "#core/ruleset/format.ts";
import { codeOfLabels, stampLabels } from "#core/ruleset/labelBasis.ts";
import { applyEdits } from "#core/text/textEdit.ts";

/**
 * Writes into each labels file which code its labels are for: that of now. Answers the files that were written; those of a
 * newer format are not.
 * @throws StoreError `refused` when a file was changed meanwhile; then nothing is written
 */
export async function stampGame(
  store: Pick<Workspace, "read" | "save">,
  game: string,
  reading: ModuleReading,
): Promise<ReadonlyMap<FileName, string>> {
  const chart = gameChart(reading);
  if (!chart) return new Map();
  const codeOf = codeOfLabels(chart, reading.consts ?? []);
  const changes = (await store.read(game)).flatMap(({ name, text, hash }): FileChange[] => {
    const edits = name.startsWith("labels/") && !isNewer(name, text) ? stampLabels(text, codeOf) : [];
    return edits.length > 0 ? [{ name, text: applyEdits(text, edits), base: hash }] : [];
  });
  const saved = changes.length === 0 || (await store.save(game, changes)).ok;
  if (!saved)
    throw new StoreError("refused", `${game} was changed by another program meanwhile; nothing was written`);
  return new Map(changes.map(({ name, text }) => [name, text ?? ""]));
}
