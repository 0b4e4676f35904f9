/** Which clauses are listed. */
export const filters = ["all", "carried", "missing", "notModelled"] as const;
/** Those of a state, those of whose words the checks warn, or those without a wording in a language. */
export type Filter = (typeof filters)[number] | "warned" | `untranslated:${string}`;
