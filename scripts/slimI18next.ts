import type { Plugin } from "vite";
import { type Cut, type Cutter, withBodies, withCuts, withoutCalls } from "./cuts.ts";

const I18NEXT = /[\\/]node_modules[\\/]i18next[\\/]dist[\\/]esm[\\/]i18next\.js$/;

/**
 * i18next without what the words here never ask for: to be loaded from a server, numbers and dates written by a format, words within words,
 * keys as functions, whole objects, copies of itself, and what it would tell a developer. The first picture waits for the rest.
 * Fails when the file is no longer built like that.
 */
export function slimI18next(): Plugin {
  return {
    name: "turnwright-slim-i18next",
    apply: "build",
    transform(code, id) {
      return I18NEXT.test(id.split("?")[0] ?? id) ? { code: withWordsOnly(code), map: null } : null;
    },
  };
}

const CUTTER: Cutter = { of: "i18next", script: "slimI18next.ts" };

/** What nobody calls. */
const UNCALLED = [
  "Connector",
  "ResourceStore.removeNamespaces",
  "ResourceStore.removeResourceBundle",
  "ResourceStore.getResourceBundle",
  "ResourceStore.addResource",
  "ResourceStore.addResources",
  "ResourceStore.deprecateDottedLng",
  "Translator.exists",
  "Translator.getUsedParamsDetails",
  "LanguageUtil.deprecateBareCode",
  "PluralResolver.needsPlural",
  "PluralResolver.getPluralFormsOfKey",
  "PluralResolver.getSuffixes",
  "I18n.reloadResources",
  "I18n.hydrate",
  "I18n.loadNamespaces",
  "I18n.loadLanguages",
  "I18n.dir",
  "I18n.cloneInstance",
  "I18n.toJSON",
  "createProxy",
  "keysFromSelector",
];

const BODIES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(UNCALLED.map((name) => [name, ""])),
  Formatter: "format(value) { return value; }",
  "Interpolator.nest": "return str;",
  // Words are given to it, whatever it is asked to load.
  "I18n.loadResources": "(isString(language) ? callback : language)(null);",
};

const CUTS: readonly Cut[] = [
  ["details of words", /const returnDetails = [^;]*;/, "const returnDetails = false;"],
  [
    "objects as words",
    /if \(keySeparator\) \{\n\s*const resTypeIsArray = [\s\S]*?\n {8}res = copy;\n {6}\}\n/,
    "",
  ],
  [
    "missing words that are saved",
    /let lngs = \[\];\n\s*const fallbackLngs = [\s\S]*?(?=\n {6}\}\n {6}res = this\.extendTranslation)/,
    "",
  ],
];

/** @throws Error when something of it is not where it was */
export function withWordsOnly(code: string): string {
  const calls = ["log", "warn", "once", "deprecate"].map((name) => `this.logger.${name}`);
  return withCuts(withoutCalls(withBodies(code, CUTTER, BODIES), CUTTER, calls), CUTTER, CUTS);
}
