import { type RefObject, useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { aroundAll } from "#core/outline/defaultWays.ts";
import type { OutlineFault } from "#core/outline/outlineFault.ts";
import { readOutline } from "#core/outline/readOutline.ts";
import { outlineGameFiles } from "#core/project/outlineGame.ts";
import { readModule } from "#core/read/readModule.ts";
import { useStudio } from "#app/studio/useStudio.ts";
import { drawNewGame, type DrawnGame } from "#app/roof/drawNewGame.ts";
import { languageOf, type OutlineText } from "#app/roof/outlineFiles.ts";

/** How long nobody types before the text is read, in milliseconds. */
const PAUSE_MS = 200;

interface LabelFile {
  readonly labels?: Readonly<Record<string, string>>;
}

interface OutlineChart {
  readonly fault: OutlineFault | undefined;
  /** Phases and steps. */
  readonly count: number;
  /** The last chart that could be drawn. */
  readonly svg: string | undefined;
  /** The text has a fault, or was changed since. */
  readonly isOld: boolean;
  readonly isTooLarge: boolean;
}

/** What a text gives, read when nobody types and drawn in slices, so that typing never waits. @param room what the chart has to fit into */
export function useOutlineChart(
  value: OutlineText,
  title: string,
  isComposing: boolean,
  room: RefObject<HTMLElement | null>,
): OutlineChart {
  const { t } = useTranslation();
  const theme = useStudio((s) => s.theme);
  const [settled, setSettled] = useState(value);
  // What takes long is read less often, so that typing goes on.
  const readingMs = useRef(0);
  useEffect(() => {
    if (isComposing || value === settled) return undefined;
    const timer = setTimeout(() => setSettled(value), Math.max(PAUSE_MS, 2 * readingMs.current));
    return () => clearTimeout(timer);
  }, [value, settled, isComposing]);
  const isEmpty = settled.text.trim() === "";
  const result = useMemo(() => (isEmpty ? undefined : readOutline(settled.text)), [settled, isEmpty]);
  const outline = result?.outline;
  const [drawn, setDrawn] = useState<DrawnGame>();
  useEffect(() => {
    if (!outline) return undefined;
    const work = new AbortController();
    const draw = async (): Promise<DrawnGame | undefined> => {
      const language = languageOf(settled);
      const beforeFiles = performance.now();
      const files = outlineGameFiles("game", outline, { language, ...(title === "" ? {} : { title }) });
      const filesMs = performance.now() - beforeFiles;
      await new Promise((next) => setTimeout(next));
      if (work.signal.aborted) return undefined;
      const beforeReading = performance.now();
      const texts = new Map(files.map(({ name, text }) => [name, text]));
      const { charts, consts } = readModule(texts.get("machine") ?? "");
      readingMs.current = filesMs + performance.now() - beforeReading;
      const [chart] = charts;
      if (!chart) return undefined;
      const { labels } = JSON.parse(texts.get(`labels/${language}`) ?? "{}") as LabelFile;
      return drawNewGame({ chart, consts }, { labels, title, language, theme, t, room }, work.signal);
    };
    void draw().then((next) => next && setDrawn(next));
    return () => work.abort();
  }, [outline, settled, title, theme, t, room]);
  const shown = isEmpty && value.text.trim() === "" ? undefined : drawn;
  return {
    fault: result?.fault,
    count: outline ? aroundAll(outline).length : 0,
    svg: shown?.svg,
    isOld: value !== settled || result?.fault !== undefined,
    isTooLarge: shown !== undefined && shown.svg === undefined,
  };
}
