import type { Json, JsonObject } from "#core/text/json.ts";
import type { GameId } from "#test/table/games.ts";

type Player = Readonly<Record<string, Json>> & { id: string };
type Card = { id: string; face?: string };

/**
 * What is left of a context when all that a seat may not see is gone, written by hand from docs/games: it knows nothing of view.json, and hides
 * at least what the rules hide.
 */
export function openPart(id: GameId, context: JsonObject, seat: string | null): Json {
  const players = context["players"] as unknown as Player[];
  const others = players.filter((player) => player.id !== seat);
  const hidden = new Set<unknown>();
  const shown = (change: (player: Player) => object): JsonObject => ({
    ...context,
    players: players.map((player) => (player.id === seat ? player : change(player))) as unknown as Json,
  });
  const unnamed = (value: object): Json =>
    JSON.parse(JSON.stringify(value, (_, held: unknown) => (hidden.has(held) ? null : held))) as Json;
  switch (id) {
    case "vf-card":
      for (const { hand, traps, field } of others as unknown as Record<string, Card[]>[])
        for (const card of [...hand!, ...traps!, ...field!.filter(({ face }) => face === "down")])
          hidden.add(card.id);
      return unnamed(
        shown((player) => ({
          ...player,
          hand: (player["hand"] as Json[]).length,
          traps: (player["traps"] as Json[]).length,
          field: (player["field"] as unknown as Card[]).map((card) =>
            card.face === "down" ? { ...card, kind: null, usableIn: null } : card,
          ),
        })),
      );
    case "fate-ace-royal": {
      const isHidden = ({ spiritFaceUp, classFaceUp }: Player) => ({
        spirit: spiritFaceUp !== true,
        classCard: classFaceUp !== true,
      });
      for (const player of others)
        for (const [part, down] of Object.entries(isHidden(player)))
          if (down && player[part] !== null) hidden.add((player[part] as { name: string }).name);
      const pools = {
        spiritPool: (context["spiritPool"] as Json[]).length,
        classPool: (context["classPool"] as Json[]).length,
      };
      return unnamed({
        ...shown((player) => ({
          ...player,
          ...Object.fromEntries(Object.entries(isHidden(player)).filter(([, down]) => down)),
        })),
        ...pools,
      });
    }
    case "flesh-and-blood": {
      const picked = "poolArena poolDeck arms chest head legs weapons startingDeck elsewhere inventory".split(
        " ",
      );
      return shown((player) =>
        player["equipped"] === true
          ? player
          : Object.fromEntries(Object.entries(player).filter(([name]) => !picked.includes(name))),
      );
    }
    default:
      return context;
  }
}
