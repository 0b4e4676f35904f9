import { useEffect, useMemo, useState } from "react";
import { languageIn } from "#core/entries/kit.ts";
import { PlayError, type Option, type Outcome, type PlayState } from "#core/entries/play.ts";
import type { PlayerGame } from "#core/export/player/playerGame.ts";
import { thrownText } from "#core/run/play/thrownText.ts";
import { textIn } from "#core/ruleset/labels.ts";
import type { Game } from "#react/game.ts";
import { browserStore, type GameStore } from "#react/gameStore.ts";
import { useGame, type GamePlay } from "#react/useGame.ts";
import { BlockedPanel } from "#player/BlockedPanel.tsx";
import { HistoryPanel } from "#player/HistoryPanel.tsx";
import { MapView } from "#player/MapView.tsx";
import { MovesPanel } from "#player/MovesPanel.tsx";
import type { Position } from "#player/position.ts";
import { replayFrames, type ScenarioFrame } from "#player/replayFrames.ts";
import { RulesPanel } from "#player/RulesPanel.tsx";
import { languageName, sayIn, type PlayerWord } from "#player/say.ts";
import { ScenarioPanel } from "#player/ScenarioPanel.tsx";
import { SeatBar, seatsOf } from "#player/SeatBar.tsx";
import { TablePanel } from "#player/TablePanel.tsx";

/** What stands below the map. */
const TABS = ["rules", "table", "blocked", "history"] as const satisfies readonly PlayerWord[];
type Tab = (typeof TABS)[number];

/** The page: a game in the language of its reader. It is begun anew where a scenario is played on. */
export function Page({ page, game }: { readonly page: PlayerGame; readonly game: Game }) {
  const [lang, setLang] = useState(() => languageIn(page.kit, navigator.languages));
  const [begun, setBegun] = useState<{ readonly key: number; readonly from?: PlayState }>({ key: 0 });
  useEffect(() => {
    document.documentElement.lang = lang;
    document.title = textIn(page.title, lang) || page.id;
  }, [lang, page]);
  return (
    <PlayedGame
      key={begun.key}
      page={page}
      game={game}
      lang={lang}
      setLang={setLang}
      from={begun.from}
      playFrom={(position) => setBegun({ key: begun.key + 1, ...(position ? { from: position } : {}) })}
    />
  );
}

/** Where the game is stored in the browser. What a scenario is played on to is not: the game of before stays there, and comes back. */
function storeOf({ id, edition = "" }: PlayerGame, from: PlayState | undefined): GameStore {
  if (from) return { load: () => ({ snapshot: from.snapshot, play: from }), save: () => undefined };
  return browserStore(`turnwright:${id}:${edition}`);
}

interface PlayedGameProps {
  readonly page: PlayerGame;
  readonly game: Game;
  readonly lang: string;
  readonly setLang: (lang: string) => void;
  readonly from: PlayState | undefined;
  /** Begins anew from a position; without one the stored game goes on. */
  readonly playFrom: (state: PlayState | undefined) => void;
}

function PlayedGame({ page, game, lang, setLang, from, playFrom }: PlayedGameProps) {
  const [save] = useState(() => storeOf(page, from));
  const play = useGame(game, { save, lang });
  const say = sayIn(lang);
  const { words, player } = play;
  const [seat, setSeat] = useState<string>();
  const [isWhole, setWhole] = useState(false);
  const shown = useScenario(page, player);
  const current = useMemo((): Outcome => {
    const outcome = play.history.at(-1)?.outcome;
    return outcome?.state === play.state ? outcome : player.restore(play.state);
  }, [play.history, play.state, player]);
  const outcome = shown.frame?.outcome ?? current;
  const position: Position = { player, outcome, words, say };
  const options = useOptions(position);
  const seats = useMemo(() => seatsOf(outcome.view, options), [outcome, options]);
  return (
    <div className="page" lang={lang}>
      <header>
        <h1>
          <bdi>{textIn(page.title, lang) || page.id}</bdi>
        </h1>
        <div className="tools">
          <ScenarioChoice page={page} chosen={shown.name} choose={shown.choose} lang={lang} />
          <LanguageChoice page={page} lang={lang} choose={setLang} label={say("language")} />
          <GameButtons play={play} isLocked={shown.frame !== undefined} say={say} />
          {from && !shown.name && (
            <button type="button" className="btn" onClick={() => playFrom(undefined)}>
              {say("leave")}
            </button>
          )}
        </div>
      </header>
      <main className="play">
        <div className="now">
          <p className="where-now">
            <span>{say("now")}</span> <bdi>{words.where(outcome.view.in)}</bdi>
          </p>
          <SeatBar
            seats={seats}
            asks={outcome.view.asks}
            chosen={seat}
            choose={setSeat}
            words={words}
            say={say}
          />
        </div>
        {shown.scenario && shown.frame ? (
          <ScenarioPanel
            scenario={shown.scenario}
            frames={shown.frames}
            at={shown.at}
            go={shown.go}
            leave={() => shown.choose(undefined)}
            playOn={() => playFrom(outcome.state)}
            seats={seats}
            words={words}
            say={say}
          />
        ) : shown.fault !== undefined ? (
          <section className="moves" aria-label={say("scenario")}>
            <p role="alert">{say("fault", { message: shown.fault })}</p>
            <button type="button" className="btn" onClick={() => shown.choose(undefined)}>
              {say("leave")}
            </button>
          </section>
        ) : (
          <section className="moves" aria-label={say("moves")}>
            <MovesPanel play={play} seats={seats} seat={seat} choose={setSeat} say={say} />
          </section>
        )}
      </main>
      <MapView svg={page.maps[lang] ?? ""} active={outcome.view.in} isWhole={isWhole} say={say} />
      <More
        page={page}
        play={play}
        position={position}
        options={options}
        seats={seats}
        seat={seat}
        hasHistory={!shown.frame}
        isWhole={isWhole}
        setWhole={setWhole}
      />
    </div>
  );
}

