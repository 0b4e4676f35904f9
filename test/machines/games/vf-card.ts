import type { Context, Input } from "../../../machines/vf-card.machine.ts";
import type { GamePlay } from "#test/machines/support/gamePlay.ts";

const cardsOf = (context: Context): string[] =>
  context.players
    .flatMap((p) => [...p.hand, ...p.stock, ...p.traps, ...p.field, ...p.leavePile])
    .map((c) => c.id);

const inputs: Input[] = [
  {},
  { stockCapacity: 2, mandatoryStock: "onlyExcess" },
  { stockCapacity: 1, drawCount: 2, useFromStock: "forbidden", trapsInOtherTurn: "forbidden" },
  { stockCapacity: 0, turningFaceDown: "forbidden" },
];

const distinct = (list: readonly unknown[]): boolean => new Set(list).size === list.length;

export const vfCard: GamePlay<Context, Input> = {
  id: "vf-card",
  input: (seed) => inputs[seed % inputs.length]!,
  mostMoves: 2000,
  invariants: {
    "every card that came lies in one place": ({ was, is, event }) => {
      const came = event.type === "DEAL" || event.type === "DRAW" ? [String(event["card"])] : [];
      const cards = cardsOf(is);
      return distinct(cards) && cards.toSorted().join() === [...cardsOf(was), ...came].toSorted().join();
    },
    "stock, trap area and normal release stay within their limits": ({ is }) =>
      is.players.every(
        (p) =>
          p.traps.length <= 2 &&
          p.stock.length <= (is.stockCapacity ?? 0) &&
          p.traps.every((c) => c.kind === "trap") &&
          p.field.every((c) => c.kind === "vf") &&
          p.stock.every((c) => c.kind === "magic" || c.kind === "trap") &&
          p.field.filter((c) => c.cameBy === "normal" && c.cameInTurn === is.turnNo).length <= 1,
      ),
    "turns alternate, and end with a hand within the limit": ({ was, is }) => {
      if (is.turnNo === was.turnNo) return is.turnPlayer === was.turnPlayer;
      const past = is.players.find((p) => p.id === was.turnPlayer)!;
      const first = was.turnNo === 0;
      return (
        is.turnNo === was.turnNo + 1 &&
        (first || (is.turnPlayer !== was.turnPlayer && past.hand.length <= past.handLimit))
      );
    },
    "marks of a turn, a battle and an effect end with it": ({ was, is, after, to }) => {
      const marks = [is.changed, is.attacked, is.excepted];
      if (is.turnNo !== was.turnNo && (is.normalReleaseUsed || marks.flat().length > 0)) return false;
      if (!marks.every(distinct)) return false;
      if (after.status !== "active") return true;
      if ((is.attacker !== null) !== to.includes("turn.phases.main.battle")) return false;
      return is.due.length === 0 || to.some((p) => p.endsWith(".effects"));
    },
    "the hand is adjusted in the end phase, and no stock or trap work comes after that": ({
      was,
      is,
      from,
      to,
      event,
    }) => {
      const adjusts = (paths: readonly string[]) =>
        /^turn\.phases\.end\.(mustStock|discard)$/.test(paths.at(-1)!);
      if (to.includes("turn") && is.adjusting !== adjusts(to)) return false;
      const work = ["TAKE_FROM_STOCK", "SET_TRAP", "RESET_TRAP"];
      return !adjusts(from) || !work.includes(event.type) || was === is;
    },
    "a VF card comes to a field by the one release of a turn, or by the table": ({ was, is, event }) => {
      const onFields = ({ players }: Context) => players.flatMap((p) => p.field.map((c) => c.id));
      const came = onFields(is).filter((id) => !onFields(was).includes(id));
      return (
        came.length === 0 || event["by"] === "table" || (event.type === "RELEASE" && !was.normalReleaseUsed)
      );
    },
  },
  /** The game ends when the table says so, with a winner and without. */
  ending: ({ context, output }) => {
    const { winner, turns } = output as { winner: string | null; turns: number };
    return turns === (context as Context).turnNo ? [winner === null ? "nobody" : "winner"] : undefined;
  },
};
