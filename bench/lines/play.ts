import { readFile } from "node:fs/promises";
import { createActor } from "xstate";
import { readModule } from "#core/read/readModule.ts";
import type { PlayEvent } from "#core/run/play/play.ts";
import type { PlaySpec } from "#core/run/play/playSpec.ts";
import type { Scenario } from "#core/run/scenario/scenario.ts";
import type { Moves } from "#core/ruleset/ruleset.ts";
import { createParsingPlayer } from "#core/simulate/parsingPlayer.ts";
import { machine } from "../../machines/haikyu-break.machine.ts";
import type { BenchLine } from "../line.ts";
import { interleaved } from "../support/stats.ts";

const game = "rulesets/haikyu-break";

/** What a step of the studio's play costs beside one of a bare XState actor, over a whole game. */
export const play: BenchLine = {
  about: "steps of a whole volleyball game, in the player and in a bare XState actor",
  async run({ scale }) {
    const json = async (path: string): Promise<unknown> => JSON.parse(await readFile(path, "utf8"));
    const { input = {}, steps } = (await json(`${game}/scenarios/whole-game.json`)) as Scenario;
    const events = steps.flatMap(({ send }) => send ?? []);
    const chart = readModule(await readFile("machines/haikyu-break.machine.ts", "utf8")).charts[0];
    const spec: PlaySpec = {
      ...(chart?.events ? { events: chart.events } : {}),
      ...(chart?.input ? { input: chart.input } : {}),
      moves: (await json(`${game}/moves.json`)) as Moves,
    };
    // The player freezes contexts and bounds `always`: the bare actor gets a machine that nobody has touched.
    const player = createParsingPlayer(machine.provide({}), spec);
    const bare = machine.provide({});

    let state = player.start(input);
    const offered: (readonly PlayEvent[])[] = [];
    for (const event of events) {
      offered.push(state.view.enabled.map(({ example }) => example));
      state = player.send(state.state, event);
      if (state.refused) throw new Error(`The scenario is refused at ${JSON.stringify(event)}`);
    }

    const plain = (asking: boolean) => () => {
      const actor = createActor(bare, { input: input as never }).start();
      events.forEach((event, i) => {
        if (asking) for (const one of offered[i] ?? []) actor.getSnapshot().can(one as never);
        actor.send(event as never);
      });
      if (actor.getSnapshot().status !== "done") throw new Error("The game did not end");
    };
    const [sent = NaN, asked = NaN, played = NaN] = interleaved(
      [
        plain(false),
        plain(true),
        () => {
          let now = player.start(input);
          for (const event of events) now = player.send(now.state, event);
          if (now.view.status !== "done") throw new Error("The game did not end");
        },
      ],
      scale,
    );
    const perSecond = (ms: number) => (events.length / ms) * 1000;
    return [
      {
        what: "bare actor: send",
        value: perSecond(sent),
        unit: "steps/s",
        note: `a game of ${events.length} events`,
      },
      {
        what: "bare actor: send, and can() for each event that is open",
        value: perSecond(asked),
        unit: "steps/s",
      },
      {
        what: "player: send with state as JSON, microsteps and open events with payloads",
        value: perSecond(played),
        unit: "steps/s",
      },
      { what: "time of the player / send", value: played / sent, unit: "x" },
      { what: "time of the player / send and can", value: played / asked, unit: "x" },
    ];
  },
};
