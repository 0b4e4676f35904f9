import { Clauses } from "#react/MoveForm.tsx";
import type { Position } from "#player/position.ts";

/** The clauses by which the last step went, and those of the states that are active. */
export function RulesPanel({ position: { outcome, words, say } }: { readonly position: Position }) {
  const happened = words.clausesOf(outcome.microsteps);
  const held = words.activeClauses(outcome.view.in);
  return (
    <>
      {happened.length > 0 && (
        <>
          <h3>{say("rules-step")}</h3>
          <Clauses of={happened} />
        </>
      )}
      <h3>{say("rules-now")}</h3>
      {held.length === 0 ? <p className="none">{say("rules-none")}</p> : <Clauses of={held} />}
    </>
  );
}
