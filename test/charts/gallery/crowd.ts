import type { LabelTables } from "#test/charts/generated/labelTables.ts";

const upTo = (n: number): number[] => Array.from({ length: n }, (_, i) => i + 1);

/** What there is much of: long cards, a chain of 40, a state with 20 ways out, one with eight, phases that share their states. */
export const crowd: string = `import { setup } from "xstate";

/** Both players do the same. */
const hand = {
  initial: "count",
  states: { count: { on: { COUNT: "keep" } }, keep: { type: "final" } },
} as const;

export const machine = setup({
  guards: { isFree: () => true },
}).createMachine({
  id: "crowd",
  initial: "hub",
  states: {
    hub: {
      meta: { asks: "turnPlayer" },
      on: {
${upTo(20)
  .map((n) => `        GO_${n}: "steps.step${n}",`)
  .join("\n")}
      },
    },
    steps: {
      initial: "step1",
      states: {
${upTo(20)
  .map((n) => `        step${n}: { on: { NEXT: ${n === 20 ? '"#crowd.fan"' : `"step${n + 1}"`} } },`)
  .join("\n")}
      },
    },
    fan: {
      initial: "choose",
      states: {
        choose: {
          on: {
${upTo(8)
  .map((n) => `            PICK_${n}: { guard: "isFree", target: "out${n}" },`)
  .join("\n")}
          },
        },
${upTo(8)
  .map((n) => `        out${n}: { always: ${n === 8 ? '"#crowd.first"' : `"out${n + 1}"`} },`)
  .join("\n")}
      },
    },
    first: { ...hand, onDone: "second" },
    second: { ...hand, onDone: "chain" },
    chain: {
      initial: "link1",
      states: {
${upTo(40)
  .map((n) => `        link${n}: ${n === 40 ? `{ type: "final" }` : `{ always: "link${n + 1}" }`},`)
  .join("\n")}
      },
      onDone: "over",
    },
    over: { type: "final" },
  },
});
`;

const WORDS = {
  en: { hub: "Choose", steps: "Steps of the ritual", step: "Step", go: "go to step", fan: "Fan", out: "Way" },
  ja: { hub: "選ぶ", steps: "儀式の手順", step: "手順", go: "手順へ進む", fan: "分かれ道", out: "道" },
  "zh-Hant": { hub: "選擇", steps: "儀式的步驟", step: "步驟", go: "前往步驟", fan: "岔路", out: "路" },
} as const;
const LONG = {
  en: "The step with a name that is so long that nobody would ever print it on one line of a rule sheet",
  ja: "規則の紙の一行にはとても収まらないほど長い名前を持っているために折り返して書かなければならない手順",
  "zh-Hant": "名稱長到在規則表的一行裡無論如何都寫不下因此必須換行才能完整寫出來讓每一位玩家都看得懂的步驟",
} as const;

/** Labels of about forty em are there too. */
export const crowdLabels: LabelTables = Object.fromEntries(
  (["en", "ja", "zh-Hant"] as const).map((locale) => {
    const words = WORDS[locale];
    return [
      locale,
      Object.fromEntries([
        ["state:hub", words.hub],
        ["state:steps", words.steps],
        ["state:fan", words.fan],
        ...upTo(20).flatMap((n) => [
          [`state:steps.step${n}`, n === 7 ? LONG[locale] : `${words.step} ${n}`],
          [`event:GO_${n}`, `${words.go} ${n}`],
        ]),
        ...upTo(8).map((n) => [`state:fan.out${n}`, `${words.out} ${n}`]),
      ]) as Record<string, string>,
    ];
  }),
) as LabelTables;
