import type { AddedRules } from "#core/edit/command.ts";
import { stepsTo, type Files, type FileStep } from "#core/project/history.ts";
import { changeJson } from "#core/ruleset/changeJson.ts";
import { parseJson, type Json, type JsonObject } from "#core/text/json.ts";

/**
 * The steps by which rule files say what a command brought along: labels in each language that the game has, moves, and in `view.json`
 * the new fields, which every seat sees. What a file says already stays, and a file that is missing or no JSON stays as it is.
 */
export function addRules(files: Files, { labels, moves, fields }: AddedRules): FileStep[] {
  const isAnyMove = Object.keys(moves).length > 0;
  return [
    ...Object.entries(labels).flatMap(([locale, all]) =>
      withMembers(files, `labels/${locale}`, "labels", all),
    ),
    ...(isAnyMove ? withMembers(files, "moves", "moves", moves) : []),
    ...withMembers(files, "view", "view", Object.fromEntries(fields.map((field) => [field, "everyone"]))),
  ];
}

/** Adds members to an object at the top of a JSON file. */
function withMembers(
  files: Files,
  file: string,
  name: string,
  members: Readonly<Record<string, Json>>,
): FileStep[] {
  const text = files.get(file);
  const value = text === undefined ? undefined : objectOf(text);
  const known = value?.[name];
  if (text === undefined || !value || !isObject(known)) return [];
  const added = Object.entries(members).filter(([key]) => !Object.hasOwn(known, key));
  if (added.length === 0) return [];
  return stepsTo(
    file,
    text,
    changeJson(text, { ...value, [name]: { ...known, ...Object.fromEntries(added) } }),
  );
}

function objectOf(text: string): JsonObject | undefined {
  try {
    const value = parseJson(text.replace(/^\ufeff/, ""));
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);
