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

/** Of what is shown, the parts that would break the page if they were of another form. */
function fits(value: unknown, asked: RunnerRequest["do"]): boolean {
  switch (asked) {
    case "load":
      return isObject(value) && isText(value["id"]);
    case "resolve":
      return isTexts(value);
    case "can":
      return (
        isObject(value) &&
        typeof value["can"] === "boolean" &&
        isListOf(isReason)(value["reasons"]) &&
        isListOf(isConsidered)(value["considered"])
      );
    case "why":
      return isWhy(value);
    case "may":
      return isObject(value) && Object.values(value).every((types) => isTexts(types));
    case "moves":
      return isListOf(isOffer)(value);
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
  const { state, view, refused, reasons, microsteps, considered } = value;
  return (
    isObject(state) &&
    isObject(state["snapshot"]) &&
    typeof state["clock"] === "number" &&
    isListOf(isObject)(state["timers"]) &&
    isView(view) &&
    typeof refused === "boolean" &&
    isListOf(isReason)(reasons) &&
    isListOf(isMicrostep)(microsteps) &&
    isListOf(isConsidered)(considered)
  );
}

const isView = (view: unknown): boolean =>
  isObject(view) &&
  isObject(view["context"]) &&
  isText(view["status"]) &&
  isTexts(view["in"]) &&
  isTexts(view["asks"]) &&
  isTexts(view["candidates"]) &&
  (view["actors"] === undefined || isListOf(isActor)(view["actors"])) &&
  isListOf((move) => isObject(move) && isEvent(move["example"]) && isTexts(move["clauses"]))(view["enabled"]);
const isActor = (actor: unknown): boolean =>
  isObject(actor) && isText(actor["id"]) && isText(actor["kind"]) && isText(actor["status"]);
const isMicrostep = (step: unknown): boolean =>
  isObject(step) &&
  isText(step["event"]) &&
  isText(step["cause"]) &&
  isListOf(isConsidered)(step["considered"]) &&
  isListOf(isTransition)(step["taken"]) &&
  isTexts(step["exits"]) &&
  isListOf((entry) => isObject(entry) && isText(entry["state"]) && isTexts(entry["clauses"]))(
    step["entries"],
  ) &&
  isListOf((run) => isObject(run) && isText(run["name"]) && isText(run["state"]))(step["actions"]) &&
  isListOf((effect) => isObject(effect) && isText(effect["type"]))(step["effects"]) &&
  isListOf((change) => isObject(change) && isText(change["at"]))(step["changes"]) &&
  isTexts(step["in"]);
const isTransition = (one: unknown): boolean =>
  isObject(one) &&
  isText(one["source"]) &&
  isText(one["slot"]) &&
  typeof one["index"] === "number" &&
  isTexts(one["clauses"]);
const isConsidered = (one: unknown): boolean =>
  isTransition(one) &&
  isObject(one) &&
  typeof one["verdict"] === "boolean" &&
  (one["guard"] === undefined || isTrial(one["guard"]));
const isWhy = (value: unknown): boolean =>
  isObject(value) &&
  isEvent(value["event"]) &&
  typeof value["enabled"] === "boolean" &&
  isListOf(isReason)(value["reasons"]) &&
  isListOf(
    (level) => isObject(level) && isText(level["state"]) && isListOf(isWhyCandidate)(level["candidates"]),
  )(value["levels"]) &&
  isTexts(value["elsewhere"]) &&
  (value["fault"] === undefined || isFault(value["fault"]));
const isWhyCandidate = (one: unknown): boolean =>
  isTransition(one) &&
  isObject(one) &&
  isTexts(one["targets"]) &&
  typeof one["asked"] === "boolean" &&
  (one["behind"] === undefined || isTexts(one["behind"])) &&
  (one["guard"] === undefined || isTrial(one["guard"]));
const isTrial = (trial: unknown): boolean =>
  isObject(trial) && isText(trial["sign"]) && isListOf(isTrial)(trial["of"]);
const isOffer = (offer: unknown): boolean =>
  isObject(offer) &&
  isText(offer["type"]) &&
  isTexts(offer["by"]) &&
  isObject(offer["fields"]) &&
  isEvent(offer["example"]) &&
  typeof offer["accepted"] === "boolean";
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
