import fc from "fast-check";
import { expect, test } from "vitest";
import { isChangedLater } from "#core/syntax/changedLater.ts";
import { child, nameOf, type Node } from "#core/syntax/node.ts";
import { lookup } from "#core/syntax/scope.ts";
import { treeOf, type Tree } from "#core/syntax/tree.ts";

/** Whether a const is changed, or a static property of a class. */
function isChanged(code: string, name = "config"): boolean {
  const tree = treeOf(code) as Tree;
  const binding = lookup(tree.scopeAt(0), name);
  if (binding?.kind === "const") return isChangedLater(code, binding.init as unknown as Node);
  const isMeant = (node: Node) => node.type === "ClassProperty" && nameOf(node["key"]) === name;
  const value = child(tree.nodes.find(isMeant) as Node, "value") as Node;
  return isChangedLater(code, value);
}

test.each([
  `config.states.a = {};`,
  `config["states"] ||= {};`,
  `(config as any).states.a = {};`,
  `config!.list.push(1);`,
  `config.count++;`,
  `delete config.id;`,
  `Object.assign(config.states, { a: {} });`,
  `Object.defineProperty(config, "id", { value: "x" });`,
  `function fill() { config.states[key].on = {}; }`,
  `function fill(c: any) { for (const key of Object.keys(c.states)) c.states[key].on = {}; } fill(config);`,
  `const fill = ({ on }: any) => { on.X = "c"; }; fill(config);`,
  `const deep = (on: any) => { on.X = "c"; }; const fill = (c: any) => deep(c.on); fill(config as any);`,
  `((c: any) => { c.on.X = "c"; })(config);`,
  `const also = config; also.on.X = "c";`,
  `const { on } = config; on.X = "c";`,
  `const on = config.on; on.X = "c";`,
  `let also; also = config; also.id = "x";`,
  `const { tags: [first], ...rest } = config; first.push("x");`,
  `for (const one of [config]) one.entry = "e";`,
  `for (const one of Object.values({ config })) (one as any).entry = "e";`,
  `for (const [, one] of Object.entries({ config })) (one as any).entry = "e";`,
  `[config].forEach((one) => { one.entry = "e"; });`,
  `function fill(one: any) { one.entry = "e"; } [config].forEach(fill);`,
  `Reflect.set(config, "entry", "e");`,
  `Object.setPrototypeOf(config, { entry: "e" });`,
  `class Filled { constructor(c: any) { c.entry = "e"; } } new Filled(config);`,
  `class Kept { c: any; constructor(c: any) { this.c = c; } fill() { this.c.entry = "e"; } } new Kept(config).fill();`,
  `import merge from "merge"; merge(config, { entry: "e" });`,
  `import { merge } from "merge"; merge({ config }, { entry: "e" });`,
  `const holder = { config, fill() { this.config.entry = "e"; } }; holder.fill();`,
  `const holder = { fill(c: any) { c.entry = "e"; } }; holder.fill(config);`,
  `const copy = { ...config }; copy.states.a = {};`,
  `const outer: any = { states: { a: config } }; outer.states.a.on = {};`,
  `const get = () => config; get().entry = "e";`,
  `const list: any[] = []; list.push(config); list[0].entry = "e";`,
  `function fill(...all: any[]) { all[0].entry = "e"; } fill(config);`,
])("%s changes the const", (code) => expect(isChanged(`const config: any = {};\n${code}\n`)).toBe(true));

test.each([
  `const other = config.states; if (config.id === "x") console.log(config);`,
  `// config.states.a = {};`,
  `const text = "config.states.a = {}";`,
  `function fill(config: any) { config.states.a = {}; }`,
  `other.config.x = 1;`,
  `const more = Object.assign({}, config);`,
  `const all = config.list.map((x: any) => x);`,
  `import { createMachine as make } from "xstate"; make(config);`,
  `const machine = setup({}).createMachine(config); run(machine);`,
  `const text = JSON.stringify(config), copy = structuredClone(config); copy.id = "x";`,
  `const read = (c: any) => c.tags.length + Object.keys(c).length; read(config);`,
  `const more = (c: any) => ({ ...c, on: { ...c.on, X: "c" } }); const other = more(config);`,
  `const copy = { ...config }; copy.id = "x"; const list = [config]; list.push({});`,
  `const outer: any = { states: { a: config } }; outer.states.b = {};`,
  `for (const one of [config]) console.log(one.tags);`,
  `if ([{}].includes(config)) throw new Error("x");`,
  `const all: any[] = [{}]; for (const one of all) one.entry = "e";`,
])("%s leaves it as it is", (code) => expect(isChanged(`const config: any = {};\n${code}\n`)).toBe(false));

