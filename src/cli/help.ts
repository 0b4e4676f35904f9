import { commonOptions, type Command } from "#cli/command.ts";
import { table } from "#cli/io.ts";
import { cliWords, type Language } from "#cli/words.ts";

/** What is typed behind `npx turnwright` to use an option, by command. */
const EXAMPLES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  check: {
    quiet: "check --quiet",
    fix: "check haikyu-break --fix",
    "labels-fit": "check haikyu-break --labels-fit",
    scenarios: "check haikyu-break --scenarios",
    review: "check haikyu-break --review",
    watch: "check --watch",
    format: "check --format sarif > turnwright.sarif",
    "max-steps": "check haikyu-break --max-steps 50000",
  },
  edit: {
    command: 'edit lamp.machine.ts --command state.rename --args \'{"state":["on"],"to":"lit"}\'',
    args: 'edit lamp.machine.ts --command state.add --args \'{"parent":[],"key":"broken"}\'',
    machine: 'edit lamps.machine.ts --machine second --command state.delete --args \'{"state":["on"]}\'',
    write: 'edit lamp.machine.ts --command state.delete --args \'{"state":["off"]}\' --write',
    "dry-run": 'edit lamp.machine.ts --command state.delete --args \'{"state":["off"]}\' --dry-run',
    force: 'edit lamp.machine.ts --command state.delete --args \'{"state":["on"]}\' --force',
    run: 'edit lamp.machine.ts --command state.delete --args \'{"state":["off"]}\' --run',
    batch: "edit --batch < requests.jsonl",
    list: "edit --list --json",
  },
  play: {
    scenario: "play haikyu-break --scenario receive-and-attack",
    mend: "play haikyu-break --scenario receive-and-attack --mend first",
    write: "play haikyu-break --scenario receive-and-attack --mend first --write",
    all: "play haikyu-break --all",
    stdio: "play haikyu-break --stdio",
    reporter: "play --all --reporter junit > turnwright.xml",
    machine: "play lamps.machine.ts --machine second --stdio",
    budget: "play haikyu-break --all --budget 5000",
    "load-budget": "play haikyu-break --all --load-budget 20000",
    "max-steps": "play haikyu-break --all --max-steps 50000",
  },
  coverage: {
    scenario: "coverage haikyu-break --scenario receive-and-attack",
    machine: "coverage lamps.machine.ts --machine second",
    budget: "coverage haikyu-break --budget 5000",
    "load-budget": "coverage haikyu-break --load-budget 20000",
    "max-steps": "coverage haikyu-break --max-steps 50000",
  },
  diff: {
    format: "diff ../main . --format markdown",
    svg: "diff ../main/machines/haikyu-break.machine.ts haikyu-break --svg maps.svg",
  },
  export: {
    to: "export haikyu-break --to mermaid",
    all: "export --all --to svg --out pictures",
    machine: "export lamps.machine.ts --to json --machine second",
    detail: "export haikyu-break --to svg --detail map",
    levels: "export haikyu-break --to mermaid --levels 2",
    theme: "export haikyu-break --to svg --theme dark",
    scenario: "export haikyu-break --to vitest --scenario receive-and-attack",
    locales: "export haikyu-break --to side-by-side --locales ja,en --out haikyu-break.html",
    out: "export haikyu-break --to js --out haikyu-break.machine.js",
  },
  exchange: {
    to: "exchange haikyu-break --to xliff --into ja",
    from: "exchange haikyu-break --to csv --from en --into ja",
    into: "exchange haikyu-break --to xliff2 --into de",
    out: "exchange haikyu-break --to tmx --into ja --out for-translation/",
  },
  import: {
    base: "import haikyu-break returned.csv --base sent.csv",
    "dry-run": "import haikyu-break haikyu-break.en-ja.xlf --dry-run",
    as: "import traffic-light.scxml --as lights",
    from: "import exported.txt --from xstate-json --as lights",
  },
  new: {
    template: "new my-game --template haikyu-break",
    list: "new --list",
    "from-text": "new my-game --from-text phases.txt",
    locale: "new my-game --from-text phases.txt --locale ja",
  },
  start: {
    port: "start --port 5000",
    "no-open": "start --no-open",
    "inspect-frame": "start --inspect-frame http://localhost:5173",
  },
  open: {
    port: "open src/lamp.machine.ts --port 5000",
    "no-open": "open src/lamp.machine.ts --no-open",
    "inspect-frame": "open src/lamp.machine.ts --inspect-frame http://localhost:5173",
  },
  mcp: { "read-only": "mcp --read-only" },
};

/** The first line: how a command is written. */
export const usageOf = (command: Command): string =>
  `usage: turnwright ${command.usage} [--root DIR] [--json] [--lang en|ja|zh-Hant]\n`;

/** What a command does, and for each of its options a line with what it means and one with an example. */
export function helpOf(command: Command, language: Language): string {
  const { options, common, example } = cliWords[language].help;
  const words: Readonly<Record<string, Readonly<Record<string, string>>>> = options;
  const own = Object.keys(command.options).flatMap((option) => [
    [`  --${option}`, words[command.name]?.[option] ?? ""],
    ["", `${example} npx turnwright ${EXAMPLES[command.name]?.[option] ?? command.name}`],
  ]);
  const shared: Readonly<Record<string, string>> = common;
  const always = Object.keys(commonOptions).map((option) => [`  --${option}`, shared[option] ?? ""]);
  return `${usageOf(command)}\n${table([...own, ...always])}`;
}
