import { expect, test } from "vitest";
import type { StatePath } from "#core/chart/chart.ts";
import { partOf } from "#core/layout/scene/drafts.ts";
import type { Scene } from "#core/layout/scene/scene.ts";
import { sceneOf } from "#core/layout/scene/sceneOf.ts";
import { gameSubjects, pictureOf, type Subject } from "#test/core/layout/place/subjects.ts";

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

/** Every phase of a game, entered. */
function pagesOf(
  game: Subject,
): readonly { readonly id: string; readonly path: StatePath; readonly scene: Scene }[] {
  const { scene } = pictureOf(game, "en", { level: "map" });
  return [...scene.items.values()].flatMap(({ id, path, node }) =>
    id === "" || node.children.length === 0
      ? []
      : [
          {
            id,
            path,
            scene: sceneOf(game.chart, game.names("en"), { level: "flow", page: id, consts: game.consts }),
          },
        ],
  );
}

test("of every phase of the games, entered, each way out is drawn", () => {
  for (const game of gameSubjects()) {
    for (const { id: page, path, scene } of pagesOf(game)) {
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

test("of every phase of the games, entered, each way in is drawn, also one to a state around it that begins with it", () => {
  let around = 0;
  for (const game of gameSubjects()) {
    const map = pictureOf(game, "en", { level: "map" }).scene;
    const account = map.account();
    const places = [...map.items.values()];
    for (const { id: page, path, scene } of pagesOf(game)) {
      const isHere = (at: readonly string[]) => path.every((key, i) => at[i] === key);
      /** Whether the page is entered with a state that is entered: by where that and what is in it begin. */
      const enters = (at: readonly string[]): boolean => {
        if (isHere(at)) return true;
        const node = places.find(({ id }) => id === at.join("."))?.node;
        if (!node || at.some((key, i) => path[i] !== key)) return false;
        return node.children.some(
          ({ key }) =>
            (node.type === "parallel" || node.initial?.value === key) &&
            path[at.length] === key &&
            enters([...at, key]),
        );
      };
      const untold = places
        .filter(({ path: from }) => !isHere(from))
        .flatMap(({ node, path: from }) =>
          node.transitions.flatMap((one) => {
            const into = one.targets.flatMap(({ resolved }) =>
              resolved && enters(resolved) ? [resolved] : [],
            );
            const ref = partOf({ node, path: from }, one).id;
            if (into.length === 0 || account.get(ref)?.as === "call") return [];
            // what holds the page has its ways in its own head
            if (from.every((key, i) => path[i] === key)) return [];
            if (into.every((at) => !isHere(at))) around++;
            return scene.arrows.some(({ parts }) => parts.some(({ transition }) => transition === one))
              ? []
              : [`${from.join(".")} -> ${into.map((at) => at.join(".")).join()}`];
          }),
        );
      expect([game.name, page, untold]).toEqual([game.name, page, []]);
    }
  }
  expect(around).toBeGreaterThan(5);
});
