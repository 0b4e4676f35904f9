import { relative, resolve, sep } from "node:path";

/** A file as it is found from a folder, with `/`; undefined when it lies outside of that. */
export function pathInside(file: string, folder: string): string | undefined {
  const path = relative(folder, file);
  const isInside = path !== "" && path !== ".." && !path.startsWith(`..${sep}`) && resolve(path) !== path;
  return isInside ? path.replaceAll(sep, "/") : undefined;
}
