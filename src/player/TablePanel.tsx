import { plainText } from "#player/scenarioWords.ts";
import { SeatProjection } from "#core/run/play/seatView.ts";
import type { GameWords } from "#core/entries/kit.ts";
import type { Json, JsonObject } from "#core/text/json.ts";
import type { SeatView } from "#core/ruleset/ruleset.ts";
import type { Position } from "#player/position.ts";
import type { Say } from "#player/say.ts";

/** What lies on the table: the context of the machine in words. @param seat sees what `view.json` lets it see; undefined sees all */
export function TablePanel({
  position,
  view,
  seat,
}: {
  readonly position: Position;
  readonly view: SeatView | undefined;
  readonly seat: string | undefined;
}) {
  const { outcome, words, say } = position;
  const { context } = outcome.view;
  const shown = view && seat !== undefined ? new SeatProjection(view).seen(context, seat).context : context;
  return <Fields of={shown} at="" words={words} say={say} hides={shown !== context} />;
}

interface PartProps {
  readonly at: string;
  readonly words: GameWords;
  readonly say: Say;
  /** A seat looks, and sees of some lists only how many they have: `{ count }` stands for them. */
  readonly hides: boolean;
}

function Fields({ of, at, words, say, hides }: PartProps & { readonly of: JsonObject }) {
  return (
    <dl className="context">
      {Object.entries(of).map(([name, value]) => {
        const place = at === "" ? name : `${at}.${name}`;
        return (
          <div key={name} data-wide={isDeep(value) || undefined}>
            <dt>
              <bdi>{nameOf(place, name, words)}</bdi>
            </dt>
            <dd>
              <Value of={value} at={place} words={words} say={say} hides={hides} />
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

/** Keys may be seats or cards: they have names of their own. */
const nameOf = (place: string, name: string, words: GameWords): string => {
  const label = words.context(place);
  return label === name ? words.name(name) : label;
};

function Value({ of, at, words, say, hides }: PartProps & { readonly of: Json }) {
  if (Array.isArray(of)) {
    if (of.length === 0) return <>—</>;
    if (!of.some((item) => typeof item === "object" && item !== null))
      return <bdi>{of.map((item) => plainText(item, at, words)).join(", ")}</bdi>;
    return (
      <ol className="items">
        {of.map((item: Json, i) => (
          <li key={i}>
            <Value of={item} at={`${at}[${i}]`} words={words} say={say} hides={hides} />
          </li>
        ))}
      </ol>
    );
  }
  if (typeof of === "object" && of !== null) {
    const { count, ...rest } = of as JsonObject;
    if (hides && typeof count === "number" && Object.keys(rest).length === 0)
      return <>{say("hidden", { count })}</>;
    return <Fields of={of as JsonObject} at={at} words={words} say={say} hides={hides} />;
  }
  return <bdi>{plainText(of, at, words)}</bdi>;
}

/** Whether a value has parts that need lines of their own. */
const isDeep = (value: Json): boolean =>
  typeof value === "object" &&
  value !== null &&
  (Array.isArray(value)
    ? value.some((item) => typeof item === "object" && item !== null)
    : Object.keys(value).length > 1);
