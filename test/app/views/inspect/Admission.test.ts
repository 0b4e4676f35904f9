import { expect, test } from "vitest";
import { Approvals } from "#core/inspect/approvals.ts";
import { Inspection } from "#core/inspect/inspection.ts";
import type { FromPage } from "#core/project/inspectWire.ts";
import { Admission } from "#app/views/inspect/Admission.ts";
import type { Link } from "#app/views/inspect/link.ts";
import type { WindowSource } from "#app/views/inspect/WindowSource.ts";

/** Apps of the relay that wait at a page; nothing else is there. */
function admission() {
  const links = new Map<string, Link>();
  const told: FromPage[] = [];
  const made = new Admission({
    approvals: new Approvals({ read: () => undefined, write: () => undefined }, "start"),
    inspection: new Inspection(),
    links,
    window: { asked: undefined } as unknown as WindowSource,
    sendToRelay: (what) => told.push(what),
    changed: () => undefined,
  });
  let next = 1;
  const comes = (name: string, origin = "", stage: Link["stage"] = "waiting") => {
    const id = `relay:${next++}`;
    links.set(id, { id, way: "in", stage, origin, known: false });
    made.meet(id, { wire: "connect", name });
    return id;
  };
  return { made, links, told, comes, asked: () => made.applicants.map(({ app }) => app.name) };
}

test("pages, whose Origins may be made up, and programs are asked about in turn, of each the oldest first, held ones too", () => {
  const { comes, asked } = admission();
  for (let n = 0; n < 5; n++) comes(`page ${n}`, `http://localhost:${3000 + n}`);
  comes("lamp", "", "held");
  comes("door", "", "held");

  expect(asked()).toEqual(["page 0", "lamp", "page 1", "door", "page 2", "page 3", "page 4"]);
});

test("of an origin that was said yes to some lines are shown; beyond, the person is asked, and told how many there are", () => {
  const { made, comes, told } = admission();
  const first = comes("lamp", "http://localhost:5173");
  made.answer(first, "yes");
  for (let n = 0; n < 100; n++) comes("lamp", "http://localhost:5173");

  const approved = told.filter(({ t }) => t === "approve").length;
  expect(approved).toBe(4);
  expect(made.applicants.length).toBe(101 - approved);
  expect(made.applicants.every(({ alike }) => alike === approved)).toBe(true);
});

test("who an app is, is told once: another place of its line asks nothing anew", () => {
  const { made, links, told, comes } = admission();
  const line = comes("lamp");
  made.answer(line, "yes");
  const link = links.get(line);
  if (link) links.set(line, { ...link, stage: "held" });
  made.meet(line, { wire: "connect", name: "lamp" });

  expect(told).toEqual([{ t: "approve", app: 1 }]);
});
