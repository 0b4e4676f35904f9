import { type KeyboardEvent, useEffect, useEffectEvent, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { OutlineFault } from "#core/outline/outlineFault.ts";
import { useLanguageName } from "#app/studio/useLanguageName.ts";
import { BeginningChart } from "#app/roof/BeginningChart.tsx";
import { languageOf, type OutlineText } from "#app/roof/outlineFiles.ts";
import { useOutlineChart } from "#app/roof/useOutlineChart.ts";
import { uiLanguages, type UiLanguage } from "#app/i18n.ts";
import css from "#app/roof/OutlineBeginning.module.css";

const HELP = ["line", "text", "repeat", "who", "way", "mark"] as const;

/** The text of a new game, and beside it the chart that it gives. @param attempts how often a text with a fault was to be taken */
export function OutlineBeginning({
  value,
  onChange,
  title,
  attempts,
}: {
  value: OutlineText;
  onChange: (value: OutlineText) => void;
  title: string;
  attempts: number;
}) {
  const { t } = useTranslation();
  const id = useId();
  const nameOf = useLanguageName();
  const field = useRef<HTMLTextAreaElement>(null);
  const room = useRef<HTMLDivElement>(null);
  const [isComposing, setComposing] = useState(false);
  const { fault, count, svg, isOld, isTooLarge } = useOutlineChart(value, title, isComposing, room);
  const goTo = useEffectEvent(() => fault && selectFault(field.current, fault));
  useEffect(() => {
    if (attempts > 0) goTo();
  }, [attempts]);
  const sentence = fault && t(`fromText.fault.${fault.code}`, fault.facts);
  return (
    <div className={css.beginning}>
      <div className={css.written}>
        <label htmlFor={`${id}-text`}>{t("fromText.list")}</label>
        <div className={css.field} data-composing={isComposing || undefined}>
          <LineNumbers field={field} text={value.text} fault={fault} />
          <textarea
            id={`${id}-text`}
            ref={field}
            value={value.text}
            onChange={(event) => onChange({ ...value, text: event.target.value })}
            onKeyDown={keepIndent}
            onCompositionStart={() => setComposing(true)}
            onCompositionEnd={() => setComposing(false)}
            aria-invalid={fault !== undefined}
            aria-describedby={`${id}-fault`}
            wrap="off"
            spellCheck={false}
          />
        </div>
        <p id={`${id}-fault`} className={css.fault} role="status" data-bad={fault ? true : undefined}>
          {fault ? (
            <>
              <button type="button" onClick={() => selectFault(field.current, fault)}>
                {t("fromText.place", { line: fault.line, column: fault.column })}
              </button>{" "}
              {sentence}
            </>
          ) : (
            t("fromText.kept")
          )}
        </p>
        <div className={css.tools}>
          {value.text.trim() === "" && (
            <button
              type="button"
              className="btn quiet"
              onClick={() => {
                onChange({ ...value, text: t("fromText.example") });
                field.current?.focus();
              }}
            >
              {t("fromText.example-do")}
            </button>
          )}
          <label>
            {t("fromText.language")}
            <select
              className="field"
              value={languageOf(value)}
              onChange={(event) => onChange({ ...value, language: event.target.value as UiLanguage })}
            >
              {uiLanguages.map((language) => (
                <option key={language} value={language}>
                  {nameOf(language)}
                </option>
              ))}
            </select>
          </label>
        </div>
        <Help />
      </div>
      <BeginningChart
        svg={svg}
        room={room}
        words={{
          chart: t("fromText.chart"),
          instead: t(isTooLarge ? "fromText.too-large" : "fromText.nothing"),
        }}
        isOld={isOld}
        caption={isOld && svg ? t("fromText.old") : count > 0 && t("fromText.count", { count })}
      />
    </div>
  );
}

function Help() {
  const { t } = useTranslation();
  return (
    <details className={css.help}>
      <summary>{t("fromText.help")}</summary>
      <ul>
        {HELP.map((part) => (
          <li key={part}>{t(`fromText.help-${part}`)}</li>
        ))}
      </ul>
    </details>
  );
}

/** The numbers of the lines, the one with the fault marked; they scroll with the text. */
function LineNumbers({
  field,
  text,
  fault,
}: {
  field: React.RefObject<HTMLTextAreaElement | null>;
  text: string;
  fault: OutlineFault | undefined;
}) {
  const numbers = useRef<HTMLOListElement>(null);
  useEffect(() => {
    const area = field.current;
    const follow = () => numbers.current?.style.setProperty("translate", `0 ${-(area?.scrollTop ?? 0)}px`);
    follow();
    area?.addEventListener("scroll", follow);
    return () => area?.removeEventListener("scroll", follow);
  }, [field]);
  return (
    <div className={css.numbers} aria-hidden>
      <ol ref={numbers}>
        {text.split("\n").map((_, i) => (
          <li key={i} data-bad={fault?.line === i + 1 || undefined}>
            {i + 1}
          </li>
        ))}
      </ol>
    </div>
  );
}

/** Leads the caret to a fault. */
function selectFault(area: HTMLTextAreaElement | null, { line, column }: OutlineFault): void {
  if (!area) return;
  const lines = area.value.split("\n");
  const start = lines.slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0);
  area.focus();
  area.setSelectionRange(start + column - 1, start + (lines[line - 1]?.length ?? 0));
}

/** A new line begins where the one before began. What an input method is still writing is left to it. */
function keepIndent(event: KeyboardEvent<HTMLTextAreaElement>): void {
  if (event.key !== "Enter" || event.nativeEvent.isComposing || event.ctrlKey || event.metaKey) return;
  const { value, selectionStart } = event.currentTarget;
  const indent = /^[ \t\u3000]*/.exec(
    value.slice(value.lastIndexOf("\n", selectionStart - 1) + 1, selectionStart),
  )?.[0];
  if (!indent) return;
  event.preventDefault();
  // The one way to insert text that the browser's own undo takes back.
  document.execCommand("insertText", false, `\n${indent}`);
}
