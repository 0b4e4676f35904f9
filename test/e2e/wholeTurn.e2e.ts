import type { Locator } from "playwright";
import { diagnose } from "#core/analyze/check.ts";
import { readModule } from "#core/read/readModule.ts";
import { playSpecOf } from "#core/run/play/playSpec.ts";
import { createParsingPlayer } from "#core/simulate/parsingPlayer.ts";
import { buildMachine } from "#test/core/edit/laws/buildMachine.ts";
import type { ServedStudio } from "#test/support/startStudio.ts";
import { expect } from "#test/support/expect.ts";
import { ActRecorder } from "#test/support/ActRecorder.ts";
import type { StudioDriver } from "#test/support/StudioDriver.ts";
import { test } from "#test/support/studioTest.ts";

/*
 * A turn of Chrono Card, in small: start, draw and a round of asking, main with a Charm that comes back to it, end with the hand limit; two
 * players with EP and counted hands. It is built from an empty chart, by what a person does, and each act is counted.
 */

/** So many acts may be needed at most. */
const MAX_ACTS = { mouse: 150, keys: 400 } as const;

const EVENTS = "BEGIN CHARM DEFEND DISCARD DRAW END_MAIN MAKE_EP NO_DEFENCE PASS PLAY_CARD USE_EVENT".split(
  " ",
);

const AGAIN = "asked := {s ∈ asked: s ≠ by}";

class TurnBuilder {
  readonly me: StudioDriver;
  readonly hands: ActRecorder;
  readonly isByKeys: boolean;

  constructor(me: StudioDriver, isByKeys = false) {
    this.me = me;
    this.isByKeys = isByKeys;
    this.hands = new ActRecorder(me.page);
  }

  field(key: string): Locator {
    return this.me.inspector
      .getByLabel(this.me.say(key), { exact: true })
      .and(this.me.page.locator("input, select, textarea"));
  }
  get actionField(): Locator {
    const { say } = this.me;
    return this.me.inspector.getByLabel(
      `${say("inspector.actions")}: ${say("command.transition.addAction")}`,
    );
  }
  get nameField(): Locator {
    return this.me.graph.getByRole("textbox", { name: this.me.say("canvas.rename") });
  }

  /** A text into the field that has the keys by now. */
  async into(field: Locator, text: string, confirm = "Enter"): Promise<void> {
    await expect(field).toBeFocused();
    await this.hands.text(text, confirm);
  }

  /** Presses the button at the field that declares a name. */
  async declare(name: string): Promise<void> {
    const offer = this.offer(name);
    if (!this.isByKeys) return this.hands.click(offer, { name: `declare ${name}` });
    await expect(offer).toBeVisible();
    if (!(await offer.evaluate((element) => element === document.activeElement))) await this.hands.key("Tab");
    await expect(offer).toBeFocused();
    await this.hands.key("Enter");
  }

  /** Guard and action of the transition that was just made; the unknown names in them are declared by the button at the field. */
  async guardAndAction(guard: string, action?: string, unknown: readonly string[] = []): Promise<void> {
    await this.into(this.field("inspector.guard"), guard, action === undefined ? "Enter" : "Tab");
    if (action === undefined) return;
    await this.into(this.actionField, action);
    for (const name of unknown) await this.declare(name);
  }

  offer(name: string): Locator {
    return this.me.inspector.getByRole("button", { name: new RegExp(`\\b${name}\\b.*context`) });
  }
}

/** The field of counted hands, five cards each, in the dialog for one. */
async function addHands(turn: TurnBuilder): Promise<void> {
  const field = (key: string) => turn.me.dialog.getByLabel(turn.me.say(key), { exact: true });
  await turn.into(field("ask.name"), "hands", "Tab");
  await turn.into(field("ask.start-value"), "{ P1: 5, P2: 5 }", "Tab");
  await turn.into(field("ask.value-type"), "Record<string, number>");
}

const PLAYED_STEPS = 200;
/** Whether a hand comes over its limit is a matter of chance: one of so many plays takes every event, and none comes to a halt. */
const PLAYS = 20;

