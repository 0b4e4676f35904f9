import type { Draws } from "#test/support/dice.ts";
import type { Hands } from "#test/support/soak/Hands.ts";

export const GAMES = ["haikyu-break", "vf-card", "chrono-card", "fate-ace-royal", "flesh-and-blood"] as const;
const VIEWS = ["design", "simulate", "rules", "export"] as const;

/** What a person does, and how often beside the others. Each is harmless where there is nothing for it. */
export interface Gesture {
  readonly name: string;
  readonly weight: number;
  readonly do: (hands: Hands, draws: Draws) => Promise<void>;
}

const STATE = ".react-flow__node";
const LINE = ".monaco-editor .view-line";

/** Opens a game at a view by its address, as a link would. */
export async function visit(hands: Hands, game: string, view: string): Promise<void> {
  await hands.page.evaluate((hash) => {
    location.hash = hash;
  }, `#/${game}/${view}`);
  await hands.pause(700);
}

/** What a question at closing is answered with: the work is given up. */
export async function forgetWork(hands: Hands): Promise<void> {
  if (await hands.press("dialog.close-game-forget")) await hands.pause(300);
}

const go =
  (view: number): Gesture["do"] =>
  async (hands) => {
    await hands.key(`Alt+${view + 1}`);
    await hands.pause(400);
  };

const inDesign =
  (what: Gesture["do"]): Gesture["do"] =>
  async (hands, draws) => {
    await go(0)(hands, draws);
    await what(hands, draws);
  };
const inSimulate =
  (what: Gesture["do"]): Gesture["do"] =>
  async (hands, draws) => {
    await go(1)(hands, draws);
    await what(hands, draws);
  };

async function undo(hands: Hands, times: number): Promise<void> {
  for (let i = 0; i < times; i++) await hands.press("header.undo");
}

