import { useEffect, useRef } from "react";
import type { GameWords } from "#core/entries/kit.ts";
import type { Scenario, ScenarioStep } from "#core/run/scenario/scenario.ts";
import { anyTextIn, textIn } from "#core/ruleset/labels.ts";
import { senderOf } from "#player/position.ts";
import type { ScenarioFrame } from "#player/replayFrames.ts";
import { divergenceText, expectationLines, stepText } from "#player/scenarioWords.ts";
import { SeatChip } from "#player/SeatBar.tsx";
import type { Say } from "#player/say.ts";

/** A scenario step by step, with what each step expects, and how it went. */
export function ScenarioPanel({
  scenario,
  frames,
  at,
  go,
  leave,
  playOn,
  seats,
  words,
  say,
}: {
  readonly scenario: Scenario;
  readonly frames: readonly ScenarioFrame[];
  /** Place among the frames; 0 is the start. */
  readonly at: number;
  readonly go: (at: number) => void;
  readonly leave: () => void;
  readonly playOn: () => void;
  readonly seats: readonly string[];
  readonly words: GameWords;
  readonly say: Say;
}) {
  const last = frames.length - 1;
  const end = frames[last];
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    list.current?.querySelector('[aria-current="step"]')?.scrollIntoView({ block: "nearest" });
  }, [at]);
  return (
    <section className="scenario" aria-label={say("scenario")}>
      <h2>
        <bdi>{textIn(scenario.title, words.lang)}</bdi>
      </h2>
      <div className="card-row controls">
        <button type="button" className="btn do" disabled={at >= last} onClick={() => go(at + 1)}>
          {say("step")}
        </button>
        <button type="button" className="btn" disabled={at >= last} onClick={() => go(last)}>
          {say("to-end")}
        </button>
        <button type="button" className="btn" disabled={at === 0} onClick={() => go(at - 1)}>
          {say("step-back")}
        </button>
        <button type="button" className="btn" disabled={at === 0} onClick={() => go(0)}>
          {say("to-start")}
        </button>
      </div>
      <p role="status" className="verdict">
        {at === last && end ? (
          <span className={end.divergence ? "stop" : "live"}>
            {end.divergence ? say("failed", { step: end.step + 1 }) : say("held", { count: last })}
          </span>
        ) : (
          say("step-of", { step: at, count: scenario.steps.length })
        )}
      </p>
      <ol className="steps" ref={list}>
        {scenario.steps.map((step, i) => (
          <Step
            // A step has a place and never another one.
            // oxlint-disable-next-line react/no-array-index-key
            key={i}
            step={step}
            frame={frames[i + 1]}
            isPast={i + 1 <= at}
            isNow={i + 1 === at}
            choose={() => go(i + 1)}
            seats={seats}
            words={words}
            say={say}
          />
        ))}
      </ol>
      <div className="card-row controls">
        <button type="button" className="btn" onClick={playOn}>
          {say("play-on")}
        </button>
        <button type="button" className="btn" onClick={leave}>
          {say("leave")}
        </button>
      </div>
    </section>
  );
}

function Step({
  step,
  frame,
  isPast,
  isNow,
  choose,
  seats,
  words,
  say,
}: {
  readonly step: ScenarioStep;
  /** Undefined for a step that comes after a divergence. */
  readonly frame: ScenarioFrame | undefined;
  readonly isPast: boolean;
  readonly isNow: boolean;
  readonly choose: () => void;
  readonly seats: readonly string[];
  readonly words: GameWords;
  readonly say: Say;
}) {
  const { send, expect = {}, note } = step;
  const by = send ? senderOf(send) : "";
  const lines = expectationLines(expect, words, say);
  const { divergence } = frame ?? {};
  const mark = !isPast ? "" : divergence ? "✗" : "✓";
  return (
    <li aria-current={isNow ? "step" : undefined}>
      <button type="button" disabled={!frame} onClick={choose}>
        {by !== "" && <SeatChip seat={by} at={seats.indexOf(by)} words={words} />}
        <bdi>{stepText(step, words, say)}</bdi>
        <span className={divergence ? "mark stop" : "mark live"}>{mark}</span>
      </button>
      {note !== undefined && (
        <p className="note">
          <bdi>{anyTextIn(note, words.lang)}</bdi>
        </p>
      )}
      {lines.length > 0 && (
        <ul className="expected" aria-label={say("expected")}>
          {lines.map((line, i) => (
            // oxlint-disable-next-line react/no-array-index-key
            <li key={i}>
              <bdi>{line}</bdi>
            </li>
          ))}
        </ul>
      )}
      {isPast && divergence && <p className="stop">{divergenceText(divergence, words, say)}</p>}
    </li>
  );
}
