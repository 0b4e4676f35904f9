import { Command } from "cmdk";
import { Dialog } from "radix-ui";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { machineKeys } from "#core/chart/machineKey.ts";
import type { Chart } from "#core/chart/chart.ts";
import { pathOf, places, transitionOf, transitionRef } from "#core/chart/places.ts";
import { symbolsOfState, symbolsOfTransition } from "#core/symbol/elementSymbols.ts";
import type { MachineSymbol } from "#core/symbol/symbol.ts";
import { symbolTable } from "#core/symbol/symbolSites.ts";
import type { Offer } from "#app/commands/offer.ts";
import { offersFor } from "#app/commands/offersFor.ts";
import { beginOffer } from "#app/commands/runOffer.ts";
import { goToDefinition, listReferences } from "#app/design/names/goTo.ts";
import { machineName } from "#app/studio/machineName.ts";
import { uiLanguages } from "#app/i18n.ts";
import { useLabels } from "#app/studio/useLabels.ts";
import { useGameName } from "#app/studio/useGameName.ts";
import { useStudio, useStudioDoings } from "#app/studio/useStudio.ts";
import { views, type Selection } from "#app/studio/route.ts";
import css from "#app/shell/Palette.module.css";

/** Everything that can be done or gone to, by typing: commands, views, games, states, clauses. */
export function Palette() {
  const { t } = useTranslation();
  const studio = useStudioDoings();
  const graph = useStudio((s) => s.graph);
  const chart = graph?.chart;
  const also = useStudio((s) => s.also);
  const uiLanguage = useStudio((s) => s.uiLanguage);
  const loaded = useStudio((s) => s.loaded);
  const games = useStudio((s) => s.games) ?? [];
  const game = useStudio((s) => s.project?.id);
  const name = useGameName(game);
  const selection = useStudio((s) => s.route.selection);
  const charts = useStudio((s) => s.graph?.reading.charts) ?? [];
  const machine = useStudio((s) => s.graph?.machine);
  const states = useMemo(() => (chart ? [...places(chart).keys()].filter((id) => id !== "") : []), [chart]);
  const labelOf = useLabels();
  const symbols = useMemo(() => (chart ? symbolsOf(chart, selection) : []), [chart, selection]);
  const close = () => studio.set({ palette: false });
  const act = (doing: () => void) => () => {
    close();
    doing();
  };
  const offers = useMemo(
    () =>
      chart && graph && !graph.stale
        ? offersFor(chart, selection, {
            also: also.map(pathOf),
            symbols: symbolTable(graph.text, chart).sites,
          })
        : [],
    [chart, graph, selection, also],
  );
  const selected =
    also.length > 0
      ? t("outline.count", { count: also.length + 1 })
      : selection?.kind === "transition"
        ? t("inspector.transition")
        : selection?.kind === "state" && selection.id !== ""
          ? (labelOf(`state:${selection.id}`) ?? selection.id.split(".").at(-1))
          : t("machines.title");
  return (
    <Dialog.Root open onOpenChange={(open) => !open && close()}>
      <Dialog.Portal>
        <Dialog.Overlay className={css.overlay} />
        <Dialog.Content className={css.palette} aria-describedby={undefined}>
          <Dialog.Title className="visually-hidden">{t("header.palette")}</Dialog.Title>
          <Command label={t("header.palette")} loop>
            <Command.Input className={css.input} placeholder={t("palette.hint")} autoFocus />
            <Command.List className={css.list}>
              <Command.Empty className={css.none}>{t("palette.none")}</Command.Empty>
              {offers.length > 0 && (
                <Command.Group heading={t("palette.selected", { name: selected })}>
                  {offers.map((offer) => (
                    <OfferItem key={offer.words} offer={offer} act={act} />
                  ))}
                </Command.Group>
              )}
              <Command.Group heading={t("palette.do")}>
                <Command.Item onSelect={act(() => void studio.save())}>
                  {t("palette.save")}
                  <kbd>Ctrl S</kbd>
                </Command.Item>
                <Command.Item onSelect={act(() => studio.undo())}>
                  {t("header.undo")}
                  <kbd>Ctrl Z</kbd>
                </Command.Item>
                <Command.Item onSelect={act(() => studio.redo())}>
                  {t("header.redo")}
                  <kbd>Ctrl Y</kbd>
                </Command.Item>
                <Command.Item
                  onSelect={act(() => studio.setTheme(studio.get().theme === "dark" ? "light" : "dark"))}
                >
                  {t("palette.theme")}
                </Command.Item>
                {uiLanguages
                  .filter((l) => l !== uiLanguage)
                  .map((l) => (
                    <Command.Item key={l} onSelect={act(() => void studio.setUiLanguage(l))}>
                      {t("palette.language", { language: t(`labels.${l}`) })}
                    </Command.Item>
                  ))}
                <Command.Item onSelect={act(() => studio.set({ question: { kind: "new-game" } }))}>
                  {t("games.new")}
                </Command.Item>
              </Command.Group>
              {symbols.length > 0 && (
                <Command.Group heading={t("names.title")}>
                  {symbols.map((symbol) => (
                    <NameItems key={`${symbol.kind}:${symbol.name}`} symbol={symbol} act={act} />
                  ))}
                </Command.Group>
              )}
              <Command.Group heading={t("palette.go")}>
                {views.map((view, i) => (
                  <Command.Item key={view} onSelect={act(() => studio.go(view))}>
                    {t(`view.${view}`)}
                    <kbd>Alt {i + 1}</kbd>
                  </Command.Item>
                ))}
                {charts.length > 1 &&
                  machineKeys(charts)
                    .filter((key) => key !== machine)
                    .map((key) => (
                      <Command.Item
                        key={key}
                        value={`machine ${key}`}
                        onSelect={act(() => studio.choose(key))}
                      >
                        {t("palette.machine", { machine: machineName(charts, key, t) })}
                      </Command.Item>
                    ))}
                {game !== undefined && (
                  <Command.Item onSelect={act(() => void studio.closeGame(game))}>
                    {t("palette.close", { game: name })}
                  </Command.Item>
                )}
                {games.map((game) => (
                  <Command.Item
                    key={game.id}
                    value={`game ${game.id}`}
                    onSelect={act(() => void studio.openGame(game.id))}
                  >
                    {t("palette.open", { game: game.title[uiLanguage] ?? game.title["en"] ?? game.id })}
                  </Command.Item>
                ))}
              </Command.Group>
              <Command.Group heading={t("palette.states")}>
                {states.map((id) => (
                  <Command.Item
                    key={id}
                    value={`${id} ${labelOf(`state:${id}`) ?? ""}`}
                    onSelect={act(() => studio.select({ kind: "state", id }))}
                  >
                    {labelOf(`state:${id}`) ?? id.split(".").at(-1)}
                    <small>{id}</small>
                  </Command.Item>
                ))}
              </Command.Group>
              <Command.Group heading={t("palette.clauses")}>
                {loaded?.ruleset.clauses.map((clause) => (
                  <Command.Item
                    key={clause.id}
                    value={`${clause.id} ${loaded.ruleset.text[uiLanguage]?.[clause.id] ?? ""}`}
                    onSelect={act(() => {
                      studio.go("rules");
                      studio.select({ kind: "clause", id: clause.id });
                    })}
                  >
                    <span className="clause">{clause.id}</span>
                    <span className={css.text}>{loaded.ruleset.text[uiLanguage]?.[clause.id]}</span>
                  </Command.Item>
                ))}
              </Command.Group>
            </Command.List>
          </Command>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** The names of what is selected. */
function symbolsOf(chart: Chart, selection: Selection): MachineSymbol[] {
  if (selection?.kind === "state") {
    const place = places(chart).get(selection.id);
    return place ? symbolsOfState(selection.id, place.node) : [];
  }
  const ref = selection?.kind === "transition" ? transitionRef(selection.id) : undefined;
  const found = ref && transitionOf(chart, ref);
  return found ? symbolsOfTransition(found.transition) : [];
}

/** A command for what is selected; dots say that it asks something first. */
function OfferItem({ offer, act }: { offer: Offer; act: (doing: () => void) => () => void }) {
  const { t } = useTranslation();
  const studio = useStudioDoings();
  const text = t(`command.${offer.words}`, offer.facts ?? {});
  return (
    <Command.Item value={`${text} ${offer.words}`} onSelect={act(() => beginOffer(studio, offer))}>
      {text}
      {offer.fields && "…"}
      {offer.keys && <kbd>{offer.keys}</kbd>}
    </Command.Item>
  );
}

function NameItems({ symbol, act }: { symbol: MachineSymbol; act: (doing: () => void) => () => void }) {
  const { t } = useTranslation();
  const studio = useStudioDoings();
  const name = symbol.kind === "state" ? symbol.name.split(".").at(-1) : symbol.name;
  const said = `${t(`symbol.kind.${symbol.kind}`)} ${name}`;
  const items = [
    { what: "rename", doing: () => studio.set({ question: { kind: "rename-symbol", symbol } }) },
    { what: "references", doing: () => listReferences(studio, symbol) },
    { what: "definition", doing: () => goToDefinition(studio, symbol) },
  ] as const;
  return items.map(({ what, doing }) => (
    <Command.Item key={what} value={`${said} ${t(`names.${what}`)}`} onSelect={act(doing)}>
      {t(`names.${what}`)}
      <small>{said}</small>
    </Command.Item>
  ));
}
