import type { Drafts } from "#adapters/storage/drafts.ts";
import { StoreError } from "#core/project/store.ts";

/** Where the browser gives no database (private windows of some): keeping a draft says so, the rest of the studio works. */
export const noDrafts: Drafts = {
  saveDraft: () => Promise.reject(new StoreError("disk", "This browser keeps no drafts")),
  leftDraft: () => Promise.resolve(undefined),
  strayDrafts: () => Promise.resolve([]),
  dropDraft: () => Promise.resolve(),
};
