import { PlayError, type Option } from "#core/entries/play.ts";
import { Clauses } from "#react/MoveForm.tsx";
import { refusalLines, type RefusalLine } from "#react/moves.ts";
import { stateNames, type Position } from "#player/position.ts";
import { NO_PLAYERS, SeatChip } from "#player/SeatBar.tsx";

/** An event that is not possible now, for all seats that hear the same reasons. */
interface Blocked {
  readonly type: string;
  readonly seats: readonly string[];
  readonly lines: readonly RefusalLine[];
}

/** What is not possible now and why, then what is possible at other times. @param seat for whom; undefined for all */
export function BlockedPanel({
  position,
  options,
  seats,
  seat,
  types,
}: {
  readonly position: Position;
  readonly options: readonly Option[];
  readonly seats: readonly string[];
  readonly seat: string | undefined;
  /** All event types of the game. */
  readonly types: readonly string[];
}) {
  const { words, say } = position;
  const shown = options.filter(({ by }) => seat === undefined || by === "" || by === seat);
  const blocked = blockedNow(position, shown);
  const later = elsewhere(position, types, options);
  return (
    <>
      {blocked.length === 0 && <p className="none">{say("blocked-none")}</p>}
      <ul className="rows">
        {blocked.map(({ type, seats: by, lines }) => (
          <li key={`${type} ${by.join(" ")}`}>
            <div className="row-head">
              <b>
                <bdi>{words.event(type)}</bdi>
              </b>
              {by
                .filter((name) => name !== "")
                .map((name) => (
                  <SeatChip key={name} seat={name} at={seats.indexOf(name)} words={words} />
                ))}
            </div>
            {lines.map((line) => (
              <div key={line.id}>
                <p>
                  <bdi>{line.text}</bdi>
                </p>
                <Clauses of={line.clauses} />
              </div>
            ))}
          </li>
        ))}
      </ul>
      {later.length > 0 && (
        <>
          <h3>{say("elsewhere")}</h3>
          <ul className="rows">
            {later.map(({ type, states }) => (
              <li key={type}>
                <b>
                  <bdi>{words.event(type)}</bdi>
                </b>
                <p className="none">{say("possible-in", { states: stateNames(position, states) })}</p>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}

function blockedNow({ words }: Position, options: readonly Option[]): readonly Blocked[] {
  const groups = new Map<string, Blocked>();
  const ofPlayers = new Set(
    options.filter(({ by }) => by !== "" && !NO_PLAYERS.includes(by)).map(({ type }) => type),
  );
  for (const { type, by, accepted, reasons } of options) {
    // That it is not for chance or the table goes without saying where players may send it.
    if (accepted || (NO_PLAYERS.includes(by) && ofPlayers.has(type))) continue;
    const lines = distinctLines(refusalLines(words, reasons));
    const key = JSON.stringify([type, lines.map(({ text }) => text)]);
    const group = groups.get(key);
    groups.set(key, group ? { ...group, seats: [...group.seats, by] } : { type, seats: [by], lines });
  }
  return [...groups.values()];
}

/** Several guards may say the same; the clauses of all stand under it. */
function distinctLines(lines: readonly RefusalLine[]): readonly RefusalLine[] {
  const byText = new Map<string, RefusalLine>();
  for (const line of lines) {
    const known = byText.get(line.text);
    byText.set(line.text, known ? { ...known, clauses: [...known.clauses, ...line.clauses] } : line);
  }
  return [...byText.values()];
}

/** The events that no active state handles, with the states that do. */
function elsewhere({ player, outcome }: Position, types: readonly string[], options: readonly Option[]) {
  const known = new Set(options.map(({ type }) => type));
  return types.flatMap((type) => {
    if (known.has(type)) return [];
    try {
      const states = player.why(outcome.state, { type }).elsewhere;
      return states.length > 0 ? [{ type, states }] : [];
    } catch (error) {
      // A guard that fails without the fields of the event says nothing of when it is possible.
      if (error instanceof PlayError) return [];
      throw error;
    }
  });
}
