import { useStudioActions } from "#app/studio/useStudio.ts";

/** The chip of a clause, which leads to it in the Rules view. */
export function ClauseLink({ id, title }: { id: string; title?: string | undefined }) {
  const studio = useStudioActions();
  return (
    <button
      type="button"
      className="clause"
      title={title}
      onClick={() => {
        studio.navigation.go("rules");
        studio.navigation.select({ kind: "clause", id });
      }}
    >
      {id}
    </button>
  );
}
