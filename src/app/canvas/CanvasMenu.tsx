import { DropdownMenu } from "radix-ui";
import { useTranslation } from "react-i18next";
import type { Chart, StatePath } from "#core/chart/chart.ts";
import { placeOf, transitionId, type TransitionRef } from "#core/chart/places.ts";
import type { Point } from "#core/layout/geometry.ts";
import type { Selection } from "#adapters/flow/canvasProps.ts";
import { cut, makeState, paste } from "#app/studio/stateDoings.ts";
import type { Studio } from "#app/studio/Studio.ts";
import { useStudio, useStudioDoings } from "#app/studio/useStudio.ts";
import css from "#app/shell/Menu.module.css";

export interface MenuAt {
  readonly what: Selection | undefined;
  /** In the page's pixels. */
  readonly at: Point;
  /** On the canvas. */
  readonly place: Point;
}

const types = ["atomic", "compound", "parallel", "final", "history"] as const;

/** What can be done with the thing under the pointer. */
export function CanvasMenu({
  menu,
  locked,
  onRename,
  onClose,
}: {
  menu: MenuAt;
  locked: boolean;
  onRename: (path: StatePath) => void;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const studio = useStudioDoings();
  const chart = useStudio((s) => s.graph?.chart);
  const { what, at } = menu;
  const path = what?.kind === "state" ? what.path : [];
  const node = chart && placeOf(chart, path)?.node;
  const item = (key: string, act: () => void, danger = false, off = false) => (
    <DropdownMenu.Item
      className={css.item}
      disabled={locked || off}
      data-danger={danger || undefined}
      onSelect={act}
    >
      <span className={css.mark} />
      {t(`command.${key}`)}
    </DropdownMenu.Item>
  );
  const above = path.slice(0, -1);
  const siblings = (path.length > 0 && chart && placeOf(chart, above)?.node.children) || [];
  const others = siblings.filter((child) => child.key !== node?.key);
  const make = (id: string, parent: StatePath, args: object) => () => makeState(studio, id, parent, args);
  // A browser that does not let the page write or read its clipboard says so.
  const clipboard = async (act: () => Promise<unknown>) => {
    try {
      await act();
    } catch {
      studio.notice("warn", "notice.no-clipboard");
    }
  };
  const keep = (clip: string | undefined) =>
    clip === undefined ? undefined : void clipboard(() => navigator.clipboard.writeText(clip));
  const pasteHere = () =>
    void clipboard(async () => paste(studio, path, await navigator.clipboard.readText()));
  const order = what?.kind === "transition" && chart ? candidatesOf(chart, what.ref) : 0;
  return (
    <DropdownMenu.Root open modal={false} onOpenChange={(open) => !open && onClose()}>
      <DropdownMenu.Trigger asChild>
        <span style={{ position: "fixed", left: at.x, top: at.y, width: 1, height: 1 }} />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content className={css.menu} align="start" sideOffset={2} collisionPadding={8}>
          {what?.kind === "transition" ? (
            <>
              {order > 1 && (
                <>
                  {item(
                    "transition.earlier",
                    () => reorder(studio, what.ref, -1),
                    false,
                    what.ref.index === 0,
                  )}
                  {item(
                    "transition.later",
                    () => reorder(studio, what.ref, 1),
                    false,
                    what.ref.index >= order - 1,
                  )}
                  <DropdownMenu.Separator className={css.line} />
                </>
              )}
              {item(
                "transition.delete",
                () =>
                  studio.command("transition.delete", { transition: what.ref }) === undefined &&
                  studio.select(null),
                true,
              )}
            </>
          ) : (
            <>
              {item("state.add", make("state.add", path, { parent: path }))}
              {item("state.paste", pasteHere)}
              {path.length > 0 && (
                <>
                  {item("state.rename", () => setTimeout(() => onRename(path)))}
                  {item("state.setInitial", () => studio.command("state.setInitial", { state: path }))}
                  {item("state.wrap", make("state.wrap", above, { state: path }))}
                  {others.length > 0 && (
                    <DropdownMenu.Sub>
                      <DropdownMenu.SubTrigger className={css.item} disabled={locked}>
                        <span className={css.mark} />
                        {t("command.state.gather-with")}
                      </DropdownMenu.SubTrigger>
                      <DropdownMenu.Portal>
                        <DropdownMenu.SubContent className={css.menu} collisionPadding={8}>
                          {others.map(({ key }) => (
                            <DropdownMenu.Item
                              key={key}
                              className={css.item}
                              onSelect={make("state.extract", above, { states: [path, [...above, key]] })}
                            >
                              <span className={css.mark} />
                              {key}
                            </DropdownMenu.Item>
                          ))}
                        </DropdownMenu.SubContent>
                      </DropdownMenu.Portal>
                    </DropdownMenu.Sub>
                  )}
                  <DropdownMenu.Separator className={css.line} />
                  {item("state.duplicate", make("state.duplicate", above, { state: path }))}
                  {item("state.copy", () => keep(studio.copy(path)))}
                  {item("state.cut", () => keep(cut(studio, path)))}
                  <DropdownMenu.Separator className={css.line} />
                  <DropdownMenu.Label className={css.label}>{t("inspector.type")}</DropdownMenu.Label>
                  <DropdownMenu.RadioGroup
                    value={node?.type ?? ""}
                    onValueChange={(type) => studio.command("state.setType", { state: path, type })}
                  >
                    {types.map((type) => (
                      <DropdownMenu.RadioItem key={type} value={type} className={css.item} disabled={locked}>
                        <span className={css.mark}>
                          <DropdownMenu.ItemIndicator>✓</DropdownMenu.ItemIndicator>
                        </span>
                        {t(`type.${type}`)}
                      </DropdownMenu.RadioItem>
                    ))}
                  </DropdownMenu.RadioGroup>
                  <DropdownMenu.Separator className={css.line} />
                  {item(
                    "state.delete",
                    () =>
                      studio.command("state.delete", { state: path }) === undefined && studio.select(null),
                    true,
                  )}
                </>
              )}
            </>
          )}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

/** How many transitions of the same event there are: their order says which is tried first. */
const candidatesOf = (chart: Chart, { source, slot, event }: TransitionRef): number =>
  placeOf(chart, source)?.node.transitions.filter((one) => one.slot === slot && one.event === event).length ??
  0;

function reorder(studio: Studio, ref: TransitionRef, step: number): void {
  const to = ref.index + step;
  if (studio.command("transition.reorder", { transition: ref, to }) !== undefined) return;
  studio.select({ kind: "transition", id: transitionId({ ...ref, index: to }) });
}
