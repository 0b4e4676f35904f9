import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import type { EventType } from "#core/chart/payload.ts";
import { useLabels } from "#app/studio/useLabels.ts";

/** Any event type: one of the machine's, sought by its name or by its word, or any other that is typed. */
export function EventField({
  types,
  value,
  onChange,
}: {
  types: readonly EventType[];
  value: string;
  onChange: (type: string) => void;
}) {
  const { t } = useTranslation();
  const label = useLabels();
  const id = useId();
  const wordOf = (type: string) => label(`event:${type}`) ?? type;
  const [typed, setTyped] = useState<string | null>(null);
  const typeOf = (text: string) =>
    types.find(({ type }) => type === text || wordOf(type) === text)?.type ?? text.trim();
  return (
    <label>
      <span>{t("why.event")}</span>
      <input
        className="field"
        list={id}
        value={typed ?? wordOf(value)}
        autoComplete="off"
        spellCheck={false}
        onFocus={(focused) => focused.target.select()}
        onChange={(changed) => {
          setTyped(changed.target.value);
          onChange(typeOf(changed.target.value));
        }}
        onBlur={() => setTyped(null)}
      />
      <datalist id={id}>
        {types.map(({ type }) => (
          <option key={type} value={wordOf(type)}>
            {type}
          </option>
        ))}
      </datalist>
    </label>
  );
}
