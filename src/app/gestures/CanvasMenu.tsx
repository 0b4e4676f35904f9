import { DropdownMenu } from "radix-ui";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { StatePath } from "#core/chart/chart.ts";
import { pathId, pathOf, placeOf, transitionId, transitionOf } from "#core/chart/places.ts";
import { STATE_TYPES, type StateType } from "#core/syntax/stateTypes.ts";
import type { Point } from "#core/layout/geometry.ts";
import { symbolsOfState, symbolsOfTransition } from "#core/symbol/elementSymbols.ts";
import type { RenamableSymbol } from "#core/symbol/symbol.ts";
import type { Selection } from "#adapters/flow/canvasProps.ts";
import { BreakItems } from "#app/gestures/BreakItems.tsx";
import { noteCommands } from "#app/gestures/noteCommands.ts";
import type { Group, Offer } from "#app/studio/offer.ts";
import { offersFor } from "#app/gestures/offersFor.ts";
import { beginOffer, preview } from "#app/gestures/runOffer.ts";
import { useStudio, useStudioActions } from "#app/studio/useStudio.ts";
import css from "#app/kit/Menu.module.css";

export interface MenuAt {
  readonly what: Selection | undefined;
  /** In the page's pixels. */
  readonly at: Point;
  /** On the canvas. */
  readonly place: Point;
}

/** What stands in the menu itself, with a line between; the rest is folded into menus of their own. */
const open: readonly Group[] = ["make", "change", "arrange", "clipboard"];
const inside: readonly Group[] = ["behavior", "about", "setup"];

