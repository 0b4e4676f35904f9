import { expect, test } from "vitest";
import { Approvals, type AnswerStore } from "#core/inspect/approvals.ts";
import { HeldMessages } from "#core/inspect/heldMessages.ts";
import { introductionOf, type Introduction } from "#core/inspect/introduction.ts";
import { foreignMessages } from "#test/support/foreignMessages.ts";

function kept(text?: string): AnswerStore & { text: string | undefined } {
  return {
    text,
    read() {
      return this.text;
    },
    write(next) {
      this.text = next;
    },
  };
}
const program = (name: string): Introduction => ({ wire: "connect", name, origin: "" });
const page = (origin: string, name?: string): Introduction => ({
  wire: "stately",
  origin,
  ...(name === undefined ? {} : { name }),
});

test("a yes is remembered for one start of the studio, over any number of loads, and no longer", () => {
  const store = kept();
  new Approvals(store, "one").remember(program("Lamp"), "yes", 0);

  expect(new Approvals(store, "one").answerFor(program("Lamp"), 0)).toBe("yes");
  expect(new Approvals(store, "one").answerFor(program("Door"), 0)).toBe("ask");
  expect(new Approvals(store, "two").answerFor(program("Lamp"), 0)).toBe("ask");
});

test("of programs, which have no origin, as many of one name are shown at once as were said yes to", () => {
  const approvals = new Approvals(kept(), "one");
  approvals.remember(program("Lamp"), "yes", 0);
  const second = approvals.answerFor(program("Lamp"), 1);
  approvals.remember(program("Lamp"), "yes", 1);

  expect([second, approvals.answerFor(program("Lamp"), 1), approvals.answerFor(program("Lamp"), 2)]).toEqual([
    "ask",
    "yes",
    "ask",
  ]);
});

test("a page is known by its origin, whichever actor it tells of first; another origin is another page", () => {
  const approvals = new Approvals(kept(), "one");
  approvals.remember(page("http://localhost:5173", "a"), "yes", 0);

  expect(approvals.answerFor(page("http://localhost:5173", "b"), 3)).toBe("yes");
  expect(approvals.answerFor(page("http://localhost:5174", "a"), 0)).toBe("ask");
  expect(approvals.answerFor(page("", "a"), 0)).toBe("ask");
});

test("a yes to an origin, which a program can write too, is for some lines at once; one more is asked about", () => {
  const approvals = new Approvals(kept(), "one");
  const tab = page("http://localhost:5173");
  approvals.remember(tab, "yes", 0);
  const shown = (lines: number) => {
    let others = 0;
    for (let i = 0; i < lines; i++) if (approvals.answerFor(tab, others) === "yes") others++;
    return others;
  };
  const before = shown(100);
  approvals.remember(tab, "yes", before);

  expect(before).toBeLessThan(10);
  expect(shown(100)).toBe(before + 1);
});

test("a never is for all of an origin, and for the name of a program; a no is for nothing but now", () => {
  const approvals = new Approvals(kept(), "one");
  approvals.remember(page("http://localhost:5173"), "never", 0);
  approvals.remember(program("Lamp"), "never", 0);
  approvals.remember(program("Door"), "no", 0);

  expect(approvals.answerFor({ ...program("x"), origin: "http://localhost:5173" }, 0)).toBe("never");
  expect([program("Lamp"), program("Door")].map((one) => approvals.answerFor(one, 0))).toEqual([
    "never",
    "ask",
  ]);
  expect(approvals.never).toEqual(["http://localhost:5173", "Lamp"]);
  approvals.askAgain();
  expect(approvals.answerFor(program("Lamp"), 0)).toBe("ask");
});

test("an app that is forgotten is asked about again", () => {
  const approvals = new Approvals(kept(), "one");
  approvals.remember(program("Lamp"), "yes", 0);
  approvals.forget(program("Lamp"));

  expect(approvals.answerFor(program("Lamp"), 0)).toBe("ask");
});

test("what is kept is bounded, and what a stranger wrote there is as if nothing was", () => {
  const store = kept();
  const approvals = new Approvals(store, "one");
  for (let i = 0; i < 1_000; i++) approvals.remember(program(`p${i}`), i % 2 ? "yes" : "never", 0);
  const odd = foreignMessages(7, [{ start: "one", yes: [{ app: "x", atOnce: 1 }], never: ["y"] }]);

  expect(store.text?.length).toBeLessThan(40_000);
  expect(approvals.answerFor(program("p999"), 0)).toBe("yes");
  for (let i = 0; i < 2_000; i++)
    expect(["yes", "never", "ask"]).toContain(
      new Approvals(kept(odd.text()), "one").answerFor(program("x"), 0),
    );
});

test("each package introduces itself with the name that it tells, cut to what is shown", () => {
  const name = (message: object) => introductionOf(JSON.stringify(message), "")?.name;

  expect(name({ type: "turnwright.app", version: 1, name: " Lamp " })).toBe("Lamp");
  expect(name({ type: "@xstate.actor", _version: "0.7.2", sessionId: "x:0", name: "lamp" })).toBe("lamp");
  expect(name({ type: "service.register", sessionId: "x:0", id: "lamp" })).toBe("lamp");
  expect(name({ type: "turnwright.app", name: "x".repeat(10_000) })).toHaveLength(80);
  expect(name({ type: "turnwright.app", name: { toString: 1 } })).toBeUndefined();
  expect(introductionOf("no JSON", "")).toBeUndefined();
});

test("what waits for a word is kept from its start, within bounds, and given away once", () => {
  const held = new HeldMessages();
  for (let i = 0; i < 6_000; i++) held.hold({ type: "x", i }, i);
  const { messages, missed } = held.release();
  const large = new HeldMessages();
  for (let i = 0; i < 10; i++) large.hold({ text: "x".repeat(1_500_000) }, i);

  expect([messages.length, missed]).toEqual([5_000, 1_000]);
  expect([messages[0]?.message, messages.at(-1)?.at]).toEqual([{ type: "x", i: 0 }, 4_999]);
  expect(held.release()).toEqual({ messages: [], missed: 0 });
  expect([large.release()].map((one) => [one.messages.length, one.missed])).toEqual([[5, 5]]);
});
