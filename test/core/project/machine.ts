/** A small machine over three phases, with what the files beside it say about its states. */
export const machineText = `import { setup } from "xstate";

// 手番の流れ
export const machine = setup({}).createMachine({
  id: "m",
  initial: "draw",
  states: {
    draw: { on: { NEXT: "main" } },
    main: { initial: "act", states: { act: {} }, on: { NEXT: "end", BACK: "draw" } },
    end: { on: { NEXT: "draw" } },
  },
});
`;

export const files = [
  { name: "machine", text: machineText, hash: "h-machine" },
  {
    name: "layout",
    text: `{
  "format": 1,
  "machines": {
    "machine": {
      "states": {
        "draw": { "x": 0, "y": 0, "w": 90, "h": 40 },
        "main": { "x": 0, "y": 100, "w": 200, "h": 90 }
      }
    }
  }
}
`,
    hash: "h-layout",
  },
  {
    name: "labels/ja",
    text: `{ "labels": { "state:draw": "ドロー", "state:main": "メイン", "state:main.act": "行動", "event:NEXT": "次" } }\n`,
    hash: "h-labels",
  },
  {
    name: "scenarios/one",
    text: `{ "steps": [ { "send": { "type": "NEXT", "by": "main" }, "expect": { "in": ["main", "main.act"], "notIn": "draw" } } ] }\n`,
    hash: "h-one",
  },
];
