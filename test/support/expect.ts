import { expect as base } from "playwright/test";

/** Waits for what is to be seen; longer than usual, as tests of several projects share the machine. */
export const expect = base.configure({ timeout: 20_000 });
