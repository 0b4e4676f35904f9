import { Tooltip } from "radix-ui";
import { useRef } from "react";
import type { GameWords } from "#app/views/inspect/useGameWords.ts";
import css from "#app/views/inspect/ClauseChip.module.css";

/** A clause by its id; its wording comes up under the pointer, and when the chip has the focus. */
export function ClauseChip({ id, words }: { id: string; words: GameWords }) {
  const chip = useRef<HTMLButtonElement>(null);
  const wording = words.clause(id);
  if (wording === undefined) return <span className="clause">{id}</span>;
  return (
    <Tooltip.Root>
      <Tooltip.Trigger
        ref={chip}
        className="clause"
        // A press on the chip would close what it says.
        onPointerDown={(event) => event.preventDefault()}
        onClick={(event) => event.preventDefault()}
      >
        {id}
      </Tooltip.Trigger>
      <Tooltip.Portal>
        <Tooltip.Content
          className={css.wording}
          side="left"
          sideOffset={6}
          collisionPadding={8}
          onPointerDownOutside={(event) => {
            if (event.target instanceof Node && chip.current?.contains(event.target)) event.preventDefault();
          }}
        >
          {wording}
        </Tooltip.Content>
      </Tooltip.Portal>
    </Tooltip.Root>
  );
}

/** Clauses one below the other, each with its wording. */
export function ClauseList({ ids, words }: { ids: readonly string[]; words: GameWords }) {
  return (
    <ul className={css.list}>
      {ids.map((id) => (
        <li key={id}>
          <span className="clause">{id}</span> {words.clause(id)}
        </li>
      ))}
    </ul>
  );
}
