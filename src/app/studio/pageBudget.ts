import { budgetsBy } from "#core/text/budget.ts";

/** What reading, checks and commands may take on the page before it takes input again. */
export const pageBudget = budgetsBy(() => performance.now());
