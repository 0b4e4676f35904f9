import { DropdownMenu } from "radix-ui";
import { useTranslation } from "react-i18next";
import { uiLanguages } from "#app/i18n.ts";
import { LanguageButton } from "#app/kit/LanguageButton.tsx";
import type { LateMenuProps } from "#app/kit/LateMenu.tsx";
import { useStudio, useStudioActions } from "#app/studio/useStudio.ts";
import css from "#app/kit/Menu.module.css";

/** The language of the interface, each named in itself. */
export function LanguageMenu({ defaultOpen, trigger }: LateMenuProps) {
  const { t } = useTranslation();
  const studio = useStudioActions();
  const language = useStudio((s) => s.uiLanguage);
  return (
    <DropdownMenu.Root defaultOpen={defaultOpen}>
      <DropdownMenu.Trigger asChild ref={trigger}>
        <LanguageButton />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content className={css.menu} align="end" sideOffset={5} collisionPadding={8}>
          <DropdownMenu.Label className={css.label}>{t("header.language")}</DropdownMenu.Label>
          <DropdownMenu.RadioGroup
            value={language}
            onValueChange={(value) => {
              const chosen = uiLanguages.find((l) => l === value);
              if (chosen) void studio.window.setUiLanguage(chosen);
            }}
          >
            {uiLanguages.map((uiLanguage) => (
              <DropdownMenu.RadioItem
                key={uiLanguage}
                value={uiLanguage}
                lang={uiLanguage}
                className={css.item}
              >
                <span className={css.mark}>
                  <DropdownMenu.ItemIndicator>✓</DropdownMenu.ItemIndicator>
                </span>
                {{ en: "English", ja: "日本語", "zh-Hant": "繁體中文" }[uiLanguage]}
              </DropdownMenu.RadioItem>
            ))}
          </DropdownMenu.RadioGroup>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