/** No error in Problems, the keys never lost, the file saved, and a random play of it takes every event. */
async function expectPlayable(
  { me, hands }: TurnBuilder,
  studio: ServedStudio,
  { most, counted }: { readonly most: number; readonly counted: number },
): Promise<void> {
  console.log(`${counted} of ${most}\n${hands.print()}`);
  expect(hands.acts.filter(({ focus }) => focus === "body")).toEqual([]);
  expect(counted).toBeLessThanOrEqual(most);
  await expect(me.problems.getByRole("button", { name: /error/ })).toHaveCount(0);
  await expect(me.code).toHaveCount(0);
  await me.save();
  const text = await studio.text("machines/chrono-turn.machine.ts");
  const rules = new Map([
    ["machine", text],
    ["moves", await studio.text("rulesets/chrono-turn/moves.json")],
  ]);
  const reading = readModule(text);
  expect(diagnose(reading, rules).filter(({ severity }) => severity === "error")).toEqual([]);
  const [chart] = reading.charts;
  if (!chart) throw new Error("no chart");
  const player = createParsingPlayer(buildMachine(text), playSpecOf(chart, reading.consts));
  const plays = Array.from({ length: PLAYS }, (_, seed) => {
    const taken = new Set<string>();
    let { state } = player.start({});
    for (let step = 0; step < PLAYED_STEPS; step++) {
      const event = player.random(state, seed * PLAYED_STEPS + step);
      if (!event) throw new Error(`nothing can be done at step ${step} of play ${seed}`);
      taken.add(event.type);
      ({ state } = player.send(state, event));
    }
    return [...taken].toSorted().join(" ");
  });
  expect(plays).toContain(EVENTS.join(" "));
}

