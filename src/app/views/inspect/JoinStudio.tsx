import { Popover } from "radix-ui";
import { useTranslation } from "react-i18next";
import { PopoverPanel } from "#app/kit/PopoverPanel.tsx";
import { useHub, useInspecting } from "#app/views/inspect/useHub.ts";
import css from "#app/views/inspect/InspectPage.module.css";

/** Asks the studio of this computer for its library. It shows a code; the person compares it with the studio's and says yes there. */
export function JoinStudio() {
  const { t } = useTranslation();
  const { hub } = useInspecting();
  const { relay } = useHub();
  const { code } = relay.context;
  const pairing = relay.value.pairing;
  const off = relay.matches({ line: "broken" }) || relay.matches({ line: "dialling" });
  return (
    <Popover.Root>
      <Popover.Trigger
        className="btn quiet"
        disabled={off}
        onClick={() => {
          if (pairing !== "joined") hub.relay.request({ t: "pair" });
        }}
      >
        {t(pairing === "joined" ? "inspect.pair.joined" : "inspect.pair.join")}
      </Popover.Trigger>
      <PopoverPanel className={css.popover ?? ""} align="end">
        {pairing === "joined" ? (
          <>
            <p>{t("inspect.pair.joined-text")}</p>
            <button type="button" className="btn quiet" onClick={() => hub.relay.request({ t: "part" })}>
              {t("inspect.pair.part")}
            </button>
          </>
        ) : (
          <>
            <p>{t(`inspect.pair.${pairing}-text`)}</p>
            {code !== undefined && (
              <output className={css.code} aria-label={t("inspect.pair.code")}>
                {code.slice(0, 3)} {code.slice(3)}
              </output>
            )}
            {pairing === "turnedAway" && (
              <button type="button" className="btn" onClick={() => hub.relay.request({ t: "pair" })}>
                {t("inspect.pair.again")}
              </button>
            )}
          </>
        )}
      </PopoverPanel>
    </Popover.Root>
  );
}
