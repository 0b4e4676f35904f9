/** Modules as different people write them, each with at least one transition to type. */
export const styles: Readonly<Record<string, string>> = {
  "bare createMachine, arrow functions inline": `import { createMachine, assign } from 'xstate';

export const fetchMachine = createMachine({
  id: 'fetch',
  initial: 'idle',
  context: { retries: 0, error: null as string | null },
  states: {
    idle: { on: { FETCH: 'loading' } },
    loading: {
      invoke: {
        src: 'fetchUser',
        onDone: { target: 'success', actions: assign({ user: ({ event }) => event.output }) },
        onError: { target: 'failure', actions: [assign({ error: (_, e) => \`failed: \${e}\` }), 'report'] },
      },
      on: {
        CANCEL: { target: 'idle', guard: ({ context }) => context.retries < 3 && !/^never$/.test(context.error ?? '') },
        TICK: { actions: assign({ retries: ({ context }) => context.retries + 1 }) },
      },
    },
    success: { type: 'final' },
    failure: { after: { 1000: { target: 'loading', guard: 'mayRetry' } } },
  },
});
`,
  "JavaScript without semicolons": `import { setup } from 'xstate'

export const lights = setup({
  delays: { short: 500 },
}).createMachine({
  id: 'lights',
  initial: 'red',
  states: {
    red: { after: { short: 'green' }, on: { BREAK: { target: '#lights.broken', reenter: true } } },
    green: { after: { short: 'yellow' }, on: { BREAK: 'broken' } },
    yellow: { after: { short: 'red' } },
    broken: { on: { REPAIR: [{ guard: 'canRepair', target: 'red' }, { target: 'yellow', actions: ['blink'] }] } }
  }
})
`,
  "tabs, double quotes, no trailing commas": `import { setup } from "xstate";

const machine = setup({
\tguards: {
\t\tisOpen: ({ context }) => context.open
\t}
}).createMachine({
\tinitial: "closed",
\tcontext: { open: false },
\tstates: {
\t\tclosed: {
\t\t\ton: {
\t\t\t\tOPEN: {
\t\t\t\t\ttarget: "opened",
\t\t\t\t\tguard: "isOpen"
\t\t\t\t}
\t\t\t}
\t\t},
\t\topened: {
\t\t\ton: {
\t\t\t\tCLOSE: "closed",
\t\t\t\tLOCK: {
\t\t\t\t\ttarget: ["closed"],
\t\t\t\t\tactions: [{ type: "log", params: { text: "it's locked" } }]
\t\t\t\t}
\t\t\t}
\t\t}
\t}
});
export default machine;
`,
  "one line": `import{createMachine}from"xstate";export const m=createMachine({id:"m",initial:"a",states:{a:{on:{GO:"b",STAY:{actions:"log"}}},b:{on:{BACK:{target:"a",guard:"ok"},END:"c"}},c:{type:"final"}}});
`,
  "config in a const with satisfies": `import { createMachine, type MachineConfig } from "xstate";

const config = {
  id: "wizard",
  initial: "one",
  states: {
    one: { on: { NEXT: { target: "two", guard: { type: "valid", params: { step: 1 } } } } },
    two: { on: { NEXT: "three", PREV: { target: "one", actions: "reset" } } },
    three: { type: "final" as const },
  },
} satisfies MachineConfig<any, any, any>;

export const wizard = createMachine(config);
`,
  "inside a function": `import { setup, assign, fromPromise } from 'xstate';
import { api } from './api';

export function createPlayer(options: { loop: boolean }) {
  const volume = 0.5;
  return setup({
    types: { context: {} as { volume: number }, events: {} as { type: 'PLAY' } | { type: 'STOP' } },
    actors: { load: fromPromise(async () => api.load()) },
  }).createMachine({
    id: 'player',
    context: { volume },
    initial: 'stopped',
    states: {
      stopped: { on: { PLAY: { target: 'playing', actions: assign({ volume: () => (options.loop ? 1 : volume) }) } } },
      playing: {
        type: 'parallel',
        states: {
          sound: { initial: 'on', states: { on: { on: { MUTE: 'off' } }, off: { on: { MUTE: { target: 'on' } } } } },
          screen: { initial: 'small', states: { small: { on: { GROW: 'large' } }, large: {} } },
        },
        on: { STOP: '#player.stopped' },
      },
    },
  });
}
`,
  "several machines in a file": `import { createMachine } from "xstate";

export const child = createMachine({ id: "child", initial: "x", states: { x: { on: { DONE: "y" } }, y: { type: "final" } } });

export const parent = createMachine({
  id: "parent",
  initial: "waiting",
  states: {
    waiting: {
      invoke: { src: child, onDone: "ready" },
      on: {
        // leave early
        SKIP: { target: "ready", description: "Nobody waits for the child", meta: { clauses: ["P-1", "P-2"] } }, // no guard
      },
    },
    ready: { tags: ["done"], on: { "*": { target: "waiting", guard: not("blocked") } } },
  },
});
`,
  "setup.extend and a second argument": `import { and, not, or, setup, stateIn } from "xstate";

const base = setup({ guards: { a: () => true, b: () => false } });
export const machine = base.extend({ actions: { log: () => console.log("(") } }).createMachine(
  {
    initial: "off",
    states: {
      off: {
        on: {
          TOGGLE: {
            guard: and(["a", or([not("b"), stateIn({ on: "hot" })]), ({ event }) => event.type === "TOGGLE"]),
            target: "on.hot",
            actions: ["log", ({ context, event }) => { if (event) { console.log(\`\${context}\`, [1, 2]); } }],
          },
        },
      },
      on: { initial: "cold", states: { cold: {}, hot: { on: { COOL: { target: "cold" } } } }, on: { TOGGLE: "off" } },
    },
  },
);
`,
  "consts, enums and spreads": `import { setup } from 'xstate';

enum Phase { Draw = 'draw', Main = 'main' }
const COMMON = { CONCEDE: { target: '#game.over' }, PAUSE: { actions: 'pause' } };
const END = 'end' as const;

export const game = setup({}).createMachine({
  id: 'game',
  initial: Phase.Draw,
  states: {
    [Phase.Draw]: { on: { ...COMMON, DRAW: { target: Phase.Main, guard: 'hasCards' }, [\`\${END}\`]: 'over' } },
    [Phase.Main]: { on: { PLAY: { actions: ['play', 'count'], target: Phase.Draw }, ...COMMON } },
    over: { type: 'final' },
  },
});
`,
  "Japanese, with comments and many guards": `import { setup, assign } from "xstate";

/** 手番の流れ。 */
export const 対戦 = setup({
  guards: { 手番である: ({ context, event }) => event.by === context.turn },
  actions: { 次へ: assign({ turn: ({ context }) => (context.turn === "P1" ? "P2" : "P1") }) },
}).createMachine({
  id: "対戦",
  initial: "ドロー",
  context: { turn: "P1" },
  states: {
    /* 引く */ ドロー: { on: { 引く: { guard: "手番である", target: "メイン", meta: { clauses: ["第1条"] } } } },
    メイン: {
      description: "「行動」を行う（何度でも）🏐",
      on: {
        行動: { guard: "手番である", actions: "記録" },
        終了: [
          { guard: "手番である", target: "ドロー", actions: ["次へ"], description: "手番を渡す" },
          { actions: "断る" },
        ],
      },
    },
  },
});
`,
};
