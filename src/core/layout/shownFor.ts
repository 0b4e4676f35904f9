import type { Picture } from "#core/layout/picture.ts";

/** The state itself, or the innermost one around it that is drawn. */
export function shownFor({ scene }: Picture, id: string): string {
  let at = id;
  while (at !== "" && !scene.items.has(at)) at = at.includes(".") ? at.slice(0, at.lastIndexOf(".")) : "";
  return scene.items.has(at) ? at : scene.root;
}
