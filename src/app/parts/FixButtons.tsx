import { DropdownMenu } from "radix-ui";
import { useTranslation } from "react-i18next";
import type { Diagnostic } from "#core/diagnostic/diagnostic.ts";
import { Icon } from "#app/kit/icons.tsx";
import { useFixes, useFixText } from "#app/parts/useFixes.ts";
import css from "#app/parts/FixButtons.module.css";
import menu from "#app/kit/Menu.module.css";

/** What can be done about a problem: the likeliest fix as a button, the others in a menu beside it. */
export function FixButtons({
  problem,
  tabbable = true,
  wrap = false,
  onFixed,
}: {
  problem: Diagnostic;
  tabbable?: boolean;
  /** Long words go on in the next line instead of being cut. */
  wrap?: boolean;
  onFixed?: () => void;
}) {
  const { t } = useTranslation();
  const { fixes, applyFix } = useFixes(problem);
  const say = useFixText();
  const [first, ...others] = fixes;
  if (!first) return null;
  const tabIndex = tabbable ? 0 : -1;
  const run = (fix: typeof first) => {
    onFixed?.();
    void applyFix(fix);
  };
  return (
    <span className={css.fixes} data-wrap={wrap || undefined}>
      <button
        type="button"
        className={css.fix}
        tabIndex={tabIndex}
        title={say(first)}
        onClick={() => run(first)}
      >
        <Icon name="check" size={13} />
        <span>{say(first)}</span>
      </button>
      {others.length > 0 && (
        <DropdownMenu.Root>
          <DropdownMenu.Trigger
            className={css.more}
            tabIndex={tabIndex}
            aria-label={t("problemList.more-fixes")}
          >
            <Icon name="chevron" size={12} />
          </DropdownMenu.Trigger>
          <DropdownMenu.Portal>
            <DropdownMenu.Content className={menu.menu} align="end" sideOffset={4} collisionPadding={8}>
              {fixes.map((fix) => (
                <DropdownMenu.Item
                  key={`${fix.id} ${JSON.stringify(fix.facts)}`}
                  className={menu.item}
                  onSelect={() => run(fix)}
                >
                  {say(fix)}
                </DropdownMenu.Item>
              ))}
            </DropdownMenu.Content>
          </DropdownMenu.Portal>
        </DropdownMenu.Root>
      )}
    </span>
  );
}
