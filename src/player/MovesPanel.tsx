import { useId } from "react";
import { FieldInput } from "#react/FieldInput.tsx";
import { Moves, Refusals } from "#react/MoveForm.tsx";
import type { GamePlay } from "#react/useGame.ts";
import type { MoveFormState } from "#react/useMove.ts";
import { SeatChip } from "#player/SeatBar.tsx";
import type { Say } from "#player/say.ts";

/** What can be done now: a form for each move. @param seat whose moves; undefined for all */
export function MovesPanel({
  play,
  seats,
  seat,
  choose,
  say,
}: {
  readonly play: GamePlay;
  readonly seats: readonly string[];
  readonly seat: string | undefined;
  readonly choose: (seat: string | undefined) => void;
  readonly say: Say;
}) {
  const { words, view } = play;
  const moves = play.moves.filter(({ by }) => seat === undefined || by === "" || by === seat);
  return (
    <>
      {play.unrestored && (
        <p className="notice" role="status">
          {say("unrestored")}
        </p>
      )}
      {play.fault && (
        <p className="notice stop" role="alert">
          {say("fault", { message: play.fault.message })}
        </p>
      )}
      {view.status === "done" && <p className="notice live">{say("over")}</p>}
      {moves.length === 0 && view.status === "active" && <p className="none pass">{say("no-moves")}</p>}
      {seat !== undefined && !view.asks.includes(seat) && view.asks.length > 0 && (
        <p className="card-row pass">
          {view.asks.map((other) => (
            <button key={other} type="button" className="btn" onClick={() => choose(other)}>
              {say("switch", { seat: words.name(other) })}
            </button>
          ))}
        </p>
      )}
      <Moves
        of={{ ...play, moves }}
        render={(form) => <MoveCard form={form} play={play} seats={seats} say={say} />}
      />
      <Waiting play={play} say={say} />
    </>
  );
}

function MoveCard({
  form,
  play,
  seats,
  say,
}: {
  readonly form: MoveFormState;
  readonly play: GamePlay;
  readonly seats: readonly string[];
  readonly say: Say;
}) {
  const { move, fields, refused, problems } = form;
  const id = useId();
  const atRandom = () => {
    const event = play.player.random(play.state, Math.floor(Math.random() * 2 ** 31), move);
    if (event) play.send(event);
  };
  const ids = [...new Set(move.clauses.map(({ clause }) => clause))].join(" ");
  const chip = move.seat !== "" && <SeatChip seat={move.by} at={seats.indexOf(move.by)} words={move.words} />;
  return (
    <form
      className="card"
      aria-label={[move.seat, move.label].filter((part) => part !== "").join(" · ")}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        form.submit();
      }}
    >
      {fields.length > 0 && (
        <div className="card-row card-head">
          {chip}
          <span className="ids">{ids}</span>
        </div>
      )}
      {fields.length > 0 && (
        <div className="fields">
          {fields.map((field) => (
            <FieldInput key={field.name} field={field} describedBy={`${id}-why`} />
          ))}
        </div>
      )}
      <div className="card-row">
        {fields.length === 0 && chip}
        <button type="submit" className="btn do">
          <bdi>{move.label}</bdi>
        </button>
        {fields.length > 0 && (
          <button type="button" className="btn quiet" onClick={atRandom}>
            {say("random")}
          </button>
        )}
        {fields.length === 0 && <span className="ids">{ids}</span>}
      </div>
      <Refusals of={refused.length > 0 ? refused : problems} id={`${id}-why`} />
    </form>
  );
}

/** Time that may pass, and actors that wait for an answer: nothing of that happens by itself. */
function Waiting({ play, say }: { play: GamePlay; say: Say }) {
  const { timers, clock } = play.state;
  const next = timers.length > 0 ? Math.min(...timers.map(({ due }) => due)) - clock : undefined;
  const actors = play.view.actors?.filter(({ status }) => status === "waiting") ?? [];
  if (next === undefined && actors.length === 0) return null;
  return (
    <div className="card card-row">
      {next !== undefined && (
        <button type="button" className="btn do" onClick={() => play.advance(next)}>
          {say("wait", { seconds: next / 1000 })}
        </button>
      )}
      {actors.map(({ id }) => (
        <button key={id} type="button" className="btn do" onClick={() => play.answer({ actor: id })}>
          {say("answer", { actor: id })}
        </button>
      ))}
    </div>
  );
}
