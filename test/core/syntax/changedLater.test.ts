import { expect, test } from "vitest";
import { isChangedLater } from "#core/syntax/changedLater.ts";
import { lookup } from "#core/syntax/scope.ts";
import { treeOf } from "#core/syntax/tree.ts";

function isChanged(code: string, name = "config"): boolean {
  const binding = lookup((treeOf(code) as NonNullable<ReturnType<typeof treeOf>>).scopeAt(0), name);
  if (binding?.kind !== "const") throw new Error(code);
  return isChangedLater(code, name, binding);
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
])("%s changes the const", (code) => expect(isChanged(`const config: any = {};\n${code}\n`)).toBe(true));

test.each([
  `const other = config.states; if (config.id === "x") run(config);`,
  `// config.states.a = {};`,
  `const text = "config.states.a = {}";`,
  `function fill(config: any) { config.states.a = {}; }`,
  `other.config.x = 1;`,
  `const more = Object.assign({}, config);`,
  `const all = config.list.map((x: any) => x);`,
])("%s leaves it as it is", (code) => expect(isChanged(`const config: any = {};\n${code}\n`)).toBe(false));
