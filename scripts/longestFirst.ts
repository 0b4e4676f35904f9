import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * Test files that take half a minute or more, longest first. Vitest remembers how long each took only on a machine where it ran before; from
 * a clean checkout it begins with the largest files, and one of these could begin last and run on alone.
 */
const LONG_FILES = [
  "test/e2e/soak.e2e.ts",
  "test/core/edit/laws/laws.test.ts",
  "test/e2e/unsavedWork.e2e.ts",
  "test/e2e/badInput.e2e.ts",
  "test/e2e/links.e2e.ts",
  "test/e2e/bench.e2e.ts",
  "test/e2e/windowLayout.e2e.ts",
  "test/machines/scenarios.test.ts",
  "test/e2e/inspectStrangers.e2e.ts",
  "test/e2e/inspectApps.e2e.ts",
  "test/adapters/flow/lists.browser.test.tsx",
  "test/e2e/wholeWay.e2e.ts",
  "test/e2e/names.e2e.ts",
  "test/e2e/trials.e2e.ts",
  "test/core/layout/place/pictures.test.ts",
  "test/core/simulate/walks.test.ts",
];

/** Begins with the files that are known to take long, so that all workers end at about the same time. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const at = LONG_FILES.findIndex((file) => moduleId.endsWith(`/${file}`));
      return at < 0 ? LONG_FILES.length : at;
    };
    // Sorting keeps the order of what has the same rank.
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b));
  }
}
