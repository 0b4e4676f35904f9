import type { Project } from "#core/project/Project.ts";

/** What a file of a game is called for a person: a machine by the file it is saved to, rules as they lie in their folder. */
export const fileTitle = (
  project: { readonly source: Pick<Project["source"], "path"> } | null,
  file: string,
): string => (file === "machine" ? (project?.source.path.split("/").at(-1) ?? file) : `${file}.json`);
