import { draws, type Draws } from "#test/support/dice.ts";

/**
 * Texts as people who make games would write them, in the encodings that their editors write: card names, rules, notes and modules
 * with comments. Sentences are put together from the parts below, so that there are as many as are asked for.
 */
export interface EncodedText {
  /** The encoding as a person calls it. */
  readonly encoding: string;
  readonly text: string;
  readonly bytes: Uint8Array;
  /** Characters beyond ASCII: the evidence that there is. */
  readonly beyond: number;
}

/** The parts of a language: names of cards, subjects, what they do, when; and how a sentence ends and is joined. */
interface Phrases {
  readonly names: string;
  readonly who: string;
  readonly when: string;
  readonly does: string;
  readonly join: string;
  readonly end: string;
}

const TRADITIONAL: Phrases = {
  names:
    "火焰飛龍 沉默的守門人 月光下的刺客 破曉之劍 古老圖書館 銀翼信使 深海巨鯨 鐵匠學徒 迷霧森林 最後的晚餐 雙面間諜 黃金羅盤 霜之女王 影子議會 蒸氣機關 霧 龍 星辰碎片",
  who: "先攻的玩家 每位對手 擁有最多金幣的人 剛剛受到傷害的角色 莊家 左手邊的鄰座 尚未行動的隊伍 持有王冠的玩家",
  when: "在自己的回合開始時 當牌庫只剩下三張牌 如果場上沒有任何怪獸 打出一張紅色的牌之後 戰鬥階段結束前 於第二輪的準備步驟 只要城牆仍然屹立 輪到下一家以前",
  does: "可以從棄牌堆選擇一張牌加入手牌 必須支付兩點魔力或跳過這個階段 將指示物移到相鄰的格子 翻開任務卡並依照說明處理 與隊友交換座位並重新洗牌 擲骰子決定誰先獲得寶藏 把剩餘的資源放回供應區 不能再宣告攻擊或使用能力",
  join: "，",
  end: "。",
};
const SIMPLIFIED: Phrases = {
  names:
    "火焰飞龙 沉默的守门人 月光下的刺客 破晓之剑 古老图书馆 银翼信使 深海巨鲸 铁匠学徒 迷雾森林 最后的晚餐 双面间谍 黄金罗盘 霜之女王 影子议会 蒸汽机关 雾 龙 星辰碎片",
  who: "先手的玩家 每位对手 拥有最多金币的人 刚刚受到伤害的角色 庄家 左手边的邻座 尚未行动的队伍 持有王冠的玩家",
  when: "在自己的回合开始时 当牌库只剩下三张牌 如果场上没有任何怪兽 打出一张红色的牌之后 战斗阶段结束前 于第二轮的准备步骤 只要城墙仍然屹立 轮到下一家以前",
  does: "可以从弃牌堆选择一张牌加入手牌 必须支付两点魔力或跳过这个阶段 将指示物移到相邻的格子 翻开任务卡并按照说明处理 与队友交换座位并重新洗牌 掷骰子决定谁先获得宝藏 把剩余的资源放回供应区 不能再宣告攻击或使用能力",
  join: "，",
  end: "。",
};
const JAPANESE: Phrases = {
  names:
    "炎の飛竜 沈黙の門番 月下の刺客 夜明けの剣 古い図書館 銀翼の使者 深海の巨鯨 鍛冶屋の弟子 霧の森 最後の晩餐 二重スパイ 黄金の羅針盤 霜の女王 影の評議会 スチームエンジン 霧 竜 星のかけら",
  who: "先攻のプレイヤー 各対戦相手 コインを一番多く持つ人 いまダメージを受けたキャラクター 親 左どなりの人 まだ動いていないチーム 王冠を持つプレイヤー",
  when: "自分のターンのはじめに 山札が残り三枚になったとき 場にモンスターがいなければ 赤いカードを使ったあと バトルフェイズが終わる前に 二巡目の準備ステップで 城壁が残っているあいだ 次の人に番が回るまで",
  does: "捨て札から一枚を選んで手札に加えてよい 魔力を二点払うかこのフェイズを飛ばす コマをとなりのマスへ動かす 任務カードをめくって説明のとおりに処理する 仲間と席を替えて山札を切り直す サイコロを振って宝を得る順番を決める 余った資源をサプライに戻す これ以上攻撃を宣言したり能力を使ったりできない",
  join: "、",
  end: "。",
};
const KOREAN: Phrases = {
  names:
    "불꽃의 비룡|침묵의 문지기|달빛 아래 자객|새벽의 검|오래된 도서관|은빛 날개 전령|심해의 큰고래|대장장이의 제자|안개 숲|마지막 만찬|이중 첩자|황금 나침반|서리 여왕|그림자 의회|증기 기관|안개|용|별의 조각",
  who: "먼저 시작한 플레이어는|모든 상대는|금화가 가장 많은 사람은|방금 피해를 받은 인물은|선은|왼쪽에 앉은 사람은|아직 움직이지 않은 편은|왕관을 가진 플레이어는",
  when: "자기 차례가 시작될 때|더미에 카드가 세 장 남으면|전장에 괴물이 없다면|붉은 카드를 낸 다음|전투 단계가 끝나기 전에|두 번째 바퀴의 준비 단계에|성벽이 서 있는 동안|다음 사람 차례가 오기 전까지",
  does: "버린 카드에서 한 장을 골라 손에 넣을 수 있다|마력 두 점을 내거나 이 단계를 건너뛴다|말을 옆 칸으로 옮긴다|임무 카드를 뒤집고 설명대로 처리한다|같은 편과 자리를 바꾸고 다시 섞는다|주사위를 굴려 보물을 얻을 순서를 정한다|남은 자원을 공급처에 돌려놓는다|더는 공격을 선언하거나 능력을 쓸 수 없다",
  join: " ",
  end: ".",
};
const WESTERN: readonly Phrases[] = [
  {
    names:
      "Dragon enflammé|L’épée de l’aube|La forêt embrumée|Reine gelée|Le maître forgeron|Gardien à l’œil doré|Créature égarée",
    who: "Le joueur désigné|La dernière équipe éliminée|Chaque adversaire blessé|Celui qui possède le plus de pièces",
    when: "au début de la manche|dès qu’une carte est jouée|après l’étape de préparation|tant que la forteresse résiste à l’assaut",
    does: "peut récupérer une carte défaussée|révèle son rôle caché à côté du plateau|échange sa main « mélangée » avec un allié|doit dépenser deux points ou être éliminé",
    join: " ",
    end: ".",
  },
  {
    names:
      "Feuerdrache der Dämmerung|Hüter der Brücke|Eiskönigin|Die müden Söldner|Großmeister|Übermächtige Flut|Wächter am Fluß",
    who: "Der nächste Spieler|Wer die meisten Münzen trägt|Jeder übrige Gegner|Die jüngste Anführerin",
    when: "während der Vorräte-Phase|nachdem eine Karte gespielt würde|vor dem nächsten Zug über die Brücke|solange die Mauer hält, überall",
    does: "zählt fünf Punkte für das größte Gebäude|wählt „Rückzug“ oder kämpft|darf eine Karte zurücklegen|muß zwölf Stärke auslösen",
    join: " ",
    end: ".",
  },
  {
    names:
      "Dragón de señales|La niña del bosque|Fénix pequeño|El último guardián|Corazón de león|Espía dúplice|Montaña sagrada",
    who: "El jugador más próximo|Cada campeón herido|¿Quién tenga más fichas?|El capitán del equipo español",
    when: "al comenzar su próximo turno|después de la acción mágica|mientras esté en pie la torre pequeña|en la segunda ronda según el número",
    does: "podrá robar una carta más|perderá un corazón y pasará|añade también tres monedas|elegirá según su posición",
    join: " ",
    end: ".",
  },
  {
    names:
      "Dragão da manhã|Coração de leão|A última canção|Espião duplo|Rainha do inverno nórdico|Mestre artesão|Maldição",
    who: "O próximo jogador|Cada campeão em ação|Quem não tem mãos vazias|O capitão da expedição",
    when: "no início da próxima fase|após a ação de preparação|até à conclusão da missão|quando há três cartões no chão",
    does: "poderá comprar até três cartas|perde um coração e não joga|também põe duas fichas à direita|faz a eleição da facção",
    join: " ",
    end: ".",
  },
  {
    names:
      "Skogens väktare|Den sista ålen|Frostdrottning över fjällen|Kärnan|Smedens lärling på ön|Blå sjö|Østens ræv",
    who: "Spelaren till höger|Varje motståndare på fältet|Den som äger flest mynt är först|Laget från söder",
    when: "när omgången börjar på nytt|så länge muren står på slätten|före nästa åtgärd|efter att ett kort lagts på högen",
    does: "får välja två kort från högen|måste förlora fyra poäng|flyttar pjäsen över bron åt höger|vänder på kortet och läser högt",
    join: " ",
    end: ".",
  },
];

