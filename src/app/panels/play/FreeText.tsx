import { useId } from "react";
import type { Json } from "#core/text/json.ts";
import type { ValueLabel } from "#app/panels/play/ChoiceField.tsx";

/**
 * A text that is typed; samples are proposed. A sample stands in the person's language and is sent as the game writes it; whoever
 * types it as the game writes it means the same.
 */
export function FreeText({
  value,
  label,
  samples,
  optional,
  valueLabel,
  empty,
  onChange,
}: {
  value: Json | undefined;
  label: string;
  samples: readonly string[];
  optional?: boolean | undefined;
  valueLabel?: ValueLabel | undefined;
  empty?: string | undefined;
  onChange: (value: Json | undefined) => void;
}) {
  const id = useId();
  const text = typeof value === "string" ? value : "";
  const labelOf = (sample: string) => valueLabel?.(sample) ?? sample;
  return (
    <>
      <input
        className="field"
        aria-label={label}
        placeholder={empty}
        value={samples.includes(text) ? labelOf(text) : text}
        list={samples.length > 0 ? id : undefined}
        onChange={({ target }) =>
          onChange(
            target.value === "" && optional
              ? undefined
              : (samples.find((sample) => labelOf(sample) === target.value) ?? target.value),
          )
        }
        autoComplete="off"
        spellCheck={false}
      />
      {samples.length > 0 && (
        <datalist id={id}>
          {samples.map((sample) => (
            <option key={sample} value={labelOf(sample)} />
          ))}
        </datalist>
      )}
    </>
  );
}