/** What can be done with the thing under the pointer: every command that makes sense there. */
export function CanvasMenu({
  menu,
  locked,
  playing,
  onRename,
  onClose,
}: {
  menu: MenuAt;
  locked: boolean;
  /** A run is shown: breakpoints can be set. */
  playing: boolean;
  onRename: (path: StatePath) => void;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const studio = useStudioActions();
  const chart = useStudio((s) => s.graph?.chart);
  const also = useStudio((s) => s.also);
  const { what, at } = menu;
  const path = what?.kind === "state" ? what.path : [];
  const node = chart && placeOf(chart, path)?.node;
  const found = chart && what?.kind === "transition" ? transitionOf(chart, what.ref) : undefined;
  const selection =
    what?.kind === "transition"
      ? ({ kind: "transition", id: transitionId(what.ref) } as const)
      : ({ kind: "state", id: pathId(path) } as const);
  const offers = chart ? offersFor(chart, selection, { also: also.map(pathOf) }) : [];
  const symbols = found
    ? symbolsOfTransition(found.transition)
    : node
      ? symbolsOfState(pathId(path), node)
      : [];
  const item = (offer: Offer) => (
    <OfferItem
      key={offer.words}
      offer={offer}
      locked={locked}
      onSelect={() => (offer.inPlace ? onRename(path) : beginOffer(studio, offer))}
    />
  );
  const of = (group: Group) => offers.filter((offer) => offer.group === group);
  return (
    <DropdownMenu.Root open modal={false} onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DropdownMenu.Trigger asChild>
        <span style={{ position: "fixed", left: at.x, top: at.y, width: 1, height: 1 }} />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        {/* Beside the pointer: there it moves up where it would end below the window; below it would turn over and lose its top. */}
        <DropdownMenu.Content
          className={css.menu}
          side="right"
          align="start"
          sideOffset={2}
          collisionPadding={8}
        >
          {playing && <BreakItems selection={selection} />}
          {open.map((group) => (
            <Part key={group}>{of(group).map(item)}</Part>
          ))}
          <Part>
            {of("type").length > 0 && (
              <Inside words={t("inspector.type")} locked={locked}>
                <TypeItems type={node?.type} path={path} locked={locked} />
                {of("type").map(item)}
              </Inside>
            )}
            {inside.map((group) => {
              const hasOffers = of(group);
              return (
                hasOffers.length > 0 && (
                  <Inside key={group} words={t(`menu.${group}`)} locked={locked}>
                    {hasOffers.map(item)}
                  </Inside>
                )
              );
            })}
            {symbols.length > 0 && also.length === 0 && (
              <Inside words={t("menu.names")} locked={locked}>
                {symbols.map((symbol) => (
                  <NameItem key={`${symbol.kind}:${symbol.name}`} symbol={symbol} />
                ))}
              </Inside>
            )}
          </Part>
          <Part>
            {also.length === 0 &&
              noteCommands(studio, selection.id === "" ? null : selection).map(({ id, run }) => (
                <NoteItem key={id} id={id} run={run} locked={locked} />
              ))}
          </Part>
          <PreviewMenu path={path} several={also.length > 0} remove={of("delete")} locked={locked} />
          {of("delete").map(item)}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

/** One offer of the menu; what it does begins when the menu is gone. */
function OfferItem({ offer, locked, onSelect }: { offer: Offer; locked: boolean; onSelect: () => void }) {
  const { t } = useTranslation();
  return (
    <DropdownMenu.Item
      className={css.item}
      disabled={locked}
      data-danger={offer.group === "delete" || undefined}
      onSelect={() => setTimeout(onSelect)}
    >
      <span className={css.mark} />
      <span>
        {t(`command.${offer.words}`, offer.facts ?? {})}
        {offer.fields && !offer.inPlace && "…"}
      </span>
      {offer.keys && <small>{offer.keys}</small>}
    </DropdownMenu.Item>
  );
}

/** The types that a state may have; choosing one gives it to the state. */
function TypeItems({
  type,
  path,
  locked,
}: {
  type: StateType | undefined;
  path: StatePath;
  locked: boolean;
}) {
  const { t } = useTranslation();
  const studio = useStudioActions();
  return (
    <DropdownMenu.RadioGroup
      value={type ?? ""}
      onValueChange={(value) => {
        const chosen = STATE_TYPES.find((stateType) => stateType === value);
        if (chosen) studio.editor.command("state.setType", { state: path, type: chosen });
      }}
    >
      {STATE_TYPES.map((stateType) => (
        <DropdownMenu.RadioItem key={stateType} value={stateType} className={css.item} disabled={locked}>
          <span className={css.mark}>
            <DropdownMenu.ItemIndicator>✓</DropdownMenu.ItemIndicator>
          </span>
          {t(`type.${stateType}`)}
        </DropdownMenu.RadioItem>
      ))}
    </DropdownMenu.RadioGroup>
  );
}

/** Commands with a preview in the menu; others offer it in their dialogs. The machine itself is neither renamed nor deleted. */
function PreviewMenu({
  path,
  several,
  remove,
  locked,
}: {
  path: StatePath;
  several: boolean;
  remove: readonly Offer[];
  locked: boolean;
}) {
  const { t } = useTranslation();
  const studio = useStudioActions();
  const symbol = { kind: "state", name: pathId(path) } as const;
  if (path.length === 0) return null;
  return (
    <Inside words={t("preview.menu")} locked={locked}>
      {!several && (
        <DropdownMenu.Item
          className={css.item}
          onSelect={() =>
            setTimeout(() => studio.window.set({ question: { kind: "rename-symbol", symbol } }))
          }
        >
          <span className={css.mark} />
          <span>{t("preview.rename")}</span>
        </DropdownMenu.Item>
      )}
      {remove.map((offer) => (
        <DropdownMenu.Item
          key={offer.words}
          className={css.item}
          data-danger
          onSelect={() =>
            setTimeout(() => studio.editor.whenReady(() => preview(studio, offer, offer.args({}) ?? {})))
          }
        >
          <span className={css.mark} />
          <span>{t("preview.delete")}</span>
        </DropdownMenu.Item>
      ))}
    </Inside>
  );
}

/** Renames what is named there, wherever it stands. */
function NameItem({ symbol }: { symbol: RenamableSymbol }) {
  const { t } = useTranslation();
  const studio = useStudioActions();
  return (
    <DropdownMenu.Item
      className={css.item}
      onSelect={() => setTimeout(() => studio.window.set({ question: { kind: "rename-symbol", symbol } }))}
    >
      <span className={css.mark} />
      <span>{t(`command.${symbol.kind}.rename`)}…</span>
      <small>{symbol.kind === "state" ? symbol.name.split(".").at(-1) : symbol.name}</small>
    </DropdownMenu.Item>
  );
}

function NoteItem({ id, run, locked }: { id: string; run: () => void; locked: boolean }) {
  const { t } = useTranslation();
  return (
    <DropdownMenu.Item
      className={css.item}
      disabled={locked}
      data-danger={id === "note.delete" || undefined}
      onSelect={() => setTimeout(run)}
    >
      <span className={css.mark} />
      <span>{t(`command.${id}`)}</span>
    </DropdownMenu.Item>
  );
}

/** Items with a line below them; without items, nothing. */
function Part({ children }: { children: ReactNode }) {
  const hasItems = [children].flat(2).some((child) => child !== false && child !== null);
  return (
    hasItems && (
      <>
        {children}
        <DropdownMenu.Separator className={css.line} />
      </>
    )
  );
}

/** A menu in the menu. */
function Inside({ words, locked, children }: { words: string; locked: boolean; children: ReactNode }) {
  return (
    <DropdownMenu.Sub>
      <DropdownMenu.SubTrigger className={css.item} disabled={locked}>
        <span className={css.mark} />
        <span>{words}</span>
        <small aria-hidden="true">›</small>
      </DropdownMenu.SubTrigger>
      <DropdownMenu.Portal>
        <DropdownMenu.SubContent className={css.menu} collisionPadding={8}>
          {children}
        </DropdownMenu.SubContent>
      </DropdownMenu.Portal>
    </DropdownMenu.Sub>
  );
}
