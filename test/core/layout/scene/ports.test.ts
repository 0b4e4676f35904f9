import { expect, test } from "vitest";
import { gameSubjects, pictureOf } from "#test/core/layout/place/subjects.ts";

const vf = gameSubjects().find(({ name }) => name === "vf-card");

test.each(["map", "flow", "full"] as const)(
  "a phase that is the page tells its way out, also where that begins what holds it again (%s)",
  (level) => {
    if (!vf) throw new Error("the game is gone");
    const page = "turn.phases.end";
    const { scene, routes } = pictureOf(vf, "en", { level, page });

    const out = scene.arrows.filter(({ from }) => from === `${page}.done`);
    expect(out.map(({ to }) => to)).toEqual(["to>turn"]);
    expect(scene.items.get("to>turn")?.content.title).toBe("to turn");
    expect(routes.has(out[0]?.id ?? "")).toBe(true);
  },
);

test("of every phase of the games, entered, each way out is drawn", () => {
  for (const game of gameSubjects()) {
    const pages = [...pictureOf(game, "en", { level: "map" }).scene.items.values()].filter(
      ({ id, node }) => id !== "" && node.children.length > 0,
    );
    for (const { id: page, path } of pages) {
      const { scene } = pictureOf(game, "en", { level: "flow", page });
      const here = (at: readonly string[]) => path.every((key, i) => at[i] === key);
      const untold = [...scene.items.values()].flatMap(({ id, node, shape }) =>
        shape === "port" || id === page
          ? []
          : node.transitions.filter(
              (one) =>
                one.targets.some(({ resolved }) => resolved && resolved.length > 0 && !here(resolved)) &&
                !scene.arrows.some(({ parts }) => parts.some(({ transition }) => transition === one)),
            ),
      );
      expect([game.name, page, untold.length]).toEqual([game.name, page, 0]);
    }
  }
});
