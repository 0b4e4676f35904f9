import { DropdownMenu } from "radix-ui";
import { useTranslation } from "react-i18next";
import type { StatePath } from "#core/chart/chart.ts";
import { placeOf } from "#core/chart/places.ts";
import type { Point } from "#core/layout/geometry.ts";
import type { Selection } from "#adapters/flow/canvasProps.ts";
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
  const item = (key: string, act: () => void, danger?: boolean) => (
    <DropdownMenu.Item
      className={css.item}
      disabled={locked}
      data-danger={danger || undefined}
      onSelect={act}
    >
      <span className={css.mark} />
      {t(`command.${key}`)}
    </DropdownMenu.Item>
  );
  const add = (parent: StatePath) => {
    const before = new Set((chart && placeOf(chart, parent)?.node.children.map((c) => c.key)) ?? []);
    if (studio.command("state.add", { parent }) !== undefined) return;
    const now = studio.graphNow()?.chart;
    const made = now && placeOf(now, parent)?.node.children.find((c) => !before.has(c.key));
    if (made) studio.select({ kind: "state", id: [...parent, made.key].join(".") });
  };
  return (
    <DropdownMenu.Root open modal={false} onOpenChange={(open) => !open && onClose()}>
      <DropdownMenu.Trigger asChild>
        <span style={{ position: "fixed", left: at.x, top: at.y, width: 1, height: 1 }} />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content className={css.menu} align="start" sideOffset={2} collisionPadding={8}>
          {what?.kind === "transition" ? (
            item(
              "transition.delete",
              () =>
                studio.command("transition.delete", { transition: what.ref }) === undefined &&
                studio.select(null),
              true,
            )
          ) : (
            <>
              {item("state.add", () => add(path))}
              {path.length > 0 && (
                <>
                  {item("state.rename", () => setTimeout(() => onRename(path)))}
                  {item("state.setInitial", () => studio.command("state.setInitial", { state: path }))}
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
