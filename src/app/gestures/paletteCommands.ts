import type { TFunction } from "i18next";
import { machineKeys } from "#core/chart/machineKey.ts";
import type { Chart } from "#core/chart/chart.ts";
import { pathOf, places, transitionOf, transitionRef } from "#core/chart/places.ts";
import { symbolsOfState, symbolsOfTransition } from "#core/symbol/elementSymbols.ts";
import type { RenamableSymbol } from "#core/symbol/symbol.ts";
import { noteCommands } from "#app/gestures/noteCommands.ts";
import { offersFor } from "#app/gestures/offersFor.ts";
import { beginOffer } from "#app/gestures/runOffer.ts";
import { goToDefinition, listReferences } from "#app/gestures/names/goTo.ts";
import { labelsDoubted, labelsFit } from "#app/studio/labelsFit.ts";
import { namesOf } from "#app/studio/gameIndex.ts";
import { uiLanguages } from "#app/i18n.ts";
import { machineName } from "#app/studio/machineName.ts";
import { views, type Selection } from "#app/studio/route.ts";
import type { Studio } from "#app/studio/Studio.ts";
import { nameOf } from "#app/studio/useGameName.ts";
import { VIEW_COMMANDS } from "#app/studio/viewCommands.ts";

/** Something that can be done from the palette now. */
export interface PaletteCommand {
  readonly id: string;
  readonly group: "selected" | "view" | "do" | "names" | "go";
  /** Its words in the language of `t`. */
  readonly say: (t: TFunction) => string;
  /** What it is done to, where its words do not say that. */
  readonly to?: (t: TFunction) => string;
  readonly keys?: string;
  /** It asks for something first. */
  readonly asks?: true;
  readonly run: () => void;
}

/** Every command that applies now, for the selection as far as it is in the machine. */
export function paletteCommands(studio: Studio, selection: Selection): PaletteCommand[] {
  return [
    ...selectedCommands(studio, selection),
    ...viewCommands(studio),
    ...studioCommands(studio),
    ...nameCommands(studio, selection),
    ...goCommands(studio),
  ];
}

/** What is selected; of a state that is gone the nearest one around it, of all else that is gone nothing. */
export function presentSelection(chart: Chart | undefined, selection: Selection): Selection {
  if (!chart || selection?.kind !== "state") {
    const ref = selection?.kind === "transition" ? transitionRef(selection.id) : undefined;
    if (selection?.kind === "transition" && !(chart && ref && transitionOf(chart, ref))) return null;
    return selection;
  }
  const all = places(chart);
  let { id } = selection;
  while (id !== "" && !all.has(id)) id = id.slice(0, Math.max(0, id.lastIndexOf(".")));
  return id === selection.id ? selection : id === "" ? null : { kind: "state", id };
}

function selectedCommands(studio: Studio, selection: Selection): PaletteCommand[] {
  const { graph, also, route } = studio.get();
  // Where one exports nothing selected is to be seen.
  if (!graph?.chart || graph.stale || route.view === "export") return [];
  const options = { also: also.map(pathOf), symbols: namesOf(graph, graph.chart) };
  const offers = offersFor(graph.chart, selection, options).map((offer) => ({
    id: offer.words,
    group: "selected" as const,
    say: (t: TFunction) => t(`command.${offer.words}`, offer.facts ?? {}),
    ...(offer.fields ? { asks: true as const } : {}),
    ...(offer.keys ? { keys: offer.keys } : {}),
    run: () => beginOffer(studio, offer),
  }));
  const notes = noteCommands(studio, selection).map(({ id, run }) => ({
    id,
    group: "selected" as const,
    say: (t: TFunction) => t(`command.${id}`),
    run,
  }));
  return [...offers, ...notes];
}

function viewCommands(studio: Studio): PaletteCommand[] {
  const { viewActions } = studio.get();
  return VIEW_COMMANDS.flatMap((id) => {
    const run = viewActions[id];
    return run
      ? [{ id: `view.${id}`, group: "view" as const, say: (t) => t(`palette.view.${id}`), run }]
      : [];
  });
}