const CODE = [
  "export const cost = 2;",
  'import { createMachine } from "xstate";',
  "  on: { PASS: { target: 'end' } },",
];
const KEYS = ["name", "text", "draw.phase", "note"];

/** The encodings of old editors, with the label that `TextDecoder` knows. */
export const LEGACY = [
  { encoding: "Big5", label: "big5", languages: [TRADITIONAL] },
  { encoding: "GB18030", label: "gb18030", languages: [SIMPLIFIED, SIMPLIFIED, SIMPLIFIED, TRADITIONAL] },
  { encoding: "Shift_JIS", label: "shift_jis", languages: [JAPANESE] },
  { encoding: "EUC-JP", label: "euc-jp", languages: [JAPANESE] },
  { encoding: "EUC-KR", label: "euc-kr", languages: [KOREAN] },
  { encoding: "Windows-1252", label: "windows-1252", languages: WESTERN },
] as const;

/** Sentences in encodings that are not told by name: a wrong name for them is worse than none. */
const UNNAMED: readonly (readonly [label: string, sentence: string])[] = [
  [
    "windows-1250",
    "Każdy gracz, który posiada najwięcej żetonów, odrzuca kartę. Później rozpoczyna strażnik mostu.",
  ],
  ["windows-1250", "Každý hráč, který má nejvíce žetonů, odhodí kartu a přejde do příští fáze."],
  ["iso-8859-2", "A következő játékos húzhat egy kártyát, ha több érméje van, mint a hídőrnek."],
  ["windows-1251", "Каждый игрок, у которого больше всего жетонов, сбрасывает карту."],
  ["koi8-r", "Каждый игрок, у которого больше всего жетонов, сбрасывает карту."],
  ["ibm866", "Каждый игрок, у которого больше всего жетонов, сбрасывает карту."],
  ["windows-1253", "Κάθε παίκτης με τα περισσότερα νομίσματα πετάει μία κάρτα."],
  [
    "windows-1254",
    "En çok jetona sahip oyuncu bir kart atar; köprünün bekçisi güçlüdür, ışık söner, ağaç şaşar.",
  ],
  ["windows-874", "ผู้เล่นที่มีเหรียญมากที่สุดทิ้งการ์ดหนึ่งใบแล้วไปขั้นถัดไป"],
];

