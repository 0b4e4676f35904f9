import axe from "axe-core";
import type { Page } from "playwright";

/** Serious and critical findings of axe-core on a page, with what they are about. */
export async function seriousFindings(page: Page, without: string[] = []): Promise<string[]> {
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate(
    // Details of what it finds right take time, and nobody asks for them.
    (exclude) =>
      (window as unknown as { axe: typeof axe }).axe.run({ exclude }, { resultTypes: ["violations"] }),
    without,
  );
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .flatMap(({ id, help, nodes }) =>
      nodes.map((node) => `${id} (${help}): ${node.html.slice(0, 200)} ${node.failureSummary ?? ""}`),
    );
}
