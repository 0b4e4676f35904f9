import { useEffect, useId, useRef, type ReactNode } from "react";
import type { WordedClause } from "#core/entries/kit.ts";
import { FieldInput } from "#react/FieldInput.tsx";
import type { GamePlay } from "#react/useGame.ts";
import type { Move, RefusalLine } from "#react/moves.ts";
import { useMove, type MoveFormState } from "#react/useMove.ts";

/**
 * The form of a move: its fields, a button that bears its name, and why it was refused. With `turnwright/react.css` it has a plain look.
 * @param render draws a form of one's own instead
 */
export function MoveForm({
  move,
  render,
}: {
  move: Move;
  render?: ((form: MoveFormState) => ReactNode) | undefined;
}) {
  const form = useMove(move);
  return render ? render(form) : <PlainForm form={form} />;
}

function PlainForm({ form }: { form: MoveFormState }) {
  const { move, fields, refused } = form;
  const id = useId();
  const title = move.seat === "" ? move.label : `${move.seat} · ${move.label}`;
  return (
    <form
      className="turnwright-move"
      aria-label={title}
      lang={move.words.lang}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        form.submit();
      }}
    >
      {fields.map((field) => (
        <FieldInput key={field.name} field={field} describedBy={`${id}-refused`} />
      ))}
      <button type="submit">{title}</button>
      <Refusals of={refused} id={`${id}-refused`} />
    </form>
  );
}

/**
 * The forms of all moves. After a step the focus goes from the form that has gone to the first one that is there now, so that a game is
 * played by keyboard alone.
 */
export function Moves({
  of: play,
  render,
}: {
  of: Pick<GamePlay, "moves" | "state" | "words">;
  render?: ((form: MoveFormState) => ReactNode) | undefined;
}) {
  const list = useRef<HTMLDivElement>(null);
  const submitted = useRef(false);
  const { state } = play;
  useEffect(() => {
    if (!submitted.current) return;
    submitted.current = false;
    const lost = !list.current?.contains(document.activeElement);
    if (lost) (list.current?.querySelector<HTMLElement>("input, select, button") ?? list.current)?.focus();
  }, [state]);
  return (
    <div
      ref={list}
      className="turnwright-moves"
      tabIndex={-1}
      onSubmitCapture={() => {
        submitted.current = true;
      }}
    >
      {play.moves.map((move) => (
        <MoveForm key={move.id} move={move} render={render} />
      ))}
    </div>
  );
}

/** Why an event was refused, with the clauses that say so; a screen reader says it at once. */
export function Refusals({ of, id }: { of: readonly RefusalLine[]; id?: string | undefined }) {
  return (
    <div role="alert" id={id} className="turnwright-refused">
      {of.map((line) => (
        <div key={line.id}>
          <p>{line.text}</p>
          <Clauses of={line.clauses} />
        </div>
      ))}
    </div>
  );
}

/** Clauses of the rules with their wording. */
export function Clauses({ of }: { of: readonly WordedClause[] }) {
  const once = [...new Map(of.map((one) => [one.clause, one])).values()];
  if (once.length === 0) return null;
  return (
    <ul className="turnwright-clauses">
      {once.map(({ clause, text }) => (
        <li key={clause}>
          <b>{clause}</b> {text}
        </li>
      ))}
    </ul>
  );
}
