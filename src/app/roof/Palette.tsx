import { Command } from "cmdk";
import { Dialog } from "radix-ui";
import { useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { find, type FindResult } from "#core/find/find.ts";
import type { Findable } from "#core/find/findable.ts";
import { findIndex } from "#core/find/findIndex.ts";
import { gameIndex } from "#app/studio/gameIndex.ts";
import { goToResult } from "#app/gestures/goToResult.ts";
import { paletteCommands, presentSelection, type PaletteCommand } from "#app/gestures/paletteCommands.ts";
import { everyWord, hasWords, uiLanguages, type UiLanguage } from "#app/i18n.ts";
import { focusCanvas } from "#app/kit/focusCanvas.ts";
import { useLabels } from "#app/studio/useLabels.ts";
import { useStudio, useStudioActions } from "#app/studio/useStudio.ts";
import css from "#app/roof/Palette.module.css";

/** Everything that can be done or gone to, by typing: commands, and what of the game has a name. */
export function Palette() {
  const { t } = useTranslation();
  const studio = useStudioActions();
  const [query, setQuery] = useState("");
  const commands = useCommands();
  const found = useSearchResults(query, commands);
  const close = () => studio.window.set({ palette: false });
  const acted = useRef(false);
  const act = (run: () => void) => () => {
    acted.current = true;
    close();
    run();
  };
  return (
    <Dialog.Root open onOpenChange={(open) => !open && close()}>
      <Dialog.Portal>
        <Dialog.Overlay className={css.overlay} />
        <Dialog.Content
          className={css.palette}
          aria-describedby={undefined}
          onCloseAutoFocus={(event) => acted.current && studio.get().question === null && focusCanvas(event)}
        >
          <Dialog.Title className="visually-hidden">{t("header.palette")}</Dialog.Title>
          <Command label={t("header.palette")} loop shouldFilter={false}>
            <Command.Input
              className={css.input}
              placeholder={t("palette.hint")}
              value={query}
              onValueChange={setQuery}
              autoFocus
            />
            <Command.List className={css.list} label={t("header.palette")}>
              <Command.Empty className={css.none}>{t("palette.none")}</Command.Empty>
              {query.trim() === "" ? (
                <AllCommands commands={commands} act={act} />
              ) : (
                found.map((result) => {
                  const command = result.kind === "command" && commands.find(({ id }) => id === result.id);
                  return command ? (
                    <CommandItem key={`command ${result.id}`} command={command} found={result} act={act} />
                  ) : (
                    <ResultItem
                      key={`${result.kind} ${result.machine} ${result.id}`}
                      found={result}
                      onSelect={act(() => goToResult(studio, result))}
                    />
                  );
                })
              )}
            </Command.List>
          </Command>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

type Act = (run: () => void) => () => void;

/** The commands of now. */
function useCommands(): readonly PaletteCommand[] {
  const studio = useStudioActions();
  const state = useStudio((s) => s);
  return useMemo(() => {
    const { graph, route } = state;
    return paletteCommands(studio, presentSelection(graph?.chart, route.selection));
  }, [studio, state]);
}

/** The results of the query; the game is indexed at the first letter. */
function useSearchResults(query: string, commands: readonly PaletteCommand[]): readonly FindResult[] {
  const { i18n } = useTranslation();
  const graph = useStudio((s) => s.graph);
  const loaded = useStudio((s) => s.loaded);
  const labels = useStudio((s) => s.labelLanguage);
  const ui = useStudio((s) => s.uiLanguage);
  const [languages, setLanguages] = useState<readonly UiLanguage[]>(() => uiLanguages.filter(hasWords));
  useEffect(() => {
    void everyWord()
      .then(() => setLanguages(uiLanguages))
      .catch(() => undefined);
  }, []);
  const called = useMemo(() => {
    const words = languages.map((language) => [language, i18n.getFixedT(language)] as const);
    return findIndex(
      commands.map(({ id, say, to }): Findable => {
        const names = words.map(([language, t]) => [language, [say(t), to?.(t)].join(" ").trim()]);
        return { kind: "command", id, labels: Object.fromEntries(names) };
      }),
    );
  }, [commands, languages, i18n]);
  const hasQuery = query.trim() !== "";
  const index = useMemo(
    () => (hasQuery ? [...gameIndex(graph, loaded), ...called] : []),
    [hasQuery, graph, loaded, called],
  );
  return useMemo(() => find(index, query, { labels, ui }), [index, query, labels, ui]);
}

/** All commands, by what they are about, while nothing is typed. */
function AllCommands({ commands, act }: { commands: readonly PaletteCommand[]; act: Act }) {
  const { t } = useTranslation();
  const selected = useSelectedName();
  const heads = {
    selected: t("palette.selected", { name: selected }),
    view: t("palette.here"),
    do: t("palette.do"),
    names: t("names.title"),
    go: t("palette.go"),
  } as const;
  return (Object.keys(heads) as (keyof typeof heads)[]).map((group) => {
    const commandsOfGroup = commands.filter((command) => command.group === group);
    return commandsOfGroup.length > 0 ? (
      <Command.Group key={group} heading={heads[group]}>
        {commandsOfGroup.map((command) => (
          <CommandItem key={command.id} command={command} act={act} />
        ))}
      </Command.Group>
    ) : null;
  });
}

/** What commands for the selection are done to. */
function useSelectedName(): string {
  const { t } = useTranslation();
  const labelOf = useLabels();
  const also = useStudio((s) => s.also);
  const chart = useStudio((s) => s.graph?.chart);
  const selection = presentSelection(
    chart,
    useStudio((s) => s.route.selection),
  );
  if (also.length > 0) return t("outline.count", { count: also.length + 1 });
  if (selection?.kind === "transition") return t("inspector.transition");
  if (selection?.kind !== "state" || selection.id === "") return t("machines.title");
  return labelOf(`state:${selection.id}`) ?? selection.id.split(".").at(-1) ?? "";
}

/** A command; dots say that it asks something first. */
function CommandItem({ command, found, act }: { command: PaletteCommand; found?: FindResult; act: Act }) {
  const { t } = useTranslation();
  return (
    <Command.Item value={`command ${command.id}`} onSelect={act(command.run)}>
      {found && <span className={css.kind}>{t("palette.kind.command")}</span>}
      <span className={css.title}>
        {command.say(t)}
        {command.asks && "…"}
      </span>
      {found?.because && <Because {...found.because} />}
      {command.to && <small>{command.to(t)}</small>}
      {command.keys && <kbd>{command.keys}</kbd>}
    </Command.Item>
  );
}

/** Something of the game: what it is, what it is called, why it was found, and its own name. */
function ResultItem({ found, onSelect }: { found: FindResult; onSelect: () => void }) {
  const { t } = useTranslation();
  const labels = useStudio((s) => s.labelLanguage);
  const currentMachine = useStudio((s) => s.graph?.machine);
  const { kind, id, machine, title, text, because } = found;
  const details = [
    machine !== undefined && machine !== currentMachine ? machine : "",
    id === title ? "" : id,
  ];
  return (
    <Command.Item value={`${kind} ${machine} ${id}`} onSelect={onSelect}>
      <span className={css.kind}>{t(`palette.kind.${kind}`)}</span>
      <span className={kind === "clause" ? "clause" : css.title} lang={labels === "id" ? undefined : labels}>
        {title}
      </span>
      {because ? <Because {...because} /> : text && <span className={css.text}>{text}</span>}
      <small>{details.filter(Boolean).join(" · ")}</small>
    </Command.Item>
  );
}

function Because({ text, locale }: { text: string; locale: string }) {
  return (
    <span className={css.text} lang={locale || undefined}>
      {text}
    </span>
  );
}
