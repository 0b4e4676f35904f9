import { KeptFocus } from "#app/roof/KeptFocus.tsx";
import { Notices } from "#app/roof/Notices.tsx";

/** What the window has beside its views once the first picture is there: its messages, and the keys that are not lost. */
export function AfterPicture() {
  return (
    <>
      <Notices />
      <KeptFocus />
    </>
  );
}