export const gestures: readonly Gesture[] = [
  { name: "goes to a view", weight: 8, do: (hands, draws) => go(draws.int(0, 3))(hands, draws) },
  {
    name: "opens a game",
    weight: 5,
    do: (hands, draws) => visit(hands, draws.pick(GAMES), draws.pick(VIEWS)),
  },
  {
    name: "goes to a tab",
    weight: 5,
    do: async (hands, draws) => {
      await hands.key(`Alt+Shift+Digit${draws.int(1, 5)}`);
      await hands.pause(400);
    },
  },
  {
    name: "closes a game",
    weight: 3,
    do: async (hands) => {
      await hands.click("nav li button + button");
      await forgetWork(hands);
    },
  },
  {
    name: "chooses a game in the menu",
    weight: 2,
    do: async (hands) => {
      await hands.click("header button[aria-haspopup=menu]:first-of-type");
      await hands.pause(300);
      if (!(await hands.click("[role=menuitemradio]"))) await hands.key("Escape");
      await hands.pause(400);
    },
  },
  // ---- Canvas ----
  { name: "selects a state", weight: 6, do: inDesign(async (hands) => void (await hands.click(STATE))) },
  {
    name: "enters a phase",
    weight: 3,
    do: inDesign(async (hands) => {
      await hands.click(STATE, { clickCount: 2 });
      await hands.pause(500);
      await hands.key("Escape");
      await hands.click("[data-aside] button");
    }),
  },
  {
    name: "drags a state",
    weight: 3,
    do: inDesign(async (hands, draws) => {
      const from = await hands.spot(STATE);
      if (from) await hands.drag(from, { x: draws.int(-160, 160), y: draws.int(-120, 120) });
      await undo(hands, draws.int(0, 2));
    }),
  },
  {
    name: "draws a frame on the pane",
    weight: 1,
    do: inDesign(async (hands, draws) => {
      await hands.page.keyboard.down("Shift");
      await hands.drag({ x: 500, y: 300 }, { x: draws.int(80, 300), y: draws.int(80, 300) });
      await hands.page.keyboard.up("Shift");
      await hands.key("Escape");
    }),
  },
  {
    name: "turns the wheel",
    weight: 2,
    do: inDesign(async (hands, draws) => {
      await hands.page.mouse.move(draws.int(400, 900), draws.int(200, 700));
      for (let i = 0; i < 3; i++) await hands.page.mouse.wheel(0, draws.int(-300, 300));
      await hands.pause(200);
    }),
  },
  {
    name: "presses a control of the canvas",
    weight: 4,
    do: inDesign(async (hands) => {
      await hands.click("[role=toolbar][data-aside] button");
      await hands.pause(400);
    }),
  },
  {
    name: "opens the menu of a state",
    weight: 3,
    do: inDesign(async (hands, draws) => {
      await hands.click(STATE, { button: "right" });
      await hands.pause(250);
      for (let i = draws.int(0, 4); i > 0; i--) await hands.key("ArrowDown");
      await hands.key("Escape");
    }),
  },
  {
    name: "renames a state and takes it back",
    weight: 3,
    do: inDesign(async (hands, draws) => {
      if (!(await hands.click(STATE))) return;
      await hands.key("F2");
      await hands.type(`soak${draws.int(1, 9)}`);
      await hands.key("Enter");
      await hands.pause(500);
      await undo(hands, draws.int(1, 2));
    }),
  },
  {
    name: "deletes what is selected and takes it back",
    weight: 2,
    do: inDesign(async (hands, draws) => {
      if (!(await hands.click(STATE))) return;
      await hands.key("Delete");
      await hands.pause(500);
      await undo(hands, draws.int(1, 2));
    }),
  },
  {
    name: "walks over the graph by keys",
    weight: 2,
    do: inDesign(async (hands, draws) => {
      await hands.click(STATE);
      for (let i = 0; i < 4; i++)
        await hands.key(draws.pick(["ArrowDown", "ArrowUp", "ArrowLeft", "ArrowRight", "Enter"]));
    }),
  },
  {
    name: "chooses in the outline",
    weight: 3,
    do: inDesign(async (hands) => void (await hands.click("[role=treeitem]"))),
  },
  {
    name: "writes into a field of the inspector",
    weight: 3,
    do: inDesign(async (hands, draws) => {
      if (!(await hands.click(STATE)) || !(await hands.click("main section textarea"))) return;
      await hands.type("A word");
      await hands.key("Control+Enter");
      await hands.pause(400);
      await undo(hands, draws.int(0, 1));
    }),
  },
  // ---- Code ----
  {
    name: "types in the code and takes it back",
    weight: 5,
    do: inDesign(async (hands, draws) => {
      if (!(await hands.click(LINE))) return;
      await hands.key("End");
      await hands.type(draws.pick([" // soak", " /* soak */", " x", " { "]));
      await hands.pause(draws.int(100, 1_200));
      for (let i = draws.int(1, 4); i > 0; i--) await hands.key("Control+z");
    }),
  },
  {
    name: "asks the code for words",
    weight: 2,
    do: inDesign(async (hands) => {
      if (!(await hands.click(LINE))) return;
      await hands.key("Control+Space");
      await hands.pause(700);
      await hands.key("Escape");
    }),
  },
  {
    name: "looks for something in the code",
    weight: 2,
    do: inDesign(async (hands, draws) => {
      if (!(await hands.click(LINE))) return;
      await hands.key("Control+f");
      await hands.type(draws.pick(["turn", "guard", "target"]));
      await hands.key("Enter");
      await hands.key("Escape");
    }),
  },
  {
    name: "points at words of the code",
    weight: 2,
    do: inDesign(async (hands) => {
      const at = await hands.spot(LINE);
      if (!at) return;
      for (let i = 0; i < 4; i++) await hands.page.mouse.move(at.x - 60 + i * 20, at.y);
      await hands.pause(600);
    }),
  },
  {
    name: "shows another file in the code",
    weight: 2,
    do: inDesign(async (hands, draws) => {
      await hands.page.evaluate(
        (roll) => {
          const field = document.querySelector("main select");
          if (!(field instanceof HTMLSelectElement)) return;
          field.selectedIndex = Math.floor(roll * field.options.length);
          field.dispatchEvent(new Event("change", { bubbles: true }));
        },
        draws.int(0, 99) / 100,
      );
      await hands.pause(500);
    }),
  },
  // ---- Play ----
  {
    name: "starts a run",
    weight: 5,
    do: inSimulate(async (hands) => {
      await hands.press("simulate.restart");
      await hands.press("simulate.start");
      await hands.pause(700);
    }),
  },
  {
    name: "plays by chance",
    weight: 8,
    do: inSimulate(async (hands, draws) => {
      for (let i = draws.int(1, 4); i > 0; i--) {
        await hands.press("simulate.random");
        await hands.pause(250);
      }
    }),
  },
  {
    name: "sends an event",
    weight: 5,
    do: inSimulate(async (hands) => {
      await hands.click("form button[type=submit]");
      await hands.pause(300);
    }),
  },
  {
    name: "steps back and forth",
    weight: 3,
    do: inSimulate(async (hands, draws) => {
      for (let i = draws.int(1, 4); i > 0; i--)
        await hands.press(draws.pick(["simulate.back", "simulate.forward"]));
    }),
  },
  {
    name: "looks into a panel of the play",
    weight: 4,
    do: inSimulate(async (hands) => {
      await hands.click("[role=tab]");
      await hands.pause(300);
    }),
  },
  {
    name: "replays a scenario",
    weight: 2,
    do: inSimulate(async (hands, draws) => {
      await hands.page.evaluate(
        (roll) => {
          const field = document.querySelector("section select");
          if (!(field instanceof HTMLSelectElement) || field.disabled) return;
          field.selectedIndex = 1 + Math.floor(roll * (field.options.length - 1));
          field.dispatchEvent(new Event("change", { bubbles: true }));
        },
        draws.int(0, 99) / 100,
      );
      await hands.pause(1_200);
    }),
  },
  // ---- Rules and export ----
  {
    name: "reads clauses",
    weight: 4,
    do: async (hands, draws) => {
      await go(2)(hands, draws);
      await hands.click("[role=option][data-clause]");
      await hands.page.mouse.wheel(0, draws.int(-400, 900));
      await hands.click("main button:not(:has(svg))");
      await hands.pause(200);
    },
  },
  {
    name: "looks at a format",
    weight: 2,
    do: async (hands, draws) => {
      await go(3)(hands, draws);
      await hands.click("[role=radio]");
      await hands.pause(400);
    },
  },
  // ---- Around ----
  {
    name: "looks for a command",
    weight: 3,
    do: async (hands, draws) => {
      await hands.click("header nav a");
      await hands.key("Control+k");
      await hands.type(draws.pick(["turn", "draw", "the", "card"]));
      await hands.pause(300);
      await hands.key("Escape");
      await hands.key("Escape");
    },
  },
  {
    name: "asks for the keys",
    weight: 1,
    do: async (hands) => {
      await hands.click("header nav a");
      await hands.key("?");
      await hands.pause(200);
      await hands.key("Escape");
    },
  },
  {
    name: "changes the language",
    weight: 2,
    do: async (hands) => {
      await chooseLanguage(hands, "[role=menuitemradio][lang]");
    },
  },
  { name: "changes the theme", weight: 2, do: turnTheme },
  {
    name: "changes the words of the chart",
    weight: 2,
    do: async (hands) => void (await hands.click("header [role=group] button")),
  },
  {
    name: "folds a panel or unfolds it",
    weight: 4,
    do: async (hands) => {
      await hands.click("footer [role=group] button");
      await hands.pause(300);
    },
  },
  {
    name: "draws a divider",
    weight: 1,
    do: async (hands, draws) => {
      const at = await hands.spot("[role=separator]");
      if (at) await hands.drag(at, { x: draws.int(-60, 60), y: draws.int(-60, 60) });
    },
  },
  {
    name: "looks at what apps ask for",
    weight: 1,
    do: async (hands) => {
      await hands.press("apps.inspect");
      await hands.pause(200);
      await hands.key("Escape");
    },
  },
  {
    name: "points here and there",
    weight: 3,
    do: async (hands) => {
      for (let i = 0; i < 4; i++) {
        const at = await hands.spot(
          "main button, .react-flow__node, [data-transition], [role=treeitem], [title]",
        );
        if (at) await hands.page.mouse.move(at.x, at.y);
        await hands.pause(200);
      }
    },
  },
  {
    name: "closes what lies over it",
    weight: 2,
    do: async (hands) => {
      await hands.key("Escape");
      await forgetWork(hands);
    },
  },
];

export async function turnTheme(hands: Hands): Promise<void> {
  if (!(await hands.press("header.light"))) await hands.press("header.dark");
  await hands.pause(200);
}

/** Chooses in the menu of languages. */
export async function chooseLanguage(hands: Hands, selector: string): Promise<void> {
  if (!(await hands.press("header.language"))) return;
  await hands.pause(300);
  if (!(await hands.click(selector))) await hands.key("Escape");
  await hands.pause(500);
}

/** One of all, the heavier the likelier. */
export function pickGesture(draws: Draws): Gesture {
  const total = gestures.reduce((sum, { weight }) => sum + weight, 0);
  let left = draws.int(0, total - 1);
  for (const gesture of gestures) {
    left -= gesture.weight;
    if (left < 0) return gesture;
  }
  throw new Error("Weights do not add up");
}
