import type { Draft } from "#core/edit/draft.ts";
import { isForThisMachine } from "#core/edit/follow/sharedCode.ts";
import { knowsMachine, refuseTarget, type TargetSite } from "#core/edit/follow/targetSites.ts";
import { targetLike } from "#core/edit/pen/codeText.ts";
import { stringOf, type Node } from "#core/syntax/node.ts";

/**
 * Targets in a const that several states are: `a: waiting, b: waiting`. When a state is renamed, one that means it for all of them is
 * changed in the const; where they differ, or others may read it, the rename is refused.
 */
export class CommonTargets {
  private readonly draft: Draft;
  private readonly groups = new Map<
    Node,
    { readonly site: TargetSite; readonly text: string | undefined }[]
  >();
  constructor(draft: Draft) {
    this.draft = draft;
  }

  /** Takes a target that stands in shared code of this file as a literal, with what it is to be; false for others. */
  take(site: TargetSite, text: string | undefined): boolean {
    if (!site.shared || site.file !== undefined) return false;
    const literal = this.draft.tree.nodeAt(site.at);
    if (!literal || stringOf(literal) !== site.target.text) return false;
    const group = this.groups.get(literal) ?? [];
    this.groups.set(literal, [...group, { site, text }]);
    return true;
  }

  /** Plans the edits. */
  settle(): void {
    const { draft } = this;
    for (const [literal, group] of this.groups) {
      const changed = group.find(({ text }) => text !== undefined);
      if (changed?.text === undefined) continue;
      const alike = group.every(({ text }) => text === changed.text);
      if (!knowsMachine(draft, changed.text, changed.site.at)) refuseTarget(changed.site);
      if (!alike || !isForThisMachine(draft, literal, group.length)) refuseTarget(changed.site);
      const { at, target } = changed.site;
      draft.replace(at, targetLike(draft.slice(literal), changed.text, draft.style, target.text));
    }
  }
}
