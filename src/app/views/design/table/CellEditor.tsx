import { type ReactNode, type RefObject, useId, useLayoutEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { pathId, places } from "#core/chart/places.ts";
import { typedAction, typedGuard } from "#core/expr/typedFormula.ts";
import { behaviorOf, behaviorText } from "#app/gestures/behaviorText.ts";
import { commandForField } from "#app/panels/inspector/commandForField.ts";
import { FormulaField } from "#app/panels/inspector/FormulaField.tsx";
import { TextField } from "#app/panels/inspector/TextField.tsx";
import { useStudio } from "#app/studio/useStudio.ts";
import { type CellEdit, giveCell } from "#app/views/design/table/cellCommands.ts";
import { type Column, COLUMN_WORDS } from "#app/views/design/table/tableRows.ts";
import css from "#app/views/design/table/TransitionTable.module.css";

/** Where the keys go when an edit is over: to the cell below or at the right, or they stay. */
export type AfterEdit = "below" | "right" | "here";

interface CellEditorProps {
  readonly edit: CellEdit;
  readonly column: Column;
  /** It began with a letter, which takes the place of what stands there. */
  readonly isTyped: boolean;
  /** It is over. Without a place it was left by the pointer, and the keys are elsewhere. */
  readonly onEnd: (after?: AfterEdit) => void;
}

/** The field of one cell, the same that the inspector has for it; a refusal stands below it and what was typed stays. */
export function CellEditor(props: CellEditorProps) {
  const { edit, column, isTyped, onEnd } = props;
  const box = useRef<HTMLDivElement>(null);
  useCaret(box, isTyped);
  return (
    <div
      ref={box}
      className={css.editor}
      // The keys of the table are not those of its fields.
      onKeyDown={(event) => event.stopPropagation()}
      onBlur={({ currentTarget }) => {
        // What is refused stays to be mended; the field says so once it has been left.
        requestAnimationFrame(() => {
          if (
            !currentTarget.contains(document.activeElement) &&
            !currentTarget.querySelector("[aria-invalid]")
          )
            onEnd();
        });
      }}
    >
      {column === "actions" ? (
        <ActionFields edit={edit} onEnd={onEnd} />
      ) : (
        <OneField edit={edit} column={column} onEnd={onEnd} />
      )}
    </div>
  );
}

/** The caret stands at the end of what is there; where a letter began the edit, it takes its place. */
function useCaret(box: RefObject<HTMLElement | null>, isTyped: boolean): void {
  useLayoutEffect(() => {
    const field = box.current?.querySelector<HTMLInputElement | HTMLTextAreaElement>("input, textarea");
    field?.focus();
    if (isTyped) field?.select();
    else field?.setSelectionRange(field.value.length, field.value.length);
    // Only when it opens: afterwards the caret is the person's.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, []);
}

function OneField({
  edit,
  column,
  onEnd,
}: Pick<CellEditorProps, "edit" | "onEnd"> & { readonly column: Exclude<Column, "actions"> }) {
  const { t } = useTranslation();
  const list = useId();
  const { row } = edit;
  const { guard } = row.transition;
  const field = {
    label: t(COLUMN_WORDS[column]),
    list,
    onCommit: (typed: string) => giveCell(edit, column, typed),
    onEnter: () => onEnd("below"),
    onNext: () => onEnd("right"),
    onEscape: () => onEnd("here"),
  };
  return (
    <>
      {column === "guard" ? (
        <FormulaField
          {...field}
          placeholder={t("inspector.no-guard")}
          formula={guard?.kind === "code" ? typedGuard(guard.text) : undefined}
          code={row.cells.guard.code}
        />
      ) : (
        <TextField {...field} mono value={column === "state" ? row.place.node.key : row.cells[column].code} />
      )}
      <datalist id={list}>
        <Completions edit={edit} column={column} />
      </datalist>
    </>
  );
}

/** What may stand in a cell, as the fields of the inspector offer it. */
function Completions({ edit: { chart, labelOf }, column }: { edit: CellEdit; column: Column }): ReactNode {
  const clauses = useStudio((s) => s.loaded?.ruleset.clauses);
  const wording = useStudio((s) => s.loaded?.ruleset.text[s.uiLanguage]);
  const option = (value: string, words?: string) => (
    <option key={value} value={value}>
      {words}
    </option>
  );
  switch (column) {
    case "event":
      return chart.events?.map(({ type }) => option(type, labelOf(`event:${type}`)));
    case "guard":
      return chart.setup?.guards.map(({ name }) => option(name, labelOf(`guard:${name}`)));
    case "target":
      return [...places(chart).values()]
        .filter(({ path }) => path.length > 0)
        .map(({ path }) => option(pathId(path), labelOf(`state:${pathId(path)}`)));
    case "clauses":
      return clauses?.map(({ id }) => option(id, wording?.[id]));
    default:
      return null;
  }
}

/** The actions of a transition, a field for each and one for one more; an emptied field takes its action away. */
function ActionFields({ edit: { studio, chart, row }, onEnd }: Pick<CellEditorProps, "edit" | "onEnd">) {
  const { t } = useTranslation();
  const list = useId();
  const { ref, transition } = row;
  const known = chart.setup?.actions;
  const { actions } = transition;
  const give = (typed: string, index: number) => {
    const text = typed.trim();
    if (index === actions.length)
      return text === ""
        ? undefined
        : commandForField(studio, "transition.addAction", {
            transition: ref,
            action: behaviorOf(text, known),
          });
    return text === ""
      ? commandForField(studio, "transition.removeAction", { transition: ref, index })
      : commandForField(studio, "transition.setAction", {
          transition: ref,
          index,
          action: behaviorOf(text, known),
        });
  };
  const field = (index: number) => ({
    label: t("table.action", { number: index + 1 }),
    list,
    onCommit: (typed: string) => give(typed, index),
    onEnter: () => onEnd("below"),
    onEscape: () => onEnd("here"),
    ...(index === actions.length ? { onNext: () => onEnd("right") } : {}),
  });
  return (
    <>
      {actions.map((action, index) => (
        <FormulaField
          key={index}
          {...field(index)}
          formula={action.kind === "named" ? undefined : typedAction(action.text)}
          code={behaviorText(action)}
        />
      ))}
      <TextField
        key={actions.length}
        {...field(actions.length)}
        mono
        placeholder={t("ask.action")}
        value=""
      />
      <datalist id={list}>
        {known?.map(({ name }) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </>
  );
}
