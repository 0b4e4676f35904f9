import { NoteMark } from "#adapters/flow/LateNotes.tsx";
import { Sign } from "#adapters/flow/Sign.tsx";
import type { Mark } from "#core/layout/content/stateContent.ts";
import signs from "#adapters/flow/signs.module.css";

/** Signs beside a name: who decides, what stays, how much is closed. Their words come on hover, and are read aloud. */
export function Marks({ marks }: { marks: readonly Mark[] }) {
  return (
    <>
      {marks.map((mark) =>
        mark.kind === "note" ? (
          <NoteMark key={mark.kind} mark={mark} />
        ) : (
          <span
            key={`${mark.kind} ${mark.who}`}
            className={signs["mark"]}
            data-mark={mark.kind}
            title={mark.title}
          >
            <Sign mark={mark} />
          </span>
        ),
      )}
    </>
  );
}
