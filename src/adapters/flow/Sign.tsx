import type { Mark } from "#core/layout/content/stateContent.ts";
import { iconOf } from "#core/layout/icons.ts";

/** The icon of a sign, and its text beside it. */
export function Sign({ mark }: { mark: Mark }) {
  return (
    <>
      <svg viewBox="0 0 12 12" width="12" height="12" role="img" aria-label={mark.title}>
        <path fillRule="evenodd" d={iconOf(mark)} />
      </svg>
      {mark.text === "" ? null : <span aria-hidden="true">{mark.text}</span>}
    </>
  );
}
