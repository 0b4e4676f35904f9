/** What the parts of a new game are called, and the wording of its one clause, in each language. */
export const newGameWords: Readonly<
  Record<
    string,
    { readonly labels: Readonly<Record<string, string>>; readonly text: Readonly<Record<string, string>> }
  >
> = {
  en: {
    labels: {
      "state:turn": "turn",
      "state:turn.draw": "draw phase",
      "state:turn.main": "main phase",
      "state:turn.end": "end phase",
      "event:DRAW": "draw",
      "event:END_PHASE": "end the phase",
      "event:END_TURN": "end the turn",
      "guard:isTurnPlayer": "done by the turn player",
      "action:passTurn": "the turn passes to the next player",
      "context:seats": "players in order of turn",
      "context:turnPlayer": "turn player",
      "context:turn": "number of the turn",
      "input:seats": "players",
    },
    text: {
      "C-1":
        "A turn has three phases, in this order: draw, main and end. Then the next player's turn begins.",
    },
  },
  ja: {
    labels: {
      "state:turn": "ターン",
      "state:turn.draw": "ドローフェイズ",
      "state:turn.main": "メインフェイズ",
      "state:turn.end": "エンドフェイズ",
      "event:DRAW": "ドローする",
      "event:END_PHASE": "フェイズを終える",
      "event:END_TURN": "ターンを終える",
      "guard:isTurnPlayer": "ターンプレイヤーが行う",
      "action:passTurn": "ターンが次のプレイヤーに移る",
      "context:seats": "ターン順のプレイヤー",
      "context:turnPlayer": "ターンプレイヤー",
      "context:turn": "ターンの番号",
      "input:seats": "プレイヤー",
    },
    text: {
      "C-1":
        "ターンはドロー、メイン、エンドの3つのフェイズをこの順に行う。その後、次のプレイヤーのターンになる。",
    },
  },
  "zh-Hant": {
    labels: {
      "state:turn": "回合",
      "state:turn.draw": "抽牌階段",
      "state:turn.main": "主要階段",
      "state:turn.end": "結束階段",
      "event:DRAW": "抽牌",
      "event:END_PHASE": "結束階段",
      "event:END_TURN": "結束回合",
      "guard:isTurnPlayer": "由回合玩家執行",
      "action:passTurn": "回合輪到下一位玩家",
      "context:seats": "依回合順序的玩家",
      "context:turnPlayer": "回合玩家",
      "context:turn": "回合數",
      "input:seats": "玩家",
    },
    text: { "C-1": "一個回合依序有三個階段：抽牌、主要、結束，之後輪到下一位玩家的回合。" },
  },
};
