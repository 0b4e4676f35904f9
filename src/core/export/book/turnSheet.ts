import type { Transition } from "#core/chart/chart.ts";
import { pathId, places } from "#core/chart/places.ts";
import type { BookColumn, BookInput } from "#core/export/book/book.ts";
import { esc } from "#core/export/book/bookHtml.ts";
import { plainFormula } from "#core/expr/formulaParts.ts";
import { guardSentence } from "#core/ruleset/clauseTold.ts";

/**
 * The turn at a glance: the map on a page of its own, then every phase with who acts, what can happen and under which condition, and where
 * it leads. All of it comes from the chart, in its order.
 */
export function turnSheet({ chart, columns }: BookInput): string {
  const [column] = columns;
  const { say, names } = column;
  const rows = [...places(chart).values()].flatMap(({ node, path }) => {
    const id = pathId(path);
    const ways = node.transitions.map((transition) => way(column, transition));
    if (ways.length === 0 && !node.meta.asks && (path.length === 0 || node.children.length === 0)) return [];
    const name = path.length === 0 ? say("book.whole") : column.shortName(id);
    const acts = node.meta.asks ? names.asks(node.meta.asks) : "";
    const indent = Math.max(0, path.length - 1) * 3;
    return [
      `<tr><td class="phase" style="padding-left:${indent + 1.5}mm">${node.children.length > 0 ? `<b>${esc(name)}</b>` : esc(name)}</td><td>${esc(acts)}</td><td>${ways.length > 0 ? `<ul>${ways.join("")}</ul>` : ""}</td></tr>`,
    ];
  });
  const picture = `data:image/svg+xml,${encodeURIComponent(column.map())}`;
  return `<main>
<figure class="map"><img src="${picture}" alt="${esc(say("book.map", { game: column.title }))}"></figure>
<table class="sheet"><thead><tr><th scope="col" class="phase">${esc(say("book.phase"))}</th><th scope="col" class="acts">${esc(say("book.acts"))}</th><th scope="col">${esc(say("book.happens"))}</th></tr></thead>
<tbody>
${rows.join("\n")}
</tbody></table>
</main>`;
}

/** What can happen, its condition, and where it leads. */
function way({ names, behaviors }: BookColumn, transition: Transition): string {
  const type = transition.slot === "on" ? transition.event : undefined;
  const targets = transition.targets.map(({ resolved, text }) =>
    resolved ? names.state(pathId(resolved)) : text,
  );
  const limit = transition.guard
    ? ` <span class="limit">${esc(`${names.sign("if")} ${plainFormula(guardSentence(behaviors.guard(transition.guard, type), names.sign))}`)}</span>`
    : "";
  const leads = targets.length > 0 ? ` → ${targets.join(", ")}` : "";
  return `<li>${esc(names.trigger(transition))}${esc(leads)}${limit}</li>`;
}
