import type { ElkGraph, LayoutEngine } from "#core/layout/elkGraph.ts";

/** ELK on the calling thread: for the command line, for tests and for writing layout files. It blocks while it works. */
export async function elkInProcess(): Promise<LayoutEngine> {
  const { default: ELK } = await import("elkjs/lib/elk.bundled.js");
  const elk = new ELK();
  return { layout: async (graph) => (await elk.layout(graph)) as ElkGraph };
}
