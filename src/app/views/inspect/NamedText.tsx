import type { Named } from "#app/views/inspect/stepRow.ts";
import css from "#app/views/inspect/NamedText.module.css";

/** A state or an event: what the game calls it, and its name in the machine beside that. @param light within other text */
export function NamedText({ of: { id, label }, light = false }: { of: Named; light?: boolean }) {
  const Tag = light ? "span" : "b";
  if (label === undefined) return <Tag className="mono">{id}</Tag>;
  return (
    <span className={css.named}>
      <Tag>{label}</Tag> <small className="mono">{id}</small>
    </span>
  );
}
