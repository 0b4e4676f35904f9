import type { TFunction } from "i18next";
import { useEffect, useMemo, useReducer } from "react";
import { useTranslation } from "react-i18next";
import type { Setup } from "#core/chart/chart.ts";
import type { Texts } from "#core/ruleset/ruleset.ts";
import type { CanvasWords, ChartNames } from "#core/layout/names.ts";
import { chartNames } from "#core/project/chartNames.ts";
import { SIGNS } from "#core/layout/scene/signNames.ts";
import type { ControlWords } from "#adapters/flow/canvasProps.ts";
import { labelRecord } from "#app/studio/labels.ts";
import { useLabelFiles } from "#app/studio/useLabels.ts";
import { canvasWords } from "#app/i18n.ts";
import { useStudio } from "#app/studio/useStudio.ts";

const inside = [
  "lang",
  "always",
  "otherwise",
  "done",
  "failed",
  "forbidden",
  "inCode",
  "after",
  "waitsFor",
  "folded",
  "unknownTarget",
  "route",
  "steps",
  "stays",
  "ways",
  "staysOne",
  "stepsOne",
  "foldedOne",
  "calledOne",
  "anyTime",
  "reenters",
  "called",
  "calls",
  "backThere",
  "resumes",
  "never",
  "comesFrom",
  "leadsTo",
  "anyTimeIn",
  "ends",
] as const;
const controls = [
  "canvas",
  "zoomIn",
  "zoomOut",
  "fit",
  "tidyUp",
  "foldAll",
  "unfoldAll",
  "fold",
  "unfold",
  "overview",
  "legend",
  "path",
  "rename",
  "errors",
  "warnings",
  "leads",
  "activeNow",
  "startsHere",
  "retarget",
  "proposed",
  "apply",
  "cancel",
  "quickAdd",
  "firstState",
  "level",
  "levelMap",
  "levelFlow",
  "levelFull",
  "whole",
  "fitsAt",
] as const;
/** Words of a drag, which come after the first picture. */
const drops = ["into", "behind", "before", "between", "first", "last", "same"] as const;
const unfolding = ["states", "stop", "stopped", "again"] as const;
const seats = ["turnPlayer", "opponent", "anyone", "everyone", "chance", "table"] as const;

/**
 * Words of the canvas' own controls, in the language of the interface. They stay the same object while they say the same: `t` is another
 * one whenever words of any view or language are loaded, and the whole canvas would be rendered again for words that it does not show.
 */
export function useControlWords(): ControlWords {
  const { t } = useTranslation();
  const text = useMemo(() => JSON.stringify(controlWords(t)), [t]);
  return useMemo(() => JSON.parse(text) as ControlWords, [text]);
}

export const controlWords = (t: TFunction): ControlWords =>
  ({
    ...Object.fromEntries(controls.map((key) => [key, t(`canvas.${key}`, { skipInterpolation: true })])),
    drop: Object.fromEntries(drops.map((key) => [key, t(`drop.${key}`, { skipInterpolation: true })])),
    unfolding: Object.fromEntries(
      unfolding.map((key) => [key, t(`unfolding.${key}`, { skipInterpolation: true })]),
    ),
    signs: Object.fromEntries(SIGNS.map((sign) => [sign, t(`canvas.signs.${sign}`)])),
  }) as unknown as ControlWords;

/** What states, events, guards and actions are called, in the label language; a guard without a label is its formula. */
export function useChartNames(): ChartNames {
  const { i18n } = useTranslation();
  const files = useLabelFiles();
  const language = useStudio((s) => s.labelLanguage);
  const setup = useStudio((s) => s.graph?.chart?.setup);
  const uiLanguage = useStudio((s) => s.uiLanguage);
  const title = useTitle();
  const labels = files ? labelRecord(files, language) : undefined;
  // One language for a whole label: the few words of the picture are in that of the names.
  const spoken = language === "id" ? uiLanguage : language;
  const [arrived, arrive] = useReducer((n: number) => n + 1, 0);
  const isLoaded = i18n.hasResourceBundle(spoken, "translation");
  useEffect(() => {
    if (isLoaded) return;
    let current = true;
    void canvasWords(spoken).then(() => current && arrive());
    return () => {
      current = false;
    };
  }, [spoken, isLoaded]);
  return useMemo(
    () => namesOf(labels, title?.[language], setup, i18n.getFixedT(isLoaded ? spoken : uiLanguage)),
    // oxlint-disable-next-line react/exhaustive-deps -- the words of a language that has arrived
    [labels, title, language, setup, spoken, isLoaded, uiLanguage, i18n, arrived],
  );
}

/** What the open game is called, by language. */
function useTitle(): Texts | undefined {
  // The list of games is read again now and then: what matters is whether it says something else.
  const text = useStudio((s) => JSON.stringify(s.games?.find((game) => game.id === s.route.game)?.title));
  return useMemo(() => (text === undefined ? undefined : (JSON.parse(text) as Texts)), [text]);
}

/** What a chart's parts are called. @param title what the root goes by: it has no label of its own */
export function namesOf(
  labels: Readonly<Record<string, string>> | undefined,
  title: string | undefined,
  setup: Setup | undefined,
  t: TFunction,
): ChartNames {
  return chartNames(setup, labels && title ? { "state:": title, ...labels } : labels, canvasWordsFrom(t));
}

/** The words within pictures. */
export function canvasWordsFrom(t: TFunction): CanvasWords {
  const asks = Object.fromEntries(seats.map((seat) => [seat, t(`asks.${seat}`)]));
  return {
    ...Object.fromEntries(inside.map((key) => [key, t(`canvas.in.${key}`, { skipInterpolation: true })])),
    asks,
  } as unknown as CanvasWords;
}
