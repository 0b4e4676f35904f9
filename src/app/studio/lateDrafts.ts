import type { Drafts } from "#adapters/storage/drafts.ts";
import { noDrafts } from "#app/studio/noDrafts.ts";

/** The drafts of this browser, whose database is opened when it is first needed: the first picture does without. */
export function lateDrafts(): Drafts {
  let opened: Promise<Drafts> | undefined;
  const drafts = () =>
    (opened ??= import("#adapters/storage/drafts.ts")
      .then(({ openDrafts }) => openDrafts())
      .catch(() => noDrafts));
  return {
    saveDraft: async (game, draft) => (await drafts()).saveDraft(game, draft),
    leftDraft: async (game) => (await drafts()).leftDraft(game),
    strayDrafts: async (games) => (await drafts()).strayDrafts(games),
    dropDraft: async (game, page) => (await drafts()).dropDraft(game, page),
  };
}
