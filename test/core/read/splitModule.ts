/** A state as a model: what a machine has that may be written in other files. */
export interface StateModel {
  readonly on: Readonly<Record<string, string>>;
  readonly entry: readonly string[];
  readonly children: readonly (readonly [string, StateModel])[];
}

/** The machine in one file. */
export function inOneFile(root: StateModel): string {
  const files = new Splitter(() => 0);
  return files.machine(root)["m.ts"] as string;
}

/**
 * The same machine spread over files: any state, table of states, table of events or list of actions may be written in another
 * file and brought in by any kind of import.
 * @param pick gives the next choice, 0 for "write it in place"
 */
export const inSeveralFiles = (root: StateModel, pick: () => number): Readonly<Record<string, string>> =>
  new Splitter(pick).machine(root);

interface Draft {
  readonly path: string;
  readonly imports: string[];
  readonly body: string[];
}

const PLACES = ["", "lib/", "lib/deep/", "other/"];
const SPELLINGS = ["", ".js", ".ts"];

class Splitter {
  private readonly pick: () => number;
  private readonly files: Draft[] = [];
  private count = 0;

  constructor(pick: () => number) {
    this.pick = pick;
  }

  machine(root: StateModel): Record<string, string> {
    const file = this.file("m.ts");
    const config = this.state(root, file);
    file.body.push(`export const m = createMachine(${config});`);
    file.imports.unshift(`import { createMachine } from "xstate";`);
    return Object.fromEntries(
      this.files.map(({ path, imports, body }) => [path, [...imports, ...body].join("\n")]),
    );
  }

  private file(path: string): Draft {
    const draft = { path, imports: [], body: [] };
    this.files.push(draft);
    return draft;
  }

  private choose<T>(from: readonly T[]): T {
    return from[this.pick() % from.length] as T;
  }

  private state(model: StateModel, into: Draft): string {
    const parts = [
      ...(model.children.length > 0 ? [`initial: ${JSON.stringify(model.children[0]?.[0])}`] : []),
      ...(model.entry.length > 0
        ? [`entry: ${this.place(into, (file) => this.list(model.entry, file))}`]
        : []),
      ...(Object.keys(model.on).length > 0
        ? [
            `on: ${this.place(into, (file) => this.table(Object.entries(model.on), file, (target, at) => this.transition(target, at)))}`,
          ]
        : []),
      ...(model.children.length > 0
        ? [
            `states: ${this.place(into, (file) =>
              this.table(model.children, file, (child, at) =>
                this.place(at, (far) => this.state(child, far)),
              ),
            )}`,
          ]
        : []),
    ];
    return `{ ${parts.join(", ")} }`;
  }

  private list(items: readonly string[], file: Draft): string {
    const half = this.pick() % (items.length + 1);
    const head = items.slice(0, half).map((one) => JSON.stringify(one));
    const rest = JSON.stringify(items.slice(half));
    return this.pick() % 3 === 1
      ? `[${[...head, `...${this.place(file, () => rest)}`].join(", ")}]`
      : JSON.stringify(items);
  }

  /** A transition whose target may come out of a spread. */
  private transition(target: string, file: Draft): string {
    const said = `target: ${JSON.stringify(target)}`;
    return `{ ${this.pick() % 3 === 1 ? `...${this.place(file, () => `{ ${said} }`)}` : said} }`;
  }

  /** An object literal, some of whose entries may come out of a spread. */
  private table<T>(
    entries: readonly (readonly [string, T])[],
    file: Draft,
    value: (one: T, file: Draft) => string,
  ): string {
    const written = (some: typeof entries, at: Draft) =>
      some.map(([key, one]) => `${JSON.stringify(key)}: ${value(one, at)}`).join(", ");
    const half = this.pick() % (entries.length + 1);
    if (this.pick() % 3 !== 1) return `{ ${written(entries, file)} }`;
    const spread = `...${this.place(file, (at) => `{ ${written(entries.slice(half), at)} }`)}`;
    return `{ ${[...(half > 0 ? [written(entries.slice(0, half), file)] : []), spread].join(", ")} }`;
  }

  /** Writes an expression in place, in a const, or in another file from where it is imported; gives what stands for it. */
  private place(into: Draft, write: (file: Draft) => string): string {
    const way = this.pick() % 10;
    if (way < 3) return write(into);
    const name = `v${this.count++}`;
    if (way === 3) {
      into.body.push(`const ${name} = ${write(into)};`);
      return name;
    }
    const far = this.file(`${this.choose(PLACES)}f${this.count++}.ts`);
    const text = write(far);
    const from = (file: Draft) => JSON.stringify(this.specifier(into.path, file.path));
    if (way === 4) {
      far.body.push(`export default ${text};`);
      into.imports.push(`import ${name} from ${from(far)};`);
      return name;
    }
    if (way === 5) {
      far.body.push(`const inner = ${text};\nexport { inner as outer };`);
      into.imports.push(`import { outer as ${name} } from ${from(far)};`);
      return name;
    }
    far.body.push(`export const ${name} = ${way === 6 ? `{ of: [0, ${text}] }` : text};`);
    if (way === 6) {
      into.imports.push(`import { ${name} } from ${from(far)};`);
      return `${name}.of[1]`;
    }
    if (way === 7) {
      into.imports.push(`import * as all${name} from ${from(far)};`);
      return `all${name}.${name}`;
    }
    const barrel = this.file(`${this.choose(PLACES)}f${this.count++}.ts`);
    const inside = JSON.stringify(this.specifier(barrel.path, far.path));
    if (way === 8) {
      barrel.body.push(`export * from ${inside};`);
      into.imports.push(`import { ${name} } from ${from(barrel)};`);
      return name;
    }
    barrel.body.push(`export * as space from ${inside};`);
    into.imports.push(`import { space as s${name} } from ${from(barrel)};`);
    return `s${name}.${name}`;
  }

  private specifier(from: string, to: string): string {
    const up = from.split("/").length - 1;
    const path = `${up === 0 ? "./" : "../".repeat(up)}${to.replace(/\.ts$/, "")}`;
    return path + this.choose(SPELLINGS);
  }
}
