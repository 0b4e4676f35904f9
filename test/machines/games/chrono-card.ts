import type { Context, Input } from "../../../machines/chrono-card.machine.ts";
import type { GamePlay } from "#test/machines/support/gamePlay.ts";

/** Cards that each player owns, wherever they are, the Heroine not counted. */
const cardsOf = ({ players, chain }: Context): number[] =>
  players.map(
    (p) =>
      p.deck +
      p.hand +
      p.discard +
      players.flatMap((q) => q.field).filter((c) => c.kind !== "heroine" && c.owner === p.id).length +
      chain.stack.filter(
        (d) => d.by === p.id && d.status === "declared" && (d.kind === "card" || d.kind === "event"),
      ).length,
  );

const inputs: Input[] = [
  {},
  { seats: ["P1", "P2", "P3"], effectRound: "goOn", support: "withHeroine", endWork: "again" },
  {
    cards: 12,
    failedCharm: "free",
    startCards: "everyone",
    defenders: "unchecked",
    endWork: "again",
    faceDownCards: "active",
  },
  { charmSwitch: "noChange", restriction: "nothing", drawAsking: "anyOrder", discardTo: "exactly" },
  { seats: ["A", "B", "C", "D"], cards: 20, hand: 7, drawAsking: "anyOrder", endWork: "again" },
];

const phaseOf = (paths: readonly string[]): string | undefined =>
  paths.find((p) => /^turn\.\w+Phase$/.test(p));
const distinct = (list: readonly unknown[]): boolean => new Set(list).size === list.length;

export const chronoCard: GamePlay<Context, Input> = {
  id: "chrono-card",
  input: (seed) => inputs[seed % inputs.length]!,
  mostMoves: 5000,
  invariants: {
    "every card is in one place, and no two on the fields share a name": ({ is, input }) =>
      cardsOf(is).every((count) => count === (input.cards ?? 40)) &&
      distinct(is.players.flatMap((p) => p.field.map((c) => c.name))) &&
      is.players.every((p) => p.field.filter((c) => c.kind === "heroine" && c.owner === p.id).length === 1),
    "every number stays within its limits": ({ is }) =>
      is.players.every(
        (p) =>
          Math.min(p.deck, p.hand, p.discard, p.handLimit, p.ep) >= 0 &&
          p.field.every((c) => c.tokens >= 0 && c.damage >= 0),
      ),
    "turns go round those who are left, with a hand within the limit and one Charm at most": ({
      was,
      is,
    }) => {
      if (is.turnNo === was.turnNo)
        return (
          is.turnPlayer === was.turnPlayer &&
          !(was.charmUsed && !is.charmUsed && is.readings.failedCharm === "spent")
        );
      const past = is.players.find((p) => p.id === was.turnPlayer)!;
      const left = is.players.filter((p) => !p.out).map((p) => p.id);
      const order = [...is.seats, ...is.seats];
      const next = order.slice(order.indexOf(was.turnPlayer) + 1).find((seat) => left.includes(seat));
      const cleared =
        is.triggers.length === was.triggers.length && is.tasks.todo.every((t) => t.name !== "draw");
      return (
        is.turnNo === was.turnNo + 1 &&
        is.turnPlayer === next &&
        !is.charmUsed &&
        (past.out || past.hand <= past.handLimit || !cleared || is.readings.endWork === "once")
      );
    },
    "a new phase begins without stored EP and without an unseen defeat": ({ was, is, from, to }) => {
      const came = phaseOf(to);
      const left = phaseOf(from);
      const suspended =
        is.readings.charmSwitch === "noChange" && (came === "turn.charmPhase" || was.charm.target !== null);
      if (!came || !left || came === left || suspended) return true;
      return is.players.every((p) => p.ep === 0 && !p.drewShort && (!p.defeated || p.out));
    },
    "there is a Charm in the Charm phase, and in Main neither Charm nor declaration": ({ is, to }) => {
      if (to.includes("turn.charmPhase")) return is.charm.target !== null && is.charmUsed;
      return !to.includes("turn.mainPhase") || (is.charm.target === null && is.chain.stack.length === 0);
    },
    "declarations wait for others than their maker, and one at a time is processed": ({ is, to, after }) => {
      if (after.status !== "active") return true;
      const { stack, waiting } = is.chain;
      const inChain = to.includes("turn.chain");
      if (inChain !== stack.length > 0) return false;
      if (stack.slice(0, -1).some((d) => d.status !== "declared")) return false;
      return !inChain || (waiting.length > 0 && !waiting.includes(stack.at(-1)!.by));
    },
    "what is due at a timing of the Charm phase is processed before anybody goes on": ({ is, to, after }) => {
      if (after.status !== "active") return true;
      const at = to.at(-1)!.replace(/^turn\.charmPhase\./, "");
      if (!["defence", "effect"].includes(at)) return true;
      const due = is.triggers.filter((t) => t.phase === at && (t.turnOf ?? is.turnPlayer) === is.turnPlayer);
      return is.charm.timing === at && due.length === 0 && is.tasks.todo.length === 0;
    },
    "a trigger that names a turn is processed in no other": ({ was, is }) =>
      is.tasks.todo.every(({ name }) => {
        const waited = was.triggers.find((t) => t.skill === name);
        return !waited?.turnOf || waited.turnOf === is.turnPlayer;
      }),
    "nobody is asked twice in a round": ({ is, to, after }) => {
      if (after.status !== "active") return true;
      const asked = [...is.round.asked, ...is.round.after];
      return distinct(asked) && !(to.at(-1)!.endsWith("effect") && asked.length === 0);
    },
  },
  /** The game ends when one player at most is left, who has won. */
  ending: ({ context, output }) => {
    const left = (context as Context).players.filter((p) => !p.out).map((p) => p.id);
    const winner = (output as { winner: string | null } | undefined)?.winner;
    if (left.length > 1 || winner !== (left[0] ?? null)) return undefined;
    return [winner === null ? "nobody" : "winner"];
  },
};
