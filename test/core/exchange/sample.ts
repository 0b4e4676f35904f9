import type { NoteWords } from "#core/exchange/noteLines.ts";
import type { Segment, SegmentKind, Segments } from "#core/exchange/segment.ts";
import { noteWords } from "#cli/words.ts";

export const words: NoteWords = noteWords("en");

/** A segment of which only the texts matter. */
export function segmentOf(
  kind: SegmentKind,
  of: string,
  source: string,
  target: string,
  more: Partial<Segment> = {},
): Segment {
  return {
    id: kind === "title" ? "title" : `${kind}:${of}`,
    kind,
    of,
    source,
    target,
    state: target === "" ? "untranslated" : "translated",
    hint: {},
    place: { file: "text/ja", way: ["text", of] },
    ...more,
  };
}

export const segmentsWith = (segments: readonly Segment[]): Segments => ({
  game: "odd-game",
  from: "en",
  into: "ja",
  title: "Odd game",
  segments,
  sourceless: 0,
});

/** A game whose texts have what tools stumble over, and none that a format refuses. */
export const sample: Segments = segmentsWith([
  segmentOf("title", "odd-game", 'The "odd" game & more', "「奇妙な」ゲーム"),
  segmentOf("clause", "OG-1.1", "Draw one card.", "カードを1枚引く。", {
    state: "reviewed",
    hint: { clauseKind: "obligation", section: "1" },
  }),
  segmentOf("clause", "OG-1.2", "Write ]]> or <b>bold</b> &amp; end.", "]]> か <b>太字</b> &amp; と書く。", {
    state: "needs-review",
    hint: { clauseKind: "note", comment: "Is <b> meant?" },
  }),
  segmentOf("clause", "OG-1.3", "Two lines,\nthe second with\ta tab.", "2行、\n2行目に\tタブ。"),
  segmentOf("clause", "OG-1.4", "Not translated yet.", ""),
  segmentOf("label", 'name:Aoi & "co" 葵', "Aoi", "<ruby>葵<rt>あおい</rt></ruby>"),
  segmentOf("label", "derived:topOf", "the top of {1}", "{1} の一番上", { hint: { placeholders: ["{1}"] } }),
  segmentOf("label", "state:turn.main", "=SUM(A1) as a name", "=SUM(A1) という名前"),
  segmentOf("label", "state:turn.end", "👨‍👩‍👧 and 𠮷", "葛\u{e0100} と 🏳️‍🌈"),
  segmentOf("label", "seat:P1", "\u2067שלום\u2069 first", "\u202eabc\u202c が先"),
  segmentOf("term", "turn-player", "turn player", "ターンプレイヤー", {
    hint: { definition: "Whose turn it is.", forbidden: ["手番プレイヤー"] },
  }),
  segmentOf("definition", "turn-player", "Whose turn it is.", "自分のターンを行っている人。"),
  segmentOf("term", "set", "set", ""),
  segmentOf("question", "1-draw", "What if the deck is empty?", "山札がなければ？"),
  segmentOf("scenario", "a deck of 39", "A deck of 39 cards is refused", "39枚のデッキは拒否される"),
]);
