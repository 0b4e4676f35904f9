import type { Fix } from "#core/diagnostic/fix.ts";
import { bySteps, fact, short, type FixSite } from "#core/analyze/fixes/fixSite.ts";
import { childOf } from "#core/ruleset/jsonText.ts";
import { jsonAt, jsonRoot, replaceWord, wordTo } from "#core/analyze/fixes/words.ts";

/** An entry that names what is not there: another name, or it goes. */
export const replaceOrRemove = (site: FixSite): Fix[] => [...replaceWord(site), ...removeEntry(site)];

function removeEntry(site: FixSite): Fix[] {
  const root = jsonRoot(site.text);
  const at = root && jsonAt(root, site.at)?.entry;
  if (!at) return [];
  return [
    bySteps(site, "remove", { what: short(site.text.slice(at.from, at.to)) }, [{ kind: "remove", at }]),
  ];
}

/** The clause is carried out after all: what said that it is not goes. */
export function dropNotModelled(site: FixSite): Fix[] {
  const root = jsonRoot(site.text);
  const holder = root && jsonAt(root, site.at)?.holder;
  const entry = holder?.entries?.find(({ key }) => key === "notModelled");
  if (!entry) return [];
  const at = { from: entry.keyAt.from, to: entry.value.at.to };
  return [bySteps(site, "remove", { what: "notModelled" }, [{ kind: "remove", at }])];
}

export function expectedWord(site: FixSite): Fix[] {
  const to = fact(site, "expected");
  return [
    bySteps(site, "replace", { from: fact(site, "said"), to }, [{ kind: "word", at: site.at, to }], true),
  ];
}

/** The label was checked against the code as it is now, which becomes its basis. */
export function labelFits(site: FixSite): Fix[] {
  const root = jsonRoot(site.text);
  const basis = root && childOf(root, "basis");
  const at = basis && childOf(basis, fact(site, "key"))?.at;
  if (!at) return [];
  return [bySteps(site, "label-fits", {}, [{ kind: "word", at, to: fact(site, "code") }])];
}

/** A file without `format` is of the first one. */
export function addFormat(site: FixSite): Fix[] {
  if (fact(site, "key") !== "format" || site.text[site.at.from] !== "{") return [];
  const at = { from: site.at.from + 1, to: site.at.from + 1 };
  const rest = /^\s*\}/.test(site.text.slice(at.to)) ? "" : ",";
  return [
    bySteps(
      site,
      "write",
      { code: `"format": 1` },
      [{ kind: "code", at, code: ` "format": 1${rest}` }],
      true,
    ),
  ];
}

/** A word that the glossary forbids gives way to the one it prescribes, where it stands as it is. */
export function prescribedWord(site: FixSite): Fix[] {
  const [from, to] = [fact(site, "word"), fact(site, "instead")];
  const index = site.text.indexOf(from, site.at.from);
  if (from === "" || to === "" || index < 0 || index + from.length > site.at.to) return [];
  const at = { from: index, to: index + from.length };
  const code = JSON.stringify(to).slice(1, -1);
  return [bySteps(site, "replace", { from, to }, [{ kind: "code", at, code }])];
}

/**
 * A state that is called otherwise now: in all files at once, or in this place alone. What may have taken its place where that is not
 * certain is for the person to choose.
 */
export function stateRenamed(site: FixSite): Fix[] {
  const [was, now, to] = [fact(site, "was"), fact(site, "now"), fact(site, "renamed")];
  if (to === "") return replaceWord(site, site.diagnostic.facts["candidates"] === undefined);
  const { file } = site.diagnostic;
  const everywhere: Fix = {
    id: "renamed-everywhere",
    facts: { from: was, to: now },
    obvious: true,
    file,
    change: { kind: "follow", was, now },
  };
  const key = fact(site, "key").startsWith("state:") ? `state:${to}` : to;
  const fix = wordTo(site, key);
  return [everywhere, ...(fix ? [fix] : [])];
}

/** The name of a state that was renamed goes with it; any other that nothing has is another one, or goes. */
export const labelUnknown = (site: FixSite): Fix[] =>
  fact(site, "renamed") === "" ? replaceOrRemove(site) : [...stateRenamed(site), ...removeEntry(site)];
