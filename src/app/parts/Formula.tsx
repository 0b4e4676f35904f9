import { useTranslation } from "react-i18next";
import { type FormulaPart, formulaParts } from "#core/expr/formulaParts.ts";
import css from "#app/parts/behavior.module.css";

/**
 * A formula. A name stands by its label, with what it is called in the code under the pointer; what has no form in words stands apart as code.
 * `readable` off: all of it is code.
 */
export function Formula({ text, readable = true }: { text: string; readable?: boolean }) {
  const parts: readonly FormulaPart[] = readable ? formulaParts(text) : [{ kind: "code", text }];
  return (
    <code className={css.formula}>
      {parts.map((part, i) => (
        <Part key={i} part={part} />
      ))}
    </code>
  );
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