/** Texts in encodings that are to be told as none. */
export const unnamedTexts = (): EncodedText[] =>
  UNNAMED.flatMap(([label, sentence]) =>
    [sentence, `// ${sentence}\n${CODE[0]}\n`].map((text) => ({
      encoding: "",
      text,
      bytes: encode(text, label),
      beyond: beyondAscii(text),
    })),
  );

/** `count` texts of all languages in UTF-16, in both byte orders, with and without a byte order mark. */
export function utf16Texts(seed: number, count: number): EncodedText[] {
  const draw = draws(seed);
  return Array.from({ length: count }, () => {
    const text = writtenBy(draw, draw.pick<Phrases>(draw.pick(LEGACY).languages));
    const isBig = draw.chance(0.5);
    const bytes = Buffer.from(draw.chance(0.5) ? `\ufeff${text}` : text, "utf16le");
    return {
      encoding: isBig ? "UTF-16BE" : "UTF-16LE",
      text,
      bytes: isBig ? bytes.swap16() : bytes,
      beyond: beyondAscii(text),
    };
  });
}

/** `count` texts of all languages in UTF-8 that end within a character; `at` is the offset of that character. */
export function cutTexts(seed: number, count: number): (EncodedText & { readonly at: number })[] {
  const draw = draws(seed);
  const texts: (EncodedText & { readonly at: number })[] = [];
  while (texts.length < count) {
    const text = writtenBy(draw, draw.pick<Phrases>(draw.pick(LEGACY).languages));
    const chars = [...text];
    const ends = [...chars.keys()].filter((i) => chars[i]! > "\u007f");
    if (ends.length === 0) continue;
    const end = draw.pick(ends);
    const whole = Buffer.from(chars.slice(0, end).join(""));
    const last = Buffer.from(chars[end]!);
    const bytes = Buffer.concat([whole, last.subarray(0, draw.int(1, last.length - 1))]);
    const beyond = beyondAscii(chars.slice(0, end).join(""));
    texts.push({ encoding: "UTF-8", text, bytes, beyond, at: whole.length });
  }
  return texts;
}

