import { parseAlone } from "#core/syntax/parse.ts";
import { child, isNode, literalText, nodesOf, type Node } from "#core/syntax/node.ts";
import { propertyOf, valueOf } from "#core/syntax/property.ts";

const CONFIGS = ["tsconfig.json", "jsconfig.json", "tsconfig.app.json"];
/** Folders upwards in which a config file is looked for: a bound on work. */
const MAX_PARENT_FOLDERS = 24;
/** `extends` that are followed from file to file. */
const MAX_EXTENDS_HOPS = 4;

/** What one config file says of its own. */
interface Config {
  /** `compilerOptions.paths`: patterns with at most one star, and what they stand for. */
  readonly paths?: Patterns;
  /** Counted from the folder of the file. */
  readonly baseUrl: string;
  /** The file that it extends, when that is one of the project. */
  readonly parent?: string;
}
type Patterns = readonly (readonly [pattern: string, targets: readonly string[]])[];

/** The patterns that are in force at a config file. */
interface Aliases {
  /** The folder that the targets are counted from. */
  readonly folder: string;
  readonly paths: Patterns;
}

/**
 * The paths, without ending, that an alias stands for in a file: by the nearest `tsconfig.json` or `jsconfig.json` above it that knows the
 * pattern. Config files are requested at each reading of a module, and parsed when they changed.
 * @param textOf the text of a path, undefined when there is no such file
 */
export function aliasesIn(
  textOf: (path: string) => string | undefined,
): (specifier: string, from: string) => string[] {
  const parsed = new Map<string, { readonly text: string; readonly config: Config | undefined }>();
  const configAt = (path: string): Config | undefined => {
    const text = textOf(path);
    if (text === undefined) return undefined;
    const before = parsed.get(path);
    if (before?.text === text) return before.config;
    const config = parseConfig(text);
    parsed.set(path, { text, config });
    return config;
  };
  return (specifier, from) => {
    const folders = from.split("/").slice(0, -1);
    for (let depth = folders.length; depth >= 0 && folders.length - depth < MAX_PARENT_FOLDERS; depth--) {
      const folder = folders.slice(0, depth).join("/");
      for (const name of CONFIGS) {
        const files = goals(specifier, inForce(join(folder, name), configAt, MAX_EXTENDS_HOPS));
        if (files.length > 0) return files;
      }
    }
    return [];
  };
}

function goals(specifier: string, aliases: Aliases | undefined): string[] {
  if (!aliases) return [];
  // As TypeScript does: of several patterns the one with the longest head.
  const fitting = aliases.paths
    .flatMap(([pattern, targets]) => {
      const [head = "", tail] = pattern.split("*");
      const isExact = tail === undefined;
      const fits = isExact ? specifier === head : specifier.startsWith(head) && specifier.endsWith(tail);
      if (!fits) return [];
      const star = isExact ? "" : specifier.slice(head.length, specifier.length - tail.length);
      return [
        {
          length: isExact ? Infinity : head.length,
          paths: targets.map((target) => target.replace("*", star)),
        },
      ];
    })
    .toSorted((a, b) => b.length - a.length);
  return (fitting[0]?.paths ?? []).map((path) => join(aliases.folder, path));
}

function inForce(
  path: string,
  configAt: (path: string) => Config | undefined,
  parents: number,
): Aliases | undefined {
  const config = configAt(path);
  if (!config) return undefined;
  const { paths, baseUrl, parent } = config;
  const folder = path.split("/").slice(0, -1).join("/");
  if (paths) return { folder: join(folder, baseUrl), paths };
  return parent !== undefined && parents > 0
    ? inForce(join(folder, parent), configAt, parents - 1)
    : undefined;
}

function parseConfig(text: string): Config | undefined {
  const config = parseAlone(text, "js") as unknown as Node | undefined;
  if (config?.type !== "ObjectExpression") return undefined;
  const options = valueOf(propertyOf(config, "compilerOptions"));
  const paths = options && valueOf(propertyOf(options, "paths"));
  const baseUrl = (options && literalText(valueOf(propertyOf(options, "baseUrl")))) ?? ".";
  const parent = literalText(valueOf(propertyOf(config, "extends")));
  return {
    baseUrl,
    ...(paths ? { paths: patternsIn(paths) } : {}),
    ...(parent?.startsWith(".") ? { parent: parent.endsWith(".json") ? parent : `${parent}.json` } : {}),
  };
}

const patternsIn = (paths: Node): Patterns =>
  nodesOf(paths["properties"]).flatMap((property) => {
    const pattern = literalText(child(property, "key"));
    const list = valueOf(property);
    const targets = nodesOf(list?.["elements"]).flatMap((node) => literalText(node) ?? []);
    return pattern !== undefined && isNode(list) && pattern.split("*").length <= 2
      ? [[pattern, targets] as const]
      : [];
  });

/** A path in a folder, without `.` and `..` where that is possible. */
function join(folder: string, path: string): string {
  const out = folder === "" ? [] : folder.split("/");
  for (const part of path.split("/")) {
    if (part === "" || part === ".") continue;
    const last = out.at(-1);
    if (part === ".." && last !== undefined && last !== ".." && last !== "") out.pop();
    else out.push(part);
  }
  return out.join("/");
}