test("the turn is built by mouse", { timeout: 300_000, retry: 0 }, async ({ studio, visit }) => {
  const me = await visit({ codeFolded: true });
  await me.openGame();
  me.context.setDefaultTimeout(20_000);
  const turn = new TurnBuilder(me);
  const { hands } = turn;
  const state = (path: string) => me.graphState(path);
  const menu = async (path: string, key: string) => {
    await hands.click(state(path), { button: "right", position: { x: 20, y: 10 }, name: `${path}, right` });
    await hands.click(me.page.getByRole("menuitem", { name: me.say(key) }).first(), { name: key });
  };
  const choose = async (select: Locator, value: string | { label: string | RegExp }) => {
    await hands.click(select);
    const label = typeof value === "string" ? undefined : value.label;
    const options = await select.locator("option").allInnerTexts();
    const text = options.find((option) => (label instanceof RegExp ? label.test(option) : option === label));
    await select.selectOption(typeof value === "string" ? value : { label: text ?? "" });
    await hands.note("click", JSON.stringify(value));
  };
  /** One more transition that stays: its event, guard and action. */
  const stays = async (
    path: string,
    event: string,
    guard: string,
    action: string,
    ...unknown: readonly string[]
  ) => {
    await menu(path, "command.transition.add");
    await hands.click(me.dialog.getByLabel(me.say("inspector.event"), { exact: true }));
    await turn.into(me.dialog.getByLabel(me.say("inspector.event"), { exact: true }), event);
    await turn.guardAndAction(guard, action, unknown);
  };
  /** One that is taken by itself. */
  const always = async (path: string, to: string, guard: string, action?: string) => {
    await menu(path, "command.transition.add");
    await choose(me.dialog.getByLabel(me.say("ask.slot"), { exact: true }), "always");
    await choose(me.dialog.getByLabel(me.say("inspector.target"), { exact: true }), `to:${to}`);
    await hands.click(me.dialog.getByRole("button", { name: me.say("ask.do"), exact: true }));
    await turn.guardAndAction(guard, action);
  };
  /** The next state, with the event that leads to it. */
  const next = async (
    from: string,
    name: string,
    [event, guard, action, ...unknown]: readonly [string, string, string?, ...string[]],
  ) => {
    await state(from).hover({ position: { x: 20, y: 10 } });
    await hands.click(me.graph.locator(`[data-way="down"][data-way-handle]`), { name: `+ at ${from}` });
    await turn.into(turn.nameField, name, "Tab");
    await turn.into(turn.field("inspector.event"), event, "Tab");
    await turn.guardAndAction(guard, action, unknown);
  };

  try {
    await hands.click(
      me.page.getByRole("banner").getByRole("button", { name: new RegExp(`^${me.say("header.game")}: `) }),
    );
    await hands.click(me.page.getByRole("menuitem", { name: me.say("games.new") }));
    await hands.click(me.dialog.getByRole("radio", { name: me.say("fromText.empty") }));
    await hands.click(me.dialog.getByRole("textbox", { name: me.say("games.name") }));
    await hands.text("Chrono turn");
    await expect(me.page).toHaveURL(/#\/chrono-turn\//);
    await me.still();
    const ground = await me.graph.boundingBox();
    if (!ground) throw new Error("no graph");
    await hands.click(me.graph, { clickCount: 2, position: { x: 300, y: 120 }, name: "ground, twice" });
    await turn.into(turn.nameField, "start");
    await menu("start", "menu.setup");
    await hands.click(me.page.getByRole("menuitem", { name: me.say("command.context.add") }).first());
    await addHands(turn);
    await next("start", "draw", ["BEGIN", "isTurnPlayer", "charmUsed := false", "charmUsed"]);
    await next("draw", "round", ["DRAW", "isTurnPlayer", "hands[by] += 1; asked := seats", "asked"]);
    await stays("round", "PASS", "by in asked", AGAIN);
    await choose(turn.field("inspector.decides"), { label: /asked/ });
    await stays("round", "USE_EVENT", "by in asked and hands[by] > 0", "hands[by] -= 1; asked := seats");
    await me.picture("turn-mouse-1");
    await hands.click(me.graph, { clickCount: 2, position: { x: 60, y: 480 }, name: "ground, twice" });
    await turn.into(turn.nameField, "main");
    await hands.click(me.button("canvas.fit"));
    await me.still();
    await always("round", "main", "|asked| = 0");
    await stays("main", "MAKE_EP", "isTurnPlayer", "ep[by] += 1", "ep");
    await stays(
      "main",
      "PLAY_CARD",
      "isTurnPlayer and ep[by] > 0 and hands[by] > 0",
      "ep[by] -= 1; hands[by] -= 1",
    );
    await next("main", "charm", ["CHARM", "isTurnPlayer and not charmUsed", "charmUsed := true"]);
    await choose(turn.field("inspector.decides"), { label: me.say("asks.opponent") });
    for (const event of ["DEFEND", "NO_DEFENCE"]) {
      const [from, to] = [await state("charm").boundingBox(), await state("main").boundingBox()];
      await state("charm").hover({ position: { x: 20, y: 10 } });
      const handle = await state("charm").locator(".react-flow__handle.source").first().boundingBox();
      if (!from || !to || !handle) throw new Error("not drawn");
      await hands.drag(
        "charm to main",
        { x: handle.x + handle.width / 2, y: handle.y + handle.height / 2 },
        { x: to.x + to.width / 2, y: to.y + to.height / 2 },
      );
      await turn.into(turn.field("inspector.event"), event, "Tab");
      await turn.guardAndAction("by ≠ turnPlayer");
    }
    await next("main", "end", ["END_MAIN", "isTurnPlayer"]);
    await stays("end", "DISCARD", "isTurnPlayer", "hands[by] -= 1");
    await always("end", "start", "hands[turnPlayer] ≤ 5", "passTurn");
    await expectPlayable(turn, studio, { most: MAX_ACTS.mouse, counted: hands.acts.length });
    await me.picture("turn-mouse-light");
    await me.page.emulateMedia({ colorScheme: "dark" });
    await me.picture("turn-mouse-dark");
  } finally {
    console.log(hands.print());
    console.log(await me.problems.innerText().catch(() => ""));
    await me.save().catch(() => undefined);
    console.log((await studio.text("machines/chrono-turn.machine.ts").catch(() => "")).slice(600));
    await me.picture("turn-mouse");
  }
});

/** The states in the order in which arrows walk through them. */
const ORDER = ["start", "draw", "round", "main", "charm", "end"];

test("the turn is built by keys alone", { timeout: 300_000, retry: 0 }, async ({ studio, visit }) => {
  const me = await visit({ codeFolded: true });
  await me.openGame();
  me.context.setDefaultTimeout(20_000);
  const turn = new TurnBuilder(me, true);
  const { hands } = turn;
  const palette = async (words: string) => {
    await hands.key("Control+k");
    await expect(me.dialog.getByRole("combobox")).toBeFocused();
    await hands.text(words, "Enter", () =>
      expect(me.dialog.getByRole("option", { selected: true })).toContainText(words),
    );
  };
  const goTo = async (name: string) => {
    await expect(me.graph).toBeFocused();
    const selected = me.page.getByRole("tree").locator('[aria-selected="true"]');
    const from = ORDER.indexOf((await selected.getAttribute("data-id")) ?? "");
    const way = ORDER.indexOf(name) - from;
    await hands.key(way > 0 ? "ArrowDown" : "ArrowUp", Math.abs(way));
    await expect(me.outlineState(name)).toHaveAttribute("aria-selected", "true");
  };
  const field = (key: string) => me.dialog.getByLabel(me.say(key), { exact: true });
  /** A target in the list that has the keys, and on to the button that does it: Enter in a list does nothing. */
  const chooseAndApply = async (to: string) => {
    await expect(field("inspector.target")).toBeFocused();
    await me.page.keyboard.type(to);
    await hands.key("Tab", 2);
    await expect(me.dialog.getByRole("button", { name: me.say("ask.do"), exact: true })).toBeFocused();
    await hands.key("Enter");
  };
  /** One more transition of the selected state: its event, target, guard and action. */
  const adds = async (
    event: string,
    [guard, action, ...unknown]: readonly [string, string?, ...string[]],
    to?: string,
  ) => {
    await palette(me.say("command.transition.add"));
    await expect(field("ask.slot")).toBeFocused();
    await hands.key("Tab");
    await turn.into(field("inspector.event"), event, to === undefined ? "Enter" : "Tab");
    if (to !== undefined) await chooseAndApply(to);
    await turn.guardAndAction(guard, action, unknown);
  };
  const always = async (to: string, guard: string, action?: string) => {
    await palette(me.say("command.transition.add"));
    await expect(field("ask.slot")).toBeFocused();
    await hands.key("ArrowDown", 2);
    await hands.key("Tab");
    await chooseAndApply(to);
    await turn.guardAndAction(guard, action);
  };
  const next = async (
    name: string,
    event: string,
    [guard, action, ...unknown]: readonly [string, string?, ...string[]],
  ) => {
    await hands.key("n");
    await turn.into(turn.nameField, name, "Tab");
    await turn.into(turn.field("inspector.event"), event, "Tab");
    await turn.guardAndAction(guard, action, unknown);
  };
  /** Whom the selected state asks: the keys go through the panel to its field. */
  const tabTo = async (wanted: RegExp) => {
    for (let i = 0; i < 40 && !wanted.test(await hands.focus()); i++) await hands.key("Tab");
    expect(await hands.focus()).toMatch(wanted);
  };
  const asks = async (whom: string) => {
    await tabTo(/^select Decides/);
    await expect(turn.field("inspector.decides")).toBeFocused();
    await me.page.keyboard.type(whom);
    await hands.note("text", whom);
  };

  try {
    await palette(me.say("games.new"));
    await turn.into(me.dialog.getByRole("textbox", { name: me.say("games.name") }), "Chrono turn", "Tab");
    await hands.key("Tab");
    await hands.key("ArrowDown");
    await hands.key("Enter");
    await expect(me.page).toHaveURL(/#\/chrono-turn\//);
    await expect(me.graph).toBeFocused();
    await hands.key("n");
    await turn.into(turn.nameField, "start");
    await palette(me.say("command.context.add"));
    await addHands(turn);
    await next("draw", "BEGIN", ["isTurnPlayer", "charmUsed := false", "charmUsed"]);
    await next("round", "DRAW", ["isTurnPlayer", "hands[by] += 1; asked := seats", "asked"]);
    await adds("PASS", ["by in asked", AGAIN]);
    await adds("USE_EVENT", ["by in asked and hands[by] > 0", "hands[by] -= 1; asked := seats"]);
    await hands.key("Escape");
    await palette(me.say("command.state.add"));
    await expect(me.outlineState("newState")).toHaveAttribute("aria-selected", "true");
    await hands.key("F2");
    await turn.into(turn.nameField, "main");
    await adds("MAKE_EP", ["isTurnPlayer", "ep[by] += 1", "ep"]);
    // A state that is added alone has nobody to ask yet; the button that says so is in the panel.
    await tabTo(/^button Add asks: turnPlayer/);
    await hands.key("Enter");
    await adds("PLAY_CARD", ["isTurnPlayer and ep[by] > 0 and hands[by] > 0", "ep[by] -= 1; hands[by] -= 1"]);
    await next("charm", "CHARM", ["isTurnPlayer and not charmUsed", "charmUsed := true"]);
    await adds("DEFEND", ["by ≠ turnPlayer"], "main");
    await adds("NO_DEFENCE", ["by ≠ turnPlayer"], "main");
    await goTo("main");
    await next("end", "END_MAIN", ["isTurnPlayer"]);
    await adds("DISCARD", ["isTurnPlayer", "hands[by] -= 1"]);
    await always("start", "hands[turnPlayer] ≤ 5", "passTurn");
    await goTo("round");
    await always("main", "|asked| = 0");
    await goTo("charm");
    await asks("opponent");
    // From the field the keys go to the next state in the outline, which Shift+Tab would take as many presses for.
    await hands.key("Control+k");
    await expect(me.dialog.getByRole("combobox")).toBeFocused();
    await hands.text("round", "Enter", () =>
      expect(me.dialog.getByRole("option", { selected: true })).toContainText("round"),
    );
    await expect(me.outlineState("round")).toHaveAttribute("aria-selected", "true");
    await asks("asked");
    await expectPlayable(turn, studio, { most: MAX_ACTS.keys, counted: hands.keys });
  } finally {
    console.log(hands.print());
    console.log(await me.problems.innerText().catch(() => ""));
    await me.picture("turn-keys");
  }
});