/** Takes the last move back, or begins again. @param isLocked while a scenario is shown, which is not the stored game */
function GameButtons({ play, isLocked, say }: { play: GamePlay; isLocked: boolean; say: Position["say"] }) {
  return (
    <>
      <button type="button" className="btn" disabled={!play.canUndo || isLocked} onClick={() => play.undo()}>
        {say("undo")}
      </button>
      <button
        type="button"
        className="btn"
        disabled={isLocked}
        // Nothing leads back to the game that is ended by it.
        onClick={() => window.confirm(say("restart-ask")) && play.start()}
      >
        {say("restart")}
      </button>
    </>
  );
}

/** What stands below the map, one thing at a time. */
function More({
  page,
  play,
  position,
  options,
  seats,
  seat,
  hasHistory,
  isWhole,
  setWhole,
}: {
  readonly page: PlayerGame;
  readonly play: GamePlay;
  readonly position: Position;
  readonly options: readonly Option[];
  readonly seats: readonly string[];
  readonly seat: string | undefined;
  /** A scenario has its own list of steps. */
  readonly hasHistory: boolean;
  readonly isWhole: boolean;
  readonly setWhole: (isWhole: boolean) => void;
}) {
  const [tab, setTab] = useState<Tab>("rules");
  const { say } = position;
  const types = useMemo(() => (page.kit.spec.events ?? []).map(({ type }) => type), [page]);
  const tabs: readonly Tab[] = hasHistory ? TABS : TABS.filter((name) => name !== "history");
  const open = tabs.includes(tab) ? tab : "rules";
  return (
    <section className="more">
      <div className="bar">
        <div className="tabs" role="tablist">
          {tabs.map((name) => (
            <button
              key={name}
              type="button"
              role="tab"
              id={`tab-${name}`}
              aria-selected={name === open}
              aria-controls="panel"
              onClick={() => setTab(name)}
            >
              {say(name)}
            </button>
          ))}
        </div>
        <button type="button" className="btn quiet" onClick={() => setWhole(!isWhole)}>
          {say(isWhole ? "closer" : "whole-map")}
        </button>
      </div>
      <div className="panel" role="tabpanel" id="panel" aria-labelledby={`tab-${open}`} tabIndex={0}>
        {open === "rules" && <RulesPanel position={position} />}
        {open === "table" && <TablePanel position={position} view={page.kit.view} seat={seat} />}
        {open === "blocked" && (
          <BlockedPanel position={position} options={options} seats={seats} seat={seat} types={types} />
        )}
        {open === "history" && <HistoryPanel play={play} seats={seats} say={say} />}
      </div>
    </section>
  );
}

/** What the seats could try now; nothing where the machine fails at the question. */
function useOptions({ player, outcome }: Position): readonly Option[] {
  const { state } = outcome;
  return useMemo(() => {
    try {
      return player.options(state);
    } catch (error) {
      if (error instanceof PlayError) return [];
      throw error;
    }
  }, [player, state]);
}

/** The scenario that is looked at, and where in it. */
function useScenario(page: PlayerGame, player: Position["player"]) {
  const [name, setName] = useState<string>();
  const [frames, setFrames] = useState<readonly ScenarioFrame[]>([]);
  const [fault, setFault] = useState<string>();
  const [at, go] = useState(0);
  const scenario = name === undefined ? undefined : page.scenarios[name];
  useEffect(() => {
    if (!scenario) return;
    let isStale = false;
    replayFrames(player, scenario).then(
      (played) => isStale || setFrames(played),
      // It does not even start.
      (error: unknown) => isStale || setFault(thrownText(error)),
    );
    return () => {
      isStale = true;
    };
  }, [scenario, player]);
  const choose = (chosen: string | undefined) => {
    setName(chosen);
    setFrames([]);
    setFault(undefined);
    go(0);
  };
  return { name, scenario, frames, fault, at, go, choose, frame: scenario ? frames[at] : undefined };
}

function ScenarioChoice({
  page,
  chosen,
  choose,
  lang,
}: {
  readonly page: PlayerGame;
  readonly chosen: string | undefined;
  readonly choose: (name: string | undefined) => void;
  readonly lang: string;
}) {
  const names = Object.keys(page.scenarios);
  if (names.length === 0) return null;
  const say = sayIn(lang);
  return (
    <select
      aria-label={say("scenario")}
      className="scenarios"
      value={chosen ?? ""}
      onChange={({ target }) => choose(target.value === "" ? undefined : target.value)}
    >
      <option value="">{chosen === undefined ? say("scenario-choose") : say("leave")}</option>
      {names.map((name) => (
        <option key={name} value={name}>
          {textIn(page.scenarios[name]?.title, lang) || name}
        </option>
      ))}
    </select>
  );
}

function LanguageChoice({
  page,
  lang,
  choose,
  label,
}: {
  readonly page: PlayerGame;
  readonly lang: string;
  readonly choose: (lang: string) => void;
  readonly label: string;
}) {
  if (page.locales.length < 2) return null;
  return (
    <select aria-label={label} value={lang} onChange={({ target }) => choose(target.value)}>
      {page.locales.map((locale) => (
        <option key={locale} value={locale} lang={locale}>
          {languageName(locale)}
        </option>
      ))}
    </select>
  );
}