/** `count` texts from each encoding of old editors, short and long ones; the same seed gives the same texts. */
export function legacyTexts(seed: number, count: number): EncodedText[] {
  return LEGACY.flatMap(({ encoding, label, languages }) => {
    const draw = draws(seed);
    const texts: EncodedText[] = [];
    while (texts.length < count) {
      const text = writtenBy(draw, draw.pick<Phrases>(languages));
      const beyond = beyondAscii(text);
      if (beyond > 0) texts.push({ encoding, text, bytes: encode(text, label), beyond });
    }
    return texts;
  });
}

/** How many characters of a text are no ASCII. */
export const beyondAscii = (text: string): number => [...text].filter((char) => char > "\u007f").length;

/** A text of a random kind: a name, a sentence or several, a list of names, a file of words, a module with comments. */
function writtenBy(draw: Draws, { names, who, when, does, join, end }: Phrases): string {
  const from = (list: string) => draw.pick(list.split(list.includes("|") ? "|" : " "));
  const name = () => from(names);
  const sentence = () => `${from(when)}${join}${from(who)}${join === " " ? " " : ""}${from(does)}${end}`;
  const several = <T>(make: () => T, most: number) => Array.from({ length: draw.int(1, most) }, make);
  switch (draw.int(0, 8)) {
    case 0:
      return name();
    case 1:
      return `// ${name()}\n${draw.pick(CODE)}\n`;
    case 2:
      return sentence();
    case 3:
      return several(name, 12).join("\n");
    case 4:
      return several(sentence, 20).join("\r\n");
    case 5: {
      const entry = () => `  ${JSON.stringify(draw.pick(KEYS))}: ${JSON.stringify(sentence())}`;
      return `{\n${several(entry, 8).join(",\n")}\n}\n`;
    }
    case 6:
      return several(() => `  // ${sentence()}\n${draw.pick(CODE)}`, 10).join("\n");
    case 7:
      // As machines are: much code, and here and there a comment.
      return several(() => `${CODE.join("\n").repeat(draw.int(5, 60))}\n// ${sentence()}\n`, 6).join("");
    default:
      return JSON.stringify({
        cards: several(() => ({ id: draw.int(1, 999), name: name(), cost: [1, 2, 3] }), 40),
      });
  }
}

const tables = new Map<string, ReadonlyMap<string, readonly number[]>>();

/** Bytes of a text in an encoding that Node reads but does not write: each character is looked for among all bytes and pairs. */
export function encode(text: string, label: string): Uint8Array {
  let table = tables.get(label);
  if (!table) tables.set(label, (table = tableOf(label)));
  return Uint8Array.from(
    [...text].flatMap((char) => {
      if (char <= "\u007f") return [char.charCodeAt(0)];
      const bytes = table.get(char);
      if (!bytes) throw new Error(`${label} has no ${char}`);
      return bytes;
    }),
  );
}

/** What Windows-1252 has from 0x80 to 0x9f, where Latin-1 has control characters; a dot stands for no character. */
const HIGH_1252 = "€.‚ƒ„…†‡ˆ‰Š‹Œ.Ž..‘’“”•–—˜™š›œ.žŸ";

function tableOf(label: string): ReadonlyMap<string, readonly number[]> {
  const decoder = new TextDecoder(label, { fatal: true });
  const table = new Map<string, readonly number[]>();
  const look = (...bytes: readonly number[]) => {
    try {
      const char = decoder.decode(Uint8Array.from(bytes));
      if ([...char].length === 1 && !table.has(char)) table.set(char, bytes);
    } catch {
      /* no character */
    }
  };
  for (let a = 0x80; a <= 0xff; a++) look(a);
  // Node reads these bytes of Windows-1252 as control characters.
  if (label === "windows-1252") for (const [i, char] of [...HIGH_1252].entries()) table.set(char, [0x80 + i]);
  for (let a = 0x81; a <= 0xfe; a++) for (let b = 0x40; b <= 0xfe; b++) look(a, b);
  return table;
}
