import type { GamePlay } from "#react/useGame.ts";
import { eventText, senderOf } from "#player/position.ts";
import { SeatChip } from "#player/SeatBar.tsx";
import type { Say } from "#player/say.ts";

/** What was done, oldest first; a click goes back to where the game stood after a step. */
export function HistoryPanel({
  play,
  seats,
  say,
}: {
  readonly play: GamePlay;
  readonly seats: readonly string[];
  readonly say: Say;
}) {
  const { history, words } = play;
  const count = history.length;
  return (
    <ol className="steps" start={0}>
      <li>
        <button type="button" disabled={count === 0} onClick={() => play.backTo(0)}>
          {say("beginning")}
        </button>
      </li>
      {history.map(({ event, outcome }, i) => (
        // A step has a place and never another one.
        // oxlint-disable-next-line react/no-array-index-key
        <li key={i} aria-current={i === count - 1 ? "step" : undefined}>
          <button type="button" disabled={i === count - 1} onClick={() => play.backTo(i + 1)}>
            {event && senderOf(event) !== "" && (
              <SeatChip seat={senderOf(event)} at={seats.indexOf(senderOf(event))} words={words} />
            )}
            <bdi>{event ? eventText(words, event) : say("passed")}</bdi>
            <span className="where">
              → <bdi>{words.where(outcome.view.in)}</bdi>
            </span>
          </button>
        </li>
      ))}
    </ol>
  );
}
