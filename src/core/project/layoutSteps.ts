import {
  type ArrangementFile,
  parseArrangement,
  printArrangement,
} from "#core/layout/arrangement/arrangementFile.ts";
import { stepsTo, type FileStep } from "#core/project/history.ts";

/**
 * The step that changes the layout file, none when the change leaves it as it is. A file that cannot be read, or is of a newer format,
 * is somebody's work: it is not written over.
 * @param text of the file, undefined when there is none
 */
export function layoutSteps(
  text: string | undefined,
  change: (file: ArrangementFile) => ArrangementFile,
): FileStep[] {
  const { file, fault } = parseArrangement(text ?? "");
  if (fault || file.readOnly) return [];
  const after = change(file);
  return after === file ? [] : stepsTo("layout", text, printArrangement(after));
}
