import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Chart, StatePath } from "#core/chart/chart.ts";
import { pathId, placeOf } from "#core/chart/places.ts";
import { boundField, fieldsFor, type Block, type BlockParameter } from "#core/edit/block/block.ts";
import { BLOCKS } from "#core/edit/block/library.ts";
import type { Refusal } from "#core/edit/command.ts";
import { BlockPicture } from "#app/gestures/block/BlockPicture.tsx";
import { CommandField } from "#app/gestures/CommandField.tsx";
import { choiceField, textField } from "#app/gestures/fields.ts";
import { runOffer } from "#app/gestures/runOffer.ts";
import { newStateIn } from "#app/gestures/stateOffers.ts";
import { DialogFrame, FormFoot } from "#app/kit/DialogFrame.tsx";
import type { Field, Offer, Values } from "#app/studio/offer.ts";
import { useLabels } from "#app/studio/useLabels.ts";
import { useStudio, useStudioActions } from "#app/studio/useStudio.ts";
import dialog from "#app/kit/Dialogs.module.css";
import css from "#app/gestures/block/BlockDialog.module.css";

/** The place of the new block: after the selected state, as its sibling, or inside it. */
type Where = "after" | "inside";

/** The blocks to choose from, with what each does, how it looks and what is open at its ends. It stays open while it is refused. */
export function BlockDialog({ offer, revision }: { offer: Offer; revision: number }) {
  const { t } = useTranslation();
  const studio = useStudioActions();
  const chart = useStudio((s) => s.graph?.chart);
  const language = useStudio((s) => s.uiLanguage);
  const labelOf = useLabels();
  const { state: path = [] } = (offer.args({}) ?? {}) as { state?: StatePath };
  const blocks = BLOCKS.filter(({ manifest }) => path.length > 0 || !manifest.host);
  const [id, setId] = useState(blocks[0]?.manifest.id ?? "");
  const [values, setValues] = useState<Values>({});
  const [refused, setRefused] = useState<Refusal | undefined>();
  const block = blocks.find(({ manifest }) => manifest.id === id);
  if (!chart || !block) return null;
  const name = labelOf(`state:${pathId(path)}`) ?? path.at(-1) ?? chart.root.key;
  const places = block.manifest.host ? [] : placesFor(chart, path);
  const where = (values["where"] as Where | undefined) ?? places[0] ?? "after";
  const fields: Field[] = [
    ...(places.length > 1
      ? [
          choiceField(
            "where",
            "block.where",
            places.map((place) => ({ value: place, text: t(`block.${place}`, { state: name }) })),
          ),
        ]
      : []),
    ...block.manifest.parameters.map((parameter) => parameterField(chart, parameter, language)),
  ];
  const close = () => studio.window.set({ question: null });
  const insert = () => {
    const parameters = block.manifest.parameters.flatMap((parameter) => {
      const value = values[parameter.name]?.trim() ?? "";
      return value === "" ? [] : [{ name: parameter.name, value }];
    });
    const isInside = !block.manifest.host && where === "inside";
    const filled: Offer = {
      command: offer.command,
      words: offer.words,
      group: offer.group,
      args: () => ({ block: id, ...(isInside ? { parent: path } : { state: path }), parameters }),
      select: block.manifest.host ? selectSame(path) : newStateIn(isInside ? path : path.slice(0, -1)),
    };
    const why = runOffer(studio, filled, {}, { revision });
    if (why) setRefused(why);
    else close();
  };
  return (
    <DialogFrame
      title={t("command.block.insert")}
      wide
      onClose={close}
      foot={<FormFoot form="block-form" words={t("block.open")} onCancel={close} />}
    >
      <form
        id="block-form"
        className={css.form}
        onSubmit={(event) => {
          event.preventDefault();
          insert();
        }}
      >
        <BlockList
          blocks={blocks}
          chosen={id}
          onChoose={(next) => {
            setId(next);
            setValues({});
            setRefused(undefined);
          }}
        />
        <div className={css.chosen}>
          <BlockPicture block={block} />
          {fields.map((field) => (
            <CommandField
              key={`${id} ${field.name}`}
              field={field}
              value={values[field.name] ?? field.value}
              first={false}
              onChange={(value) => {
                setValues({ ...values, [field.name]: value });
                setRefused(undefined);
              }}
            />
          ))}
          <p className={dialog.hint} role="alert" data-bad={refused ? true : undefined}>
            {refused ? t(`refusal.${refused.code}`, refused.facts ?? {}) : t("block.owned")}
          </p>
        </div>
      </form>
    </DialogFrame>
  );
}

/** The blocks by name, with a sentence each; the arrow keys walk through them. */
function BlockList({
  blocks,
  chosen,
  onChoose,
}: {
  blocks: readonly Block[];
  chosen: string;
  onChoose: (id: string) => void;
}) {
  const { t } = useTranslation();
  const language = useStudio((s) => s.uiLanguage);
  return (
    <div className={css.list} role="radiogroup" aria-label={t("block.list")}>
      {blocks.map(({ manifest: { id, title, about } }) => (
        <label key={id} className={css.block} data-chosen={id === chosen || undefined}>
          <input
            type="radio"
            name="block"
            value={id}
            checked={id === chosen}
            autoFocus={id === chosen}
            onChange={() => onChoose(id)}
          />
          <span>
            <b>{title[language]}</b>
            <small>{about[language]}</small>
          </span>
        </label>
      ))}
    </div>
  );
}

/** Where a block can go: the machine has nothing beside it, and what stands beside a region is active together with it. */
function placesFor(chart: Chart, path: StatePath): readonly Where[] {
  const isRegion = placeOf(chart, path)?.parent?.node.type === "parallel";
  return path.length === 0 || isRegion ? ["inside"] : ["after", "inside"];
}

function parameterField(chart: Chart, parameter: BlockParameter, language: "en" | "ja" | "zh-Hant"): Field {
  const words = parameter.label[language];
  if (parameter.kind === "number")
    return textField(parameter.name, "ask.name", { words, value: String(parameter.value) });
  if (parameter.kind === "states")
    return textField(parameter.name, "ask.name", { words, value: parameter.value.join(", ") });
  return textField(parameter.name, "ask.name", {
    words,
    value: boundField(chart, parameter) ?? parameter.name,
    options: fieldsFor(chart, parameter).map((name) => ({ value: name })),
  });
}

const selectSame = (path: StatePath) => () => ({ kind: "state", id: path.join(".") }) as const;
