import { expect } from "#test/support/expect.ts";
import { test } from "#test/support/studioTest.ts";
import type { ServedStudio } from "#test/support/startStudio.ts";
import type { StudioDriver } from "#test/support/StudioDriver.ts";

/** As others write: tabs, CRLF, no trailing commas, two kinds of quotes, ruled comments, an action of many lines. */
const lines = [
  `import { assign, setup } from 'xstate'`,
  ``,
  `const long = { retries: 3 } as const`,
  `export default setup({ guards: { ready: () => true } }).createMachine({`,
  `\tid: "order",`,
  `\tinitial: "browsing",`,
  `\ton: { RESET: "#order" },`,
  `\tstates: {`,
  `\t\t// ── BROWSING ──`,
  `\t\tbrowsing: {`,
  `\t\t\ton: {`,
  `\t\t\t\tADD: [{ target: 'cart', guard: 'ready' }, 'browsing'],`,
  `\t\t\t\tPAY: "paying.card" // at once`,
  `\t\t\t}`,
  `\t\t},`,
  ``,
  `\t\t// ── CART ──`,
  `\t\tcart: { on: { PAY: { target: "paying" }, BACK: 'browsing' } },`,
  ``,
  `\t\tpaying: {`,
  `\t\t\tinitial: "card",`,
  `\t\t\tentry: assign(() => {`,
  ...Array.from({ length: 400 }, (_, i) => `\t\t\t\tconsole.log("step ${i} of a long way", long.retries)`),
  `\t\t\t\treturn {}`,
  `\t\t\t}),`,
  `\t\t\tstates: {`,
  `\t\t\t\tcard: {},`,
  `\t\t\t\tdone: { type: "final" }`,
  `\t\t\t}`,
  `\t\t}`,
  `\t}`,
  `})`,
  ``,
];
const module = lines.join("\r\n");

const file = "machines/order.machine.ts";

/** Saves and expects that these pieces of the file, and nothing else, have become others. */
async function expectChanged(
  me: StudioDriver,
  studio: ServedStudio,
  ...pieces: [from: string, to: string][]
): Promise<void> {
  const text = pieces.reduce((whole, [from, to]) => whole.replace(from, to), module);
  await me.save();
  await expect.poll(() => studio.text(file)).toBe(text);
}

async function opened(me: StudioDriver, studio: ServedStudio): Promise<void> {
  await me.open("#/order/design");
  await expect(me.graphState("paying")).toBeVisible();
  expect(await studio.text(file)).toBe(module);
}

const described: [string, string] = [
  `browsing: {\r\n`,
  `browsing: {\r\n\t\t\tdescription: "it's \\"so\\"",\r\n`,
];

test("rename, description and guard, each by its gesture, change a foreign module where they must and nowhere else", async ({
  studio,
  visit,
}) => {
  await studio.write(file, module);
  const me = await visit();
  await opened(me, studio);

  await me.renameStateOnGraph("cart", "zz cart");
  await me.selectState("browsing");
  const words = me.inspector.getByLabel(me.say("inspector.description"));
  await words.fill('it\'s "so"');
  await words.press("Control+Enter");
  await me.graphTransition("browsing|on|PAY|0").last().click({ force: true });
  const guard = me.inspector.getByLabel(me.say("inspector.guard"), { exact: true });
  await guard.fill("ready");
  await guard.press("Enter");

  await expectChanged(
    me,
    studio,
    [`target: 'cart'`, `target: 'zz cart'`],
    [`\tcart: {`, `\t"zz cart": {`],
    described,
    [`"paying.card" //`, `{ target: "paying.card", guard: "ready" } //`],
  );
  expect(me.complaints).toEqual([]);
});

test("so do a drawn transition, a drop into another state and a deletion; undo gives every byte back", async ({
  studio,
  visit,
}) => {
  await studio.write(file, module);
  const me = await visit();
  await opened(me, studio);

  await connect(me, "cart", "paying.done");
  await me.expectCode("EVENT");
  await drop(me, "cart", "paying");
  await expect(me.outlineState("paying.cart")).toBeVisible();
  await me.selectState("paying.card");
  await me.graphState("paying.card").click({ position: { x: 12, y: 10 } });
  await me.page.keyboard.press("Delete");

  await expectChanged(
    me,
    studio,
    [`\t\t// ── CART ──\r\n\t\tcart: { on: { PAY: { target: "paying" }, BACK: 'browsing' } },\r\n\r\n`, ""],
    [`target: 'cart'`, `target: '#order.paying.cart'`],
    [`\t\t\t\tcard: {},\r\n`, ""],
    [`initial: "card"`, `initial: "done"`],
    [`'browsing'],\r\n\t\t\t\tPAY: "paying.card" // at once`, `'browsing']`],
    [
      `done: { type: "final" }\r\n`,
      `done: { type: "final" },\r\n\t\t\t\t// ── CART ──\r\n\t\t\t\tcart: { on: { PAY: { target: "#order.paying" }, BACK: '#order.browsing', EVENT: "#order.paying.done" } }\r\n`,
    ],
  );
  for (let i = 0; i < 3; i++) await me.undo();
  await expectChanged(me, studio);
  expect(me.complaints).toEqual([]);
});

test("a target that is the machine itself is shown as such", async ({ studio, visit }) => {
  await studio.write(file, module);
  const me = await visit();
  await me.open("#/order/design?transition=|on|RESET|0");
  await me.outlineState("browsing").waitFor();
  await me.graphTransition("|on|RESET|0").last().click({ force: true });

  await expect(me.inspector.getByLabel(me.say("inspector.target"))).toHaveValue("");
  await expect(me.inspector.getByLabel(me.say("inspector.target")).locator("option:checked")).toHaveText(
    "order",
  );
});

/** Draws a transition from the handle of one state to the middle of another. */
async function connect(me: StudioDriver, from: string, to: string): Promise<void> {
  await me.button("canvas.fit").click();
  const [source, target] = [me.graphState(from), me.graphState(to)];
  await source.hover();
  const handle = await source.locator(".react-flow__handle.source").first().boundingBox();
  const goal = await target.boundingBox();
  if (!handle || !goal) throw new Error("not drawn");
  await me.page.mouse.move(handle.x + handle.width / 2, handle.y + handle.height / 2);
  await me.page.mouse.down();
  await me.page.mouse.move(handle.x + 30, handle.y + 20, { steps: 4 });
  await me.page.mouse.move(goal.x + goal.width / 2, goal.y + goal.height / 2, { steps: 10 });
  await me.page.mouse.up();
}

/** Drags a state by its head until its middle lies in the head of another. */
async function drop(me: StudioDriver, state: string, into: string): Promise<void> {
  await me.button("canvas.fit").click();
  const from = await me.graphState(state).boundingBox();
  const goal = await me.graphState(into).boundingBox();
  if (!from || !goal) throw new Error("not drawn");
  const at = { x: from.x + Math.min(20, from.width / 3), y: from.y + 6 };
  const way = {
    x: goal.x + goal.width / 2 - from.x - from.width / 2,
    y: goal.y + 8 - from.y - from.height / 2,
  };
  await me.page.mouse.move(at.x, at.y);
  await me.page.mouse.down();
  await me.page.mouse.move(at.x + 30, at.y + 20, { steps: 4 });
  await me.page.mouse.move(at.x + way.x, at.y + way.y, { steps: 12 });
  await me.page.mouse.up();
}
