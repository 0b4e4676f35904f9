import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { useStudioActions } from "#app/studio/useStudio.ts";

/**
 * Characters that a field of one line takes, and one of several. A browser lays out the text of a field as a whole at each letter: a megabyte
 * in one line takes it most of a second, and twenty take half a minute, in which nothing else happens.
 */
export const MOST_IN_LINE = 100_000;
export const MOST_IN_FIELD = 1_000_000;

/** What would make a field hold more than it takes, mostly a paste of the wrong thing, is refused before the browser puts it there. */
export function useFieldBound(): void {
  const studio = useStudioActions();
  const { i18n } = useTranslation();
  useEffect(() => {
    const onInput = (event: InputEvent) => {
      const field = event.target;
      const isLine = field instanceof HTMLInputElement;
      if (!isLine && !(field instanceof HTMLTextAreaElement)) return;
      const inserted = (event.data ?? event.dataTransfer?.getData("text/plain") ?? "").length;
      const replaced = (field.selectionEnd ?? 0) - (field.selectionStart ?? 0);
      const most = isLine ? MOST_IN_LINE : MOST_IN_FIELD;
      // What shortens a field that is too long already may be done.
      if (inserted <= replaced || field.value.length - replaced + inserted <= most) return;
      event.preventDefault();
      const written = (n: number) => new Intl.NumberFormat(i18n.language).format(n);
      studio.window.notice("warn", "notice.field-full", {
        characters: written(inserted),
        most: written(most),
      });
    };
    // Before anything else hears of it: an editor's own keys are none of its business, and it writes past its fields.
    document.addEventListener("beforeinput", onInput, true);
    return () => document.removeEventListener("beforeinput", onInput, true);
  }, [studio, i18n]);
}
