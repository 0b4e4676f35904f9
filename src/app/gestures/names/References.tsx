import { useMemo, useRef } from "react";
import { useTranslation } from "react-i18next";
import type { SymbolPlace } from "#core/symbol/symbol.ts";
import { importedText, placesIn, type NamedSymbol } from "#app/gestures/names/placesIn.ts";
import { Icon } from "#app/kit/icons.tsx";
import { useStudio, useStudioActions } from "#app/studio/useStudio.ts";
import css from "#app/gestures/names/References.module.css";

/** Characters of the line that are shown before the name: with more, the name itself would be cut off in a narrow panel. */
const MAX_LEADING_CHARACTERS = 28;

/** Every place of a name in the game's files. Choosing one shows it in the code and on the graph; arrows lead through the list. */
export function References({
  symbol,
  onOpen,
  onClose,
}: {
  symbol: NamedSymbol;
  onOpen: (place: SymbolPlace) => void;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const studio = useStudioActions();
  const graph = useStudio((s) => s.graph);
  const files = useStudio((s) => s.files?.files);
  const imported = useStudio((s) => s.imported);
  const list = useRef<HTMLDivElement>(null);
  const places = useMemo(
    () => (graph && files && imported ? placesIn(studio, symbol) : []),
    [studio, symbol, graph, files, imported],
  );
  const move = (event: React.KeyboardEvent) => {
    if (event.key === "Escape") {
      event.preventDefault();
      onClose();
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const rows = [...(list.current?.querySelectorAll("button") ?? [])];
    const at = rows.indexOf(document.activeElement as HTMLButtonElement);
    rows[Math.min(rows.length - 1, Math.max(0, at + step))]?.focus();
  };
  return (
    <section className={css.references} aria-label={t("references.title")} onKeyDown={move}>
      <div className={css.bar}>
        <b>{symbol.name.split(".").at(-1) || t("references.machine")}</b>
        <span>
          {t(`symbol.kind.${symbol.kind}`)} · {t("references.count", { count: places.length })}
        </span>
        <button type="button" className="btn quiet" aria-label={t("references.close")} onClick={onClose}>
          <Icon name="close" size={14} />
        </button>
      </div>
      <div ref={list} className={css.list}>
        {places.map((place) => (
          <Row
            key={`${place.file}:${place.at.from}`}
            place={place}
            text={files?.get(place.file) ?? importedText(studio, place.file) ?? ""}
            onChoose={() => onOpen(place)}
          />
        ))}
      </div>
    </section>
  );
}

function Row({ place, text, onChoose }: { place: SymbolPlace; text: string; onChoose: () => void }) {
  const { t } = useTranslation();
  const { from, to } = place.at;
  const start = Math.max(text.lastIndexOf("\n", from - 1), text.lastIndexOf("\r", from - 1)) + 1;
  const end = text.slice(to).search(/[\n\r]/);
  const line = text.slice(0, start).split(/\r\n|\r|\n/).length;
  const head = text.slice(start, from).trimStart();
  return (
    <button type="button" className={css.row} data-role={place.role} onClick={onChoose}>
      <span className={css.place} title={place.file === "machine" ? undefined : place.file}>
        {place.file === "machine" ? "" : `${nameIn(place.file)} `}
        {line}
      </span>
      <code className={css.line}>
        {head.length > MAX_LEADING_CHARACTERS ? `…${head.slice(-MAX_LEADING_CHARACTERS)}` : head}
        <mark>{text.slice(from, to)}</mark>
        {text.slice(to, end < 0 ? to + 120 : Math.min(to + end, to + 120))}
      </code>
      {place.role === "definition" && <small>{t("references.definition")}</small>}
    </button>
  );
}

/** Of a path its last part; the logical name of a file of the game is short as it is. */
const nameIn = (file: string): string =>
  /\.[cm]?[jt]sx?$/.test(file) ? file.slice(file.lastIndexOf("/") + 1) : file;
