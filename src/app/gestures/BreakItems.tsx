import { DropdownMenu } from "radix-ui";
import { useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import { breakKey, breakOffers } from "#app/play/stepping/breakOffers.ts";
import { storedBreakpoints } from "#app/studio/storedBreakpoints.ts";
import { useStudio } from "#app/studio/useStudio.ts";
import css from "#app/kit/Menu.module.css";

/** Breakpoints on the state or transition that a menu is of: those that are set are ticked. */
export function BreakItems({ selection }: { selection: { readonly kind: string; readonly id: string } }) {
  const { t } = useTranslation();
  const chart = useStudio((s) => s.graph?.chart);
  const game = useStudio((s) => s.project?.id ?? "");
  const machine = useStudio((s) => s.graph?.machine ?? "");
  const breakpoints = storedBreakpoints(game, machine);
  useSyncExternalStore(breakpoints.subscribe, breakpoints.get);
  const offers = breakOffers(chart, selection);
  const items = offers.map((offer) => (
    <DropdownMenu.CheckboxItem
      key={breakKey(offer)}
      className={css.item}
      checked={breakpoints.has(offer)}
      onSelect={() => breakpoints.toggle(offer)}
    >
      <span className={css.mark}>
        <DropdownMenu.ItemIndicator>✓</DropdownMenu.ItemIndicator>
      </span>
      <span>{t(`breakpoints.${breakKey(offer)}`)}</span>
    </DropdownMenu.CheckboxItem>
  ));
  return (
    items.length > 0 && (
      <>
        {items}
        <DropdownMenu.Separator className={css.line} />
      </>
    )
  );
}
