import { memo } from "react";
import type { Chip } from "#core/layout/content/chips.ts";
import styles from "#adapters/flow/Chips.module.css";

/** The chips of one line, as `core/layout/content` broke them. */
export const Chips = memo(function Chips({ chips }: { chips: readonly Chip[] }) {
  return chips.map((chip, i) => (
    <span
      key={i}
      className={`${styles["chip"]} ${chip.mono ? styles["mono"] : ""}`}
      data-chip={chip.kind}
      data-leaves={chip.leaves || undefined}
      title={chip.full}
    >
      {chip.text}
    </span>
  ));
});
