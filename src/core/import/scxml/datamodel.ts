import type { ImportReport } from "#core/import/importReport.ts";
import { code, keyCode, type CodeValue } from "#core/import/moduleCode.ts";
import type { ScxmlDocument } from "#core/import/scxml/document.ts";
import { translate } from "#core/import/scxml/ecmascript.ts";
import { textOfElement } from "#core/import/scxml/elementValues.ts";
import type { XmlElement } from "#core/text/xmlTree.ts";

/** What the machine knows as it begins. Values that need those before them are computed one after the other. */
export function contextOf(
  scxml: XmlElement,
  { data, scope }: ScxmlDocument,
  { report, isChild }: { readonly report: ImportReport; readonly isChild: boolean },
): { context?: CodeValue; isFaulty: boolean } {
  if (scxml.attributes.get("binding") === "late") report.changed("scxml", scxml, "binding");
  const named = data.filter((element) => {
    const name = element.attributes.get("id") ?? "";
    if (!scope.types.has(name)) report.leftOut("data", element, "data-id", { name });
    return scope.types.has(name);
  });
  if (scope.types.size === 0) return { isFaulty: false };
  const values = new Map<string, string>();
  let [isFaulty, isComputed] = [false, false];
  for (const element of named) {
    const id = element.attributes.get("id") ?? "";
    const expr = element.attributes.get("expr");
    const part = expr === undefined ? undefined : translate(expr, scope);
    const src = element.attributes.get("src");
    if (part?.kind === "code" && !part.readsEvent) {
      isComputed ||= part.readsContext;
      values.set(id, part.text);
      report.taken("data", element);
      continue;
    }
    const inner = expr === undefined && src === undefined ? textOfElement(element) : undefined;
    values.set(id, inner === undefined || inner === '""' ? "undefined" : inner);
    if (part?.kind === "invalid") {
      isFaulty = true;
      report.changed("data", element, "error-raised", { code: expr ?? "" });
    } else if (part) report.leftOut("data", element, "code", { name: id, code: expr ?? "" });
    else if (src !== undefined) report.leftOut("data", element, "data-src", { src });
    else if (inner === undefined) report.leftOut("data", element, "not-text", { name: id });
    else report.taken("data", element);
  }
  for (const name of scope.types.keys()) if (!values.has(name)) values.set(name, "undefined");
  const given = (name: string, value: string) =>
    isChild ? `input && "${name}" in input ? input.${name} : ${value}` : value;
  const head = isChild ? "({ input })" : "()";
  if (!isComputed) {
    const entries = new Map<string, CodeValue>(
      [...values].map(([name, value]) => [name, code(given(name, value))]),
    );
    return { isFaulty, context: isChild ? computedContext(head, entries) : entries };
  }
  const context = (indent: string) =>
    `${head} => {\n${indent}  const context: any = {};\n${[...values]
      .map(([name, value]) => `${indent}  context.${name} = ${given(name, value)};\n`)
      .join("")}${indent}  return context;\n${indent}}`;
  return { isFaulty, context: { code: context } };
}

const computedContext = (head: string, entries: ReadonlyMap<string, CodeValue>): CodeValue => ({
  code: (indent) =>
    `${head} => ({\n${[...entries]
      .map(
        ([name, value]) =>
          `${indent}  ${keyCode(name)}: ${(value as { code: (at: string) => string }).code(indent)},\n`,
      )
      .join("")}${indent}})`,
});
