import { keySpan, nodeAt, readJson } from "#core/ruleset/jsonText.ts";
import type { Span } from "#core/text/textEdit.ts";
import { goTo } from "#app/gestures/names/goTo.ts";
import type { Studio } from "#app/studio/Studio.ts";

/** Shows the wording of a clause in the file that it is written in, ready to be edited; where there is none, the file. */
export function editWording(studio: Studio, locale: string, clause: string): void {
  const { files, loaded } = studio.get();
  const wantedFile = `text/${locale}`;
  const file = files?.files.has(wantedFile)
    ? wantedFile
    : `text/${loaded?.ruleset.info.sourceLocale ?? locale}`;
  const text = files?.files.get(file);
  if (text !== undefined) goTo(studio, { file, at: wordingSpan(text, clause) ?? { from: 0, to: 0 } }, true);
}

/** Where the wording of a clause stands in its file, without the quotes; its key where it is no text. */
export function wordingSpan(text: string, clause: string): Span | undefined {
  const read = readJson(text);
  if (!("node" in read)) return undefined;
  const way = ["text", clause];
  const key = keySpan(read.node, way);
  const { at } = nodeAt(read.node, way);
  // Without such a key both are what is around it.
  if (text.slice(key.from, key.to) !== JSON.stringify(clause)) return undefined;
  return text[at.from] === '"' ? { from: at.from + 1, to: at.to - 1 } : key;
}
