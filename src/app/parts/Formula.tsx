import { use } from "react";
import { useTranslation } from "react-i18next";
import { type FormulaPart, formulaParts, plainFormula } from "#core/expr/formulaParts.ts";
import { FormulaForm } from "#app/parts/FormulaForm.ts";
import css from "#app/parts/behavior.module.css";

/**
 * A formula, as a sentence where there is one and sentences are wanted; the formula is then under the pointer. A name stands by its label, with
 * what it is called in the code under the pointer; what has no form in words stands apart as code. `readable` off: all of it is code.
 */
export function Formula({ text, readable = true }: { text: string; readable?: boolean }) {
  const sentence = use(FormulaForm);
  const said = readable ? sentence?.of(text) : undefined;
  if (said !== undefined)
    return (
      <span className={css.sentence} title={plainFormula(text)}>
        <Parts parts={formulaParts(said)} />
      </span>
    );
  return (
    <code className={css.formula}>
      <Parts parts={readable ? formulaParts(text) : [{ kind: "code", text }]} />
    </code>
  );
}

/** What a formula is said of: never a sentence. */
export const FormulaHead = ({ text }: { text: string }) => (
  <code className={css.formula}>
    <Parts parts={formulaParts(text)} />
  </code>
);

function Parts({ parts }: { parts: readonly FormulaPart[] }) {
  return parts.map((part, i) => <Part key={i} part={part} />);
}

function Part({ part }: { part: FormulaPart }) {
  const { t } = useTranslation();
  switch (part.kind) {
    case "words":
      return part.text;
    case "label":
      return (
        <span className={css.label} title={part.id}>
          {part.text}
        </span>
      );
    case "code":
      return (
        <span className={css.code} title={t("behavior.code")}>
          {part.text}
        </span>
      );
  }
}
