import { lazy, Suspense } from "react";

// Nothing is selected in the first picture.
const SelectedInspector = lazy(() =>
  import("#app/panels/inspector/SelectedInspector.tsx").then((m) => ({ default: m.SelectedInspector })),
);

/** What is known of the selected state or transition, and the fields to change it. */
export function Inspector() {
  return (
    <Suspense fallback={null}>
      <SelectedInspector />
    </Suspense>
  );
}
