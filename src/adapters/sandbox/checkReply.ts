import { PlayError } from "#core/run/play.ts";
import type { RunnerReply, RunnerRequest } from "#core/run/playRequest.ts";

/**
 * A reply from where foreign code runs. The code can reach what its values become text by (`Object.prototype.toJSON`), so the page
 * believes nothing but the form that it works with.
 * @throws PlayError `machine-error` for what is no reply to this request
 */
export function checkReply(text: string, asked: RunnerRequest["do"]): RunnerReply {
  const reply = parsed(text);
  if (isObject(reply) && reply["ok"] === true && fits(reply["value"], asked)) return reply as never;
  if (isObject(reply) && reply["ok"] === false && isFault(reply["fault"])) return reply as never;
  throw new PlayError({
    code: "machine-error",
    message:
      "The machine's module changed what its player answers (such as by Object.prototype.toJSON), so it cannot be played",
  });
}

function fits(value: unknown, asked: RunnerRequest["do"]): boolean {
  switch (asked) {
    case "load":
      return isObject(value) && isText(value["id"]);
    case "can":
      return isObject(value) && typeof value["can"] === "boolean" && isListOf(isReason)(value["reasons"]);
    case "options":
      return isListOf(isOption)(value);
    case "random":
      return value === null || isEvent(value);
    default:
      return isOutcome(value);
  }
}

function isOutcome(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { state, view, refused, reasons, microsteps } = value;
  return (
    isObject(state) &&
    isObject(state["snapshot"]) &&
    typeof state["clock"] === "number" &&
    isListOf(isObject)(state["timers"]) &&
    isView(view) &&
    typeof refused === "boolean" &&
    isListOf(isReason)(reasons) &&
    isListOf(isMicrostep)(microsteps)
  );
}

const isView = (view: unknown): boolean =>
  isObject(view) &&
  isObject(view["context"]) &&
  isText(view["status"]) &&
  isTexts(view["in"]) &&
  isTexts(view["asks"]) &&
  isTexts(view["candidates"]) &&
  isListOf((move) => isObject(move) && isEvent(move["example"]) && isTexts(move["clauses"]))(view["enabled"]);
const isMicrostep = (step: unknown): boolean =>
  isObject(step) &&
  isText(step["event"]) &&
  isTexts(step["in"]) &&
  isTexts(step["actions"]) &&
  isListOf((taken) => isObject(taken) && isText(taken["source"]) && isTexts(taken["clauses"]))(step["taken"]);
const isOption = (option: unknown): boolean =>
  isObject(option) &&
  isText(option["type"]) &&
  isText(option["by"]) &&
  isEvent(option["example"]) &&
  typeof option["accepted"] === "boolean" &&
  isListOf(isReason)(option["reasons"]) &&
  isTexts(option["clauses"]) &&
  isObject(option["choices"]);
const isReason = (reason: unknown): boolean => isObject(reason) && isText(reason["code"]);
const isFault = (fault: unknown): boolean =>
  isObject(fault) && isText(fault["code"]) && isText(fault["message"]);
const isEvent = (event: unknown): boolean => isObject(event) && isText(event["type"]);

const isText = (value: unknown): value is string => typeof value === "string";
const isListOf =
  (isItem: (item: unknown) => boolean) =>
  (value: unknown): boolean =>
    Array.isArray(value) && value.every((item) => isItem(item));
const isTexts = isListOf(isText);
const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
