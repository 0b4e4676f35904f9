import { useMemo, useState } from "react";
import type { Chart } from "#core/chart/chart.ts";
import { absolute, pathOf, placeOf, stateSpan, transitionOf, transitionRef } from "#core/chart/places.ts";
import type { FileName } from "#core/project/gameFiles.ts";
import type { Span } from "#core/text/textEdit.ts";
import { useStudio } from "#app/studio/useStudio.ts";

/**
 * What of a file is marked as selected, and what is scrolled to: a place of a name or of a problem that was requested, or the selection
 * unless it came from the caret.
 * @param focus what counts as selected in place of the studio's own selection
 */
export function useReveal({
  file,
  chart,
  focus,
}: {
  file: FileName;
  chart: Chart | undefined;
  focus: { kind: string; id: string } | undefined;
}) {
  const jump = useStudio((s) => s.jump);
  const selected = useStudio((s) => s.route.selection);
  const selection = focus ?? selected;
  const highlight = useMemo((): Span | undefined => {
    if (file !== "machine" || !chart || !selection) return undefined;
    if (selection.kind === "state") {
      const place = selection.id === "" ? undefined : placeOf(chart, pathOf(selection.id));
      return place && stateSpan(place);
    }
    const ref = selection.kind === "transition" ? transitionRef(selection.id) : undefined;
    const found = ref && transitionOf(chart, ref);
    return found && absolute(found.place, found.transition.at);
  }, [file, chart, selection]);
  // The caret selects the state or transition it stands in: then the text must not jump to its start.
  const [fromCaret, setFromCaret] = useState<string | null>(null);
  const selectionKey = selection ? `${selection.kind}:${selection.id}` : "";
  // What got another name is not scrolled to again, but an editor that comes later begins there.
  const [shownKey, setShownKey] = useState(selectionKey);
  // What was requested last is scrolled to: a place of a name or of a problem, or what is selected.
  const keys = { jump: jump?.key, selection: selectionKey };
  const [revealed, setRevealed] = useState<typeof keys & { last: string }>({
    ...keys,
    jump: undefined,
    last: "selection",
  });
  if (keys.jump !== revealed.jump) setRevealed({ ...keys, last: "jump" });
  else if (keys.selection !== revealed.selection) {
    // What got another name stands where it stood: who renamed it elsewhere in the text stays there.
    const renamed = selected !== null && "renamed" in selected && selected.renamed === true;
    setRevealed({ ...keys, last: renamed ? revealed.last : "selection" });
    if (!renamed) setShownKey(selectionKey);
    else if (fromCaret === revealed.selection) setFromCaret(selectionKey);
  }
  const shown =
    revealed.last === "jump" && jump?.file === file
      ? { ...jump.at, key: `jump:${jump.key}`, select: true, focus: jump.focus }
      : highlight && fromCaret !== selectionKey
        ? { ...highlight, key: shownKey }
        : undefined;
  return { highlight, shown, setFromCaret };
}
