import { expect, test } from "vitest";
import { FlowGraph } from "#adapters/flow/flowGraph.ts";
import { drawPicture } from "#core/layout/picture.ts";
import { sceneOf } from "#core/layout/scene/sceneOf.ts";
import { readModule } from "#core/read/readModule.ts";
import { ids } from "#test/core/layout/charts.ts";

const code = `import { createMachine } from "xstate";
export const machine = createMachine({ id: "m", initial: "a", states: {
  a: { on: { GO: "b" } },
  b: { on: { GO: "c", BACK: "a" } },
  c: { entry: "post" } } });
`;

/** What is drawn anew when a piece of the text is another. */
function drawTwice(piece: string, other: string) {
  const graph = new FlowGraph();
  const draw = (chart: ReturnType<typeof readModule>["charts"][number]) => {
    const picture = drawPicture(sceneOf(chart, ids, { level: "full" }));
    return {
      nodes: graph.nodes(picture, (item) => item.id, true),
      edges: graph.edges(picture, ids, "{source} {target}"),
    };
  };
  const first = readModule(code);
  const before = draw(first.charts[0] as (typeof first.charts)[number]);
  const second = readModule(code.replace(piece, other), {
    previous: { text: code, reading: first },
  });
  const after = draw(second.charts[0] as (typeof first.charts)[number]);
  return {
    nodes: after.nodes.filter((node, i) => node !== before.nodes[i]).map((node) => node.id),
    edges: after.edges.filter((edge, i) => edge !== before.edges[i]).map((edge) => edge.id),
  };
}

test("an edit in one state makes one new node; all others and all lines stay the same objects", () => {
  const { nodes, edges } = drawTwice(`"post"`, `"spot"`);

  expect(nodes.filter((id) => id !== "/")).toEqual(["/c"]);
  expect(edges).toEqual([]);
});

test("an edit of a transition makes its line and its state new, and none that is elsewhere", () => {
  const { nodes, edges } = drawTwice(`GO: "c"`, `GO: { target: "c", actions: "post" }`);

  expect(nodes).toContain("/b");
  expect(edges).toContain("b|on|GO|0");
  expect(edges).not.toContain("a|on|GO|0");
});
