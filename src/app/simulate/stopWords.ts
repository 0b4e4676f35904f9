import type { TFunction } from "i18next";
import type { PlayFault } from "#core/run/play.ts";

/** Why a machine was stopped: how much it may do in one go, and in which guard or action of which state it did more. */
export function stopWords(t: TFunction, language: string, fault: PlayFault): string {
  const { limit } = fault;
  const most = limit
    ? t(`simulate.limit.${limit.unit}`, { value: limit.value.toLocaleString(language) })
    : fault.message;
  const where = placeWords(fault);
  return where === "" ? most : `${most} ${t("simulate.error-at", { where })}`;
}

/** Where machine code failed or was stopped: guard, action, state and event, as far as they are known. */
export const placeWords = ({ guard, action, state, event }: PlayFault): string =>
  [guard, action, state, event].filter(Boolean).join(" \u00b7 ");
