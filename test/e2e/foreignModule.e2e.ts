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

  // Nobody has placed the states yet: what a rename took along is back in its place after undo.
  const place = () => me.graphState("cart").evaluate((element) => element.style.transform);
  const before = await place();
  await me.renameStateOnGraph("cart", "zz cart");
  await expect(me.graphState("zz cart")).toBeVisible();
  await me.undo();
  await expect.poll(place).toBe(before);
  await me.redo();
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
  const release = await me.holdBack(/\/assets\/graphChange-/);
  await opened(me, studio);

  // What is drawn before the commands are loaded is there when they are, and asks for its event.
  await me.drawTransition("cart", "paying.done");
  release();
  const event = me.inspector.getByLabel(me.say("inspector.event"), { exact: true });
  await expect(event).toBeFocused();
  await expect(event).toHaveValue("");
  await me.page.keyboard.press("Control+z");
  await expect(event).toHaveCount(0);
  await me.drawTransition("cart", "paying.done");
  await expect(event).toBeFocused();
  await me.page.keyboard.insertText("PAY_EARLY");
  await me.page.keyboard.press("Enter");
  await me.expectCode("PAY_EARLY");
  await expect(event).toHaveValue("PAY_EARLY");
  await me.dropState("cart", "paying");
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
      `done: { type: "final" },\r\n\t\t\t\t// ── CART ──\r\n\t\t\t\tcart: { on: { PAY: { target: "#order.paying" }, BACK: '#order.browsing', PAY_EARLY: "#order.paying.done" } }\r\n`,
    ],
  );
  for (let i = 0; i < 4; i++) await me.undo();
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
