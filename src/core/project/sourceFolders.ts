/** Folders that hold what others wrote, or what is built from the sources. */
const SKIPPED = /^(\..*|node_modules|bower_components|dist|build|out|coverage|vendor|target)$/;

/** Whether a folder may hold sources of its owner, by its name. */
export const isSourceFolder = (name: string): boolean => !SKIPPED.test(name);
