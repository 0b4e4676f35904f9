import { expect, test } from "vitest";
import { FlowGraph } from "#adapters/flow/flowGraph.ts";
import { drawPicture } from "#core/layout/picture.ts";
import { sceneOf } from "#core/layout/scene.ts";
import { readModule } from "#core/read/readModule.ts";
import { ids } from "#test/core/layout/charts.ts";

const code = `import { createMachine } from "xstate";
export const machine = createMachine({ id: "m", initial: "a", states: {
  a: { on: { GO: "b" } },
  b: { on: { GO: "c", BACK: "a" } },
  c: { entry: "count" } } });
`;
const positions = {
  a: { x: 50, y: 50, w: 104, h: 40 },
  b: { x: 50, y: 200, w: 104, h: 40 },
  c: { x: 50, y: 350, w: 140, h: 62 },
};

test("an edit in one state makes one new node; all others stay the same objects", () => {
  const graph = new FlowGraph();
  const draw = (chart: ReturnType<typeof readModule>["charts"][number]) => {
    const picture = drawPicture(sceneOf(chart, ids), positions);
    return {
      nodes: graph.nodes(picture, (item) => item.id, true),
      edges: graph.edges(picture, ids, "{source} {target}"),
    };
  };
  const first = readModule(code);
  const before = draw(first.charts[0] as (typeof first.charts)[number]);
  const second = readModule(code.replace(`"count"`, `"counts"`), {
    previous: { text: code, reading: first },
  });

  const after = draw(second.charts[0] as (typeof first.charts)[number]);

  const fresh = after.nodes.filter((node, i) => node !== before.nodes[i]).map((node) => node.id);
  expect(fresh.filter((id) => id !== "/")).toEqual(["/c"]);
  expect(after.edges.every((edge, i) => edge === before.edges[i])).toBe(true);
});
