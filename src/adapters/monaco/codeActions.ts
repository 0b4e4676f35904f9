import type * as Monaco from "monaco-editor/editor";
import type { CodeMarker } from "#adapters/monaco/codeMarker.ts";
import type { MonacoApi } from "#adapters/monaco/monacoApi.ts";

/** A squiggle where it is drawn, with what can be done about it. */
export interface PlacedMarker {
  readonly range: Monaco.IRange;
  readonly data: Monaco.editor.IMarkerData;
  readonly marker: CodeMarker;
}

const RUN = "turnwright.mend";
const placed = new WeakMap<Monaco.editor.ITextModel, readonly PlacedMarker[]>();
/** The fixes that were offered last, by the number that their command carries. */
let offered: readonly (() => void)[] = [];

/** From now on the light bulb of a model offers the fixes of these squiggles. */
export const offerFixes = (model: Monaco.editor.ITextModel, markers: readonly PlacedMarker[]): void => {
  placed.set(
    model,
    markers.filter(({ marker }) => marker.fixes),
  );
};

/** Offers the studio's fixes in the light bulb and under Ctrl+. of every editor. Called once. */
export function registerCodeActions(monaco: MonacoApi): void {
  monaco.editor.registerCommand(RUN, (_, index: number) => offered[index]?.());
  const provider: Monaco.languages.CodeActionProvider = {
    provideCodeActions(model, range, { only }) {
      if (only !== undefined && !"quickfix".startsWith(only)) return { actions: [], dispose: () => {} };
      const found = (placed.get(model) ?? [])
        .filter((marker) => monaco.Range.areIntersectingOrTouching(marker.range, range))
        .flatMap(({ data, marker }) => (marker.fixes?.() ?? []).map((fix) => ({ data, fix })));
      offered = found.map(({ fix }) => fix.run);
      const actions = found.map(({ data, fix }, index): Monaco.languages.CodeAction => ({
        title: fix.title,
        kind: "quickfix",
        diagnostics: [data],
        isPreferred: fix.obvious,
        command: { id: RUN, title: fix.title, arguments: [index] },
      }));
      return { actions, dispose: () => {} };
    },
  };
  for (const language of ["typescript", "javascript", "json"])
    monaco.languages.registerCodeActionProvider(language, provider, {
      providedCodeActionKinds: ["quickfix"],
    });
}