test.each([
  `class Held { static config: any = {}; } Held.config.states.a = {};`,
  `class Held { static config: any = {}; } Object.assign(Held.config, { id: "x" });`,
  `class Held { static config: any = {}; } Held.config = { id: "x" };`,
  `class Held { static config: any = {}; } const also = Held; also.config = {};`,
  `class Held { static config: any = {}; static { this.config.id = "x"; } }`,
  `class Held { static config: any = {}; static { Held.config.id = "x"; } }`,
  `class Held { static config: any = {}; static fill() { this.config.id = "x"; } } Held.fill();`,
  `class Held { static config: any = {}; static also = this.config; } Held.also.id = "x";`,
  `class Held { static config: any = {}; own = Held.config; fill() { this.own.id = "x"; } } new Held().fill();`,
  `class Held { static config: any = {}; } class More extends Held { static { this.config.id = "x"; } }`,
  `class Held { static config: any = {}; } class More extends Held { static { super.config.id = "x"; } }`,
  `class Held { static config: any = {}; } const { config: also } = Held; also.id = "x";`,
  `const Held = class { static config: any = {}; }; Held.config.id = "x";`,
  `class Kept { constructor(private c: any) {} fill() { this.c.id = "x"; } } class Held { static config: any = {}; } new Kept(Held.config).fill();`,
])("%s changes the static property", (code) => expect(isChanged(code)).toBe(true));

test.each([
  `class Held { static config: any = {}; count = 0; more() { this.count++; this.config = {}; } config: any; }`,
  `class Held { static config: any = {}; static count = 0; static more() { this.count++; Held.count = 2; } }`,
  `class Held { static config: any = {}; static list: any[] = []; } Held.list.push(1);`,
  `class Held { static config: any = {}; } console.log(Held.config.id);`,
  `class Held { static config: any = {}; } const copy = { ...Held.config }; copy.id = "x";`,
  `class Held { static config: any = {}; static one: any; static get() { return (this.one ??= new Held()); } }`,
])("%s leaves the static property as it is", (code) => expect(isChanged(code)).toBe(false));

/** What holds the value, and how it is named. */
const HOLDERS: readonly ((value: string) => readonly [code: string, name: string])[] = [
  (value) => [`const config = ${value};`, "config"],
  (value) => [`class Held { static config = ${value}; }`, "Held.config"],
  (value) => [`class Held { static config = ${value}; }\nclass More extends Held {}`, "More.config"],
  (value) => [
    `const Held = class { static config = ${value}; static get() { return this.config; } };`,
    "Held.get()",
  ],
];

/** Ways by which another name comes to stand for a value or a part of it, or for one that holds it. */
const ALIASES: readonly ((name: string, next: string) => string)[] = [
  (name, next) => `const ${next} = ${name};`,
  (name, next) => `const ${next} = ${name}.on;`,
  (name, next) => `const { on: ${next} } = ${name};`,
  (name, next) => `const [${next}] = [${name}];`,
  (name, next) => `const ${next} = { ...${name} };`,
  (name, next) => `const ${next} = { on: ${name} };`,
  (name, next) => `const ${next} = ((x) => x)(${name});`,
  (name, next) => `const give${next} = () => ${name}; const ${next} = give${next}();`,
  (name, next) => `const ${next} = Object.values({ ${name} })[0];`,
  (name, next) => `const ${next} = [${name}].find(Boolean);`,
  (name, next) => `const ${next} = Object.assign({}, ${name});`,
  (name, next) => `let ${next}; ${next} = ${name};`,
  (name, next) => `const ${next} = {}; ${next}.on = ${name};`,
  (name, next) => `const ${next} = structuredClone(${name});`,
  (name, next) => `const ${next} = true ? ${name} : {};`,
  (name, next) => `class C${next} { constructor(o) { this.on = o; } } const ${next} = new C${next}(${name});`,
];
const CHANGES: readonly ((name: string) => string)[] = [
  (name) => `${name}.x = 1;`,
  (name) => `if (${name}.on) ${name}.on.x = 1;`,
  (name) => `if (${name}.on?.on) ${name}.on.on.x = 1;`,
  (name) => `Object.assign(${name}, { x: 1 });`,
  (name) => `((o) => { o.x = 1; })(${name});`,
  (name) =>
    `function change(o) { for (const k of Object.keys(o)) if (o[k].on) o[k].x = 1; } change(${name});`,
  (name) => `[${name}].forEach((o) => { delete o.on; });`,
  (name) => `for (const one of [${name}]) one.x = 1;`,
  (name) => `Reflect.set(${name}, "x", 1);`,
  (name) => `void Object.keys(${name}).length;`,
  (name) => `JSON.stringify(${name});`,
];

test("a const that is not what is written when the module has run is one that is changed later", () => {
  const written = "{ on: { on: { on: {} } } }";
  let changed = 0;
  let kept = 0;
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(...ALIASES), { maxLength: 4 }),
      fc.constantFrom(...CHANGES),
      fc.constantFrom(...HOLDERS),
      (aliases, change, holder) => {
        const [holds, first] = holder(written);
        const lines = aliases.map((alias, i) => alias(i === 0 ? first : `name${i - 1}`, `name${i}`));
        const last = aliases.length === 0 ? first : `name${aliases.length - 1}`;
        const code = `${holds}\n${lines.join("\n")}\n${change(last)}\n`;
        let after: string;
        try {
          // oxlint-disable-next-line no-implied-eval, typescript/no-implied-eval
          after = new Function(`${code}; return JSON.stringify(${first});`)() as string;
        } catch {
          return;
        }
        const isOther = after !== JSON.stringify({ on: { on: { on: {} } } });
        if (isOther) expect(isChanged(code), code).toBe(true);
        if (isOther) changed++;
        else if (!isChanged(code)) kept++;
      },
    ),
    { numRuns: process.env["LONG"] ? 10_000 : 1000 },
  );
  expect(changed).toBeGreaterThan(200);
  // What is only read stays readable.
  expect(kept).toBeGreaterThan(50);
});