function studioCommands(studio: Studio): PaletteCommand[] {
  const { files, uiLanguage, theme, project } = studio.get();
  const commandOf = (
    id: string,
    say: PaletteCommand["say"],
    run: () => void,
    keys?: string,
  ): PaletteCommand => ({
    id,
    group: "do",
    say,
    run,
    ...(keys ? { keys } : {}),
  });
  return [
    ...(project && (files?.dirty.length ?? 0) > 0
      ? [
          commandOf(
            "save",
            (t) => t("palette.save"),
            () => void studio.editor.save(),
            "Ctrl S",
          ),
        ]
      : []),
    ...(studio.store.inspector
      ? [
          commandOf(
            "inspect",
            (t) => t("apps.inspect"),
            () => studio.window.set({ question: { kind: "inspect" } }),
          ),
        ]
      : []),
    ...([...(files?.files.keys() ?? [])].some((name) => name.startsWith("scenarios/"))
      ? [
          commandOf(
            "scenarios",
            (t) => t("scenarios.manage"),
            () => studio.window.set({ question: { kind: "scenarios" } }),
          ),
        ]
      : []),
    ...(files?.undo
      ? [
          commandOf(
            "undo",
            (t) => t("header.undo"),
            () => studio.editor.undo(),
            "Ctrl Z",
          ),
        ]
      : []),
    ...(files?.redo
      ? [
          commandOf(
            "redo",
            (t) => t("header.redo"),
            () => studio.editor.redo(),
            "Ctrl Y",
          ),
        ]
      : []),
    ...(labelsDoubted(studio)
      ? [
          commandOf(
            "labels-fit",
            (t) => t("palette.labels-fit"),
            () => labelsFit(studio),
          ),
        ]
      : []),
    commandOf(
      "theme",
      (t) => t("palette.theme"),
      () => studio.window.setTheme(theme === "dark" ? "light" : "dark"),
    ),
    ...uiLanguages
      .filter((language) => language !== uiLanguage)
      .map((language) =>
        commandOf(
          `language.${language}`,
          (t) => t("palette.language", { language: t(`labels.${language}`) }),
          () => void studio.window.setUiLanguage(language),
        ),
      ),
    commandOf(
      "new-game",
      (t) => t("games.new"),
      () => studio.window.set({ question: { kind: "new-game" } }),
    ),
    commandOf(
      "shortcuts",
      (t) => t("shortcuts.title"),
      () => studio.window.set({ question: { kind: "shortcuts" } }),
      "?",
    ),
  ];
}

function nameCommands(studio: Studio, selection: Selection): PaletteCommand[] {
  const chart = studio.get().graph?.chart;
  return (chart ? symbolsOf(chart, selection) : []).flatMap((symbol) => {
    const name = symbol.kind === "state" ? (symbol.name.split(".").at(-1) ?? "") : symbol.name;
    const to = (t: TFunction) => `${t(`symbol.kind.${symbol.kind}`)} ${name}`;
    const actions = {
      rename: () => studio.window.set({ question: { kind: "rename-symbol", symbol } }),
      references: () => listReferences(studio, symbol),
      definition: () => goToDefinition(studio, symbol),
    } as const;
    return (["rename", "references", "definition"] as const).map((verb): PaletteCommand => ({
      id: `names.${verb}:${symbol.kind}:${symbol.name}`,
      group: "names",
      say: (t) => t(`names.${verb}`),
      to,
      run: actions[verb],
    }));
  });
}

/** The names of what is selected. */
function symbolsOf(chart: Chart, selection: Selection): RenamableSymbol[] {
  if (selection?.kind === "state") {
    const place = places(chart).get(selection.id);
    return place ? symbolsOfState(selection.id, place.node) : [];
  }
  const ref = selection?.kind === "transition" ? transitionRef(selection.id) : undefined;
  const found = ref && transitionOf(chart, ref);
  return found ? symbolsOfTransition(found.transition) : [];
}

function goCommands(studio: Studio): PaletteCommand[] {
  const { route, graph, games, project, uiLanguage, labelLanguage } = studio.get();
  const charts = graph?.reading.charts ?? [];
  const titleOf = (id: string) => {
    const entry = games?.find((game) => game.id === id);
    return entry ? nameOf(entry, labelLanguage, uiLanguage) : id;
  };
  const go = (id: string, say: PaletteCommand["say"], run: () => void): PaletteCommand => ({
    id,
    group: "go",
    say,
    run,
  });
  return [
    ...views.flatMap((view, i) =>
      project && view !== route.view
        ? [
            {
              ...go(
                `go.${view}`,
                (t) => t(`view.${view}`),
                () => studio.navigation.go(view),
              ),
              keys: `Alt ${i + 1}`,
            },
          ]
        : [],
    ),
    ...machineKeys(charts)
      .filter((key) => charts.length > 1 && key !== graph?.machine)
      .map((key) =>
        go(
          `machine.${key}`,
          (t) => t("palette.machine", { machine: machineName(charts, key, t) }),
          () => studio.navigation.choose(key),
        ),
      ),
    ...(project
      ? [
          go(
            "close",
            (t) => t("palette.close", { game: titleOf(project.id) }),
            () => void studio.closeGame(project.id),
          ),
        ]
      : []),
    ...(games ?? [])
      .filter(({ id }) => id !== project?.id)
      .map(({ id }) =>
        go(
          `game.${id}`,
          (t) => t("palette.open", { game: titleOf(id) }),
          () => void studio.openGame(id),
        ),
      ),
  ];
}
