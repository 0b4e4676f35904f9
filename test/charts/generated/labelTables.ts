import { textWidth } from "#core/layout/sizes.ts";
import type { Draws } from "#test/support/dice.ts";
import { actions, guards } from "#test/charts/generated/addWays.ts";
import { below, type MadeState, pathOfMade } from "#test/charts/generated/madeChart.ts";
import { eventsOf } from "#test/charts/generated/printModule.ts";

export const labelLocales = ["en", "ja", "zh-Hant"] as const;
export type LabelLocale = (typeof labelLocales)[number];
/** Labels by key as in `labels/<locale>.json`, one table a language. */
export type LabelTables = Readonly<Record<LabelLocale, Readonly<Record<string, string>>>>;

/** No label is wider, in em of its own font. */
export const WIDEST = 24;

/** One thing said in three languages. */
type Saying = Readonly<Record<LabelLocale, string>>;
const says = (en: string, ja: string, zh: string): Saying => ({ en, ja, "zh-Hant": zh });

const deeds = [
  says("draw", "引く", "抽取"),
  says("reveal", "公開する", "公開"),
  says("choose", "選ぶ", "選擇"),
  says("discard", "捨てる", "棄置"),
  says("resolve", "解決する", "結算"),
  says("declare", "宣言する", "宣告"),
  says("confirm", "確認する", "確認"),
  says("put back", "戻す", "放回"),
];
const things = [
  says("a card", "カード", "卡牌"),
  says("the opening hand", "最初の手札", "起始手牌"),
  says("the deck", "山札", "牌庫"),
  says("the blocker", "ブロッカー", "阻擋者"),
  says("the waiting effects", "待機中の効果", "等待中的效果"),
  says("the cost of the trap", "罠カードのコスト", "陷阱卡的費用"),
  says("the order of the seats", "席の順番", "座位的順序"),
  says("the last attacker", "最後のアタッカー", "最後宣告攻擊的攻擊者"),
];
/** Comes after in English, before in Japanese and Chinese. */
const whens = [
  says("before the next player decides", "次のプレイヤーが決める前に", "在下一位玩家做出決定之前先"),
  says("until both sides have passed", "両者がパスするまで", "在雙方都連續跳過一次之前"),
  says("for every seat in turn", "すべての席が順番に", "每個座位輪流"),
  says("as the clause allows it", "条文で許される限り", "在規則允許的範圍內"),
];
const nouns = [
  says("Start", "開始", "開始"),
  says("Main phase", "メインフェイズ", "主要階段"),
  says("Battle", "バトル", "戰鬥"),
  says("Reaction", "リアクション", "反應"),
  says("Check", "チェック", "檢查"),
  says("Standby phase", "スタンバイフェイズ", "準備階段"),
  says("End", "終了", "結束"),
  says("Hand limit", "手札の上限", "手牌上限"),
];

/** Labels for all that a chart names; each is said once in a language. One in four is long, up to `WIDEST`. */
export function labelTables(root: MadeState, random: Draws): LabelTables {
  const tables = { en: {}, ja: {}, "zh-Hant": {} } as Record<LabelLocale, Record<string, string>>;
  const used = new Set<string>();
  const label = (key: string) => {
    const said = phrase(random);
    for (const locale of labelLocales) {
      let text = said[locale];
      for (let n = 2; used.has(locale + text); n++) text = `${said[locale]} ${n}`;
      used.add(locale + text);
      tables[locale][key] = text;
    }
  };
  for (const state of below(root)) label(`state:${pathOfMade(state)}`);
  for (const event of eventsOf(root)) label(`event:${event}`);
  for (const guard of [...guards, "calledAt"]) label(`guard:${guard}`);
  for (const action of [...actions, "call"]) label(`action:${action}`);
  return tables;
}

function phrase(random: Draws): Saying {
  const length = random.int(1, 8);
  if (length <= 3) return random.pick(nouns);
  const [deed, thing, when] = [random.pick(deeds), random.pick(things), random.pick(whens)];
  const short = joined(deed, thing);
  if (length <= 6) return short;
  const long = says(
    `${short.en} ${when.en}`,
    `${when.ja}${short.ja}`,
    `${when["zh-Hant"]}${short["zh-Hant"]}`,
  );
  const fitting = (locale: LabelLocale) => (fits(long[locale]) ? long[locale] : short[locale]);
  return says(fitting("en"), fitting("ja"), fitting("zh-Hant"));
}

/** Whether a number of up to three digits may follow as well. */
const fits = (text: string): boolean => textWidth(`${text} 000`, 100, "strong") <= 100 * WIDEST;

const joined = (deed: Saying, thing: Saying): Saying =>
  says(`${deed.en} ${thing.en}`, `${thing.ja}を${deed.ja}`, `${deed["zh-Hant"]}${thing["zh-Hant"]}`);
