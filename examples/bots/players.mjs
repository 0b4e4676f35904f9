/** Numbers in [0, 1) that are the same for the same seed (mulberry32). */
export function randomNumbers(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A move by its weight, and one of its payloads. Knows nothing of the game. */
export const randomPlayer = (random) => (moves) => {
  const total = moves.reduce((sum, { weight }) => sum + weight, 0);
  let left = random() * total;
  const { events } = moves.find(({ weight }) => (left -= weight) < 0) ?? moves.at(-1);
  return events[Math.floor(random() * events.length)];
};

/** Events that are tried before one is chosen. */
const TRIALS = 30;

/**
 * Tries what it may do and takes what is worth most afterwards; other seats, chance and the table play at random.
 * @param {string} seat whose moves these are
 * @param {string} formula JavaScript over `context` and `seat`, such as "context.players.find((p) => p.id === seat).points"
 */
export function greedyPlayer(seat, formula, random, { request }) {
  const worth = new Function("context", "seat", `return Number(${formula});`);
  const byChance = randomPlayer(random);
  return async (moves) => {
    const mine = moves.flatMap(({ events }) => events).filter(({ by }) => by === seat);
    if (mine.length === 0) return byChance(moves);
    const { snapshot } = await request({ save: true }, ["snapshot"]);
    const tries =
      mine.length <= TRIALS
        ? mine
        : Array.from({ length: TRIALS }, () => mine[Math.floor(random() * mine.length)]);
    let best = { event: tries[0], value: -Infinity };
    for (const event of tries) {
      const { context } = await request({ send: event }, ["context"]);
      const value = worth(context, seat);
      if (value > best.value) best = { event, value };
      await request({ restore: snapshot }, []);
    }
    return best.event;
  };
}
