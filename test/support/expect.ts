import { expect as base, type Locator } from "playwright/test";

/** How long a test waits for what is to be seen, in milliseconds; longer than usual, as tests of several projects share the machine. */
const WAIT_MS = 20_000;

const configured = base.configure({ timeout: WAIT_MS });

/** The expectations that can hold of an element only. */
const OF_AN_ELEMENT: ReadonlySet<string | symbol> = new Set([
  "toBeChecked",
  "toBeDisabled",
  "toBeEnabled",
  "toBeFocused",
  "toBeVisible",
  "toContainText",
  "toHaveAccessibleName",
  "toHaveAttribute",
  "toHaveText",
  "toHaveValue",
]);

const isLocator = (value: unknown): value is Locator =>
  typeof value === "object" && value !== null && "waitFor" in value && "first" in value;

/** The time that the options of an expectation give it, in milliseconds. */
const timeoutOf = (options: unknown): number =>
  typeof options === "object" && options && "timeout" in options ? Number(options.timeout) : WAIT_MS;

/**
 * Playwright's expectations. While the element of a locator is missing, each attempt of Playwright describes the whole page, for the message
 * of a failure that seldom comes: a seventh of what the pages of our tests did. So the element is waited for first, which costs a look.
 */
export const expect: typeof configured = new Proxy(configured, {
  apply(target, self, args: [unknown]) {
    const assertions: object = Reflect.apply(target, self, args);
    const [value] = args;
    if (!isLocator(value)) return assertions;
    return new Proxy(assertions, {
      get(matchers, name) {
        const matcher: unknown = Reflect.get(matchers, name);
        if (typeof matcher !== "function" || !OF_AN_ELEMENT.has(name)) return matcher;
        return async (...wanted: unknown[]) => {
          // A list of texts is compared with all elements, which may be none.
          if (!Array.isArray(wanted[0]))
            await value
              .first()
              .waitFor({ state: "attached", timeout: timeoutOf(wanted.at(-1)) })
              // The expectation itself says best what is missing.
              .catch(() => undefined);
          return Reflect.apply(matcher, matchers, wanted);
        };
      },
    });
  },
});
