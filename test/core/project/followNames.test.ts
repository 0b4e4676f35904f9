import { expect, test } from "vitest";
import { followNames } from "#core/project/followNames.ts";
import { loadGraphCommands } from "#core/project/graphCommands.ts";
import { applySteps } from "#core/project/history.ts";
import { Project } from "#core/project/Project.ts";
import type { Renamed } from "#core/edit/command.ts";
import { files as gameFiles } from "#test/core/project/machine.ts";

function follow(name: string, text: string, ...names: Renamed[]): string | undefined {
  const files = new Map([[name, text]]);
  const followed = followNames(files, names);
  if ("refused" in followed) throw new Error(JSON.stringify(followed.refused));
  return applySteps(files, followed.steps).files.get(name);
}
const event: Renamed = { kind: "event", from: "GO", to: "LEAVE" };
const guard: Renamed = { kind: "guard", from: "ok", to: "fine" };
const clause: Renamed = { kind: "clause", from: "R-1", to: "S-1" };

test("labels of an event, of its fields and of their values follow, and no others", () => {
  const text = `{"labels": {"event:GO": "GO", "field:GO.by": "a", "value:GO.by.GO": "b", "event:GOING": "c", "guard:GO": "d"}}`;

  expect(follow("labels/ja", text, event)).toBe(
    `{"labels": {"event:LEAVE": "GO", "field:LEAVE.by": "a", "value:LEAVE.by.GO": "b", "event:GOING": "c", "guard:GO": "d"}}`,
  );
});

test("moves and scenarios follow an event where it is one", () => {
  expect(follow("moves", `{"moves": {"GO": [{"fields": {"GO": {"values": ["GO"]}}}]}}`, event)).toBe(
    `{"moves": {"LEAVE": [{"fields": {"GO": {"values": ["GO"]}}}]}}`,
  );
  expect(
    follow(
      "scenarios/a",
      `{"steps": [{"send": {"type": "GO", "by": "GO"}, "expect": {"can": [{"type": "GO"}], "cannot": [{"type": "GO"}], "in": ["GO"]}}]}`,
      event,
    ),
  ).toBe(
    `{"steps": [{"send": {"type": "LEAVE", "by": "GO"}, "expect": {"can": [{"type": "LEAVE"}], "cannot": [{"type": "LEAVE"}], "in": ["GO"]}}]}`,
  );
});

test("a refusal that names a guard follows it, and what was said of it at the start and in a step", () => {
  const text = `{"verdicts": [{"guard": "ok", "verdict": true}], "steps": [{"send": {"type": "ok"}, "verdicts": [{"guard": "ok", "params": {"guard": "ok"}, "verdict": false}], "expect": {"refused": {"guard": "ok"}}}]}`;

  expect(follow("scenarios/a", text, guard)).toBe(
    `{"verdicts": [{"guard": "fine", "verdict": true}], "steps": [{"send": {"type": "ok"}, "verdicts": [{"guard": "fine", "params": {"guard": "ok"}, "verdict": false}], "expect": {"refused": {"guard": "fine"}}}]}`,
  );
});

test("a clause is followed from its definition to its texts, readings and scenarios", () => {
  expect(follow("clauses", `{"clauses": [{"id": "R-1"}, {"id": "R-10"}]}`, clause)).toBe(
    `{"clauses": [{"id": "S-1"}, {"id": "R-10"}]}`,
  );
  expect(follow("text/en", `{"text": {"R-1": "as R-1 says"}}`, clause)).toBe(
    `{"text": {"S-1": "as R-1 says"}}`,
  );
  expect(follow("readings", `{"readings": [{"clauses": ["R-1"]}]}`, clause)).toBe(
    `{"readings": [{"clauses": ["S-1"]}]}`,
  );
  expect(follow("scenarios/a", `{"clauses": ["R-1"], "steps": [{"clauses": ["R-1"]}]}`, clause)).toBe(
    `{"clauses": ["S-1"], "steps": [{"clauses": ["S-1"]}]}`,
  );
});

test("a term that stands at a guard follows it", () => {
  expect(follow("terms", `{"terms": [{"id": "ok", "at": ["guard:ok", "action:ok"]}]}`, guard)).toBe(
    `{"terms": [{"id": "ok", "at": ["guard:fine", "action:ok"]}]}`,
  );
});

test("a new name that a rule file has already is refused with the file", () => {
  const files = new Map([["labels/en", `{"labels": {"guard:ok": "a", "guard:fine": "b"}}`]]);

  expect(followNames(files, [guard])).toEqual({
    refused: { code: "name-taken-in-rules", facts: { key: "fine", file: "labels/en" } },
  });
});

test("machine and rule files change in one entry of the history, and one undo takes it back", async () => {
  await loadGraphCommands();
  const project = new Project("m", gameFiles);
  const before = new Map(project.state().files);

  const answer = project.command("event.rename", { name: "NEXT", to: "GO_ON" }, { at: 1 });

  expect(answer).toMatchObject({ ok: true });
  expect(project.text("machine")).not.toContain("NEXT");
  expect(project.text("labels/ja")).toContain(`"event:GO_ON": "次"`);
  expect(project.text("scenarios/one")).toContain(`"type": "GO_ON"`);
  expect(project.undo()).toBe("command.event.rename");
  expect(project.state().files).toEqual(before);
});
