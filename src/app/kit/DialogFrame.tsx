import { Dialog } from "radix-ui";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { focusCanvasIfLost } from "#app/kit/focusCanvas.ts";
import css from "#app/kit/Dialogs.module.css";

/** A dialog with its title, what it asks, and the buttons at its foot. Escape and a click beside it close it. */
export function DialogFrame({
  title,
  wide,
  isText,
  onClose,
  children,
  foot,
}: {
  title: string;
  wide?: boolean;
  /** There is nothing to fill in: what is longer than the window is scrolled by keys. */
  isText?: boolean;
  onClose: () => void;
  children: ReactNode;
  /** When left out, a button that closes it. */
  foot?: ReactNode;
}) {
  const { t } = useTranslation();
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className={css.overlay} />
        <Dialog.Content
          className={css.dialog}
          data-wide={wide || undefined}
          aria-describedby={undefined}
          onCloseAutoFocus={focusCanvasIfLost}
        >
          <Dialog.Title className={css.title}>{title}</Dialog.Title>
          <div
            className={css.content}
            {...(isText ? { tabIndex: 0, role: "group", "aria-label": title } : {})}
          >
            {children}
          </div>
          <div className={css.foot}>
            {foot ?? (
              <button type="button" className="btn quiet" onClick={onClose}>
                {t("close")}
              </button>
            )}
          </div>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** The foot of a dialog that holds a form: away from it, or what the form is for. */
export function FormFoot({
  form,
  words,
  disabled,
  onCancel,
}: {
  /** Id of the form that is submitted. */
  form: string;
  words: string;
  disabled?: boolean;
  onCancel: () => void;
}) {
  const { t } = useTranslation();
  return (
    <>
      <button type="button" className="btn quiet" onClick={onCancel}>
        {t("cancel")}
      </button>
      <button type="submit" form={form} className="btn" disabled={disabled}>
        {words}
      </button>
    </>
  );
}
