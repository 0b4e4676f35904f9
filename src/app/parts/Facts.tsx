import type { ReactNode } from "react";
import css from "#app/parts/Facts.module.css";

/** Something that the machine does, under the word that says when or how. */
export function Facts({ word, children }: { word: string; children: ReactNode }) {
  return (
    <div className={css.facts}>
      <span>{word}</span>
      <div>{children}</div>
    </div>
  );
}
