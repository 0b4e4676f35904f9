/**
 * Who may import whom. Nouns import nouns; verbs import nouns and never each other; `project` sees all of core; adapters see core
 * and their own library, not each other; the app sees all; the command line sees core, sandbox, disk and server. `machines/` import
 * xstate alone, so that a machine file is already its own export. The app has floors: each sees those below it.
 */
const nouns = "text|syntax|diagnostic|expr|chart|semantics|symbol|ruleset|run|outline";
const verbs = [
  "read",
  "edit",
  "layout",
  "simulate",
  "analyze",
  "export",
  "exchange",
  "import",
  "find",
  "inspect",
];
const adapters = ["monaco", "flow", "sandbox", "storage", "disk", "server", "inspect"];
const core = "^src/core/";
/**
 * The floors of the app, from below: words; frames and menus that know no game; the state of a page; a run of a game; what a person
 * does; small pieces that several panels show; panels; views; and the window around them.
 */
export const floors = ["i18n", "kit", "studio", "play", "gestures", "parts", "panels", "views", "roof"];
const npm = "node_modules";

const rule = (name, comment, from, to) => ({ name, comment, severity: "error", from, to });

export default {
  forbidden: [
    rule("no-circles", "A circle has no layers.", {}, { circular: true }),
    rule(
      "core-stays-in-core",
      "Core knows no adapter, app or command line.",
      { path: core },
      { path: "^src/(adapters|app|cli)/" },
    ),
    rule(
      "nouns-see-nouns",
      "Data asks questions of data only.",
      { path: `^src/core/(${nouns})/` },
      { path: core, pathNot: `^src/core/(${nouns})/` },
    ),
    rule(
      "chart-is-the-model",
      "What a chart does is said in semantics, by its code.",
      { path: "^src/core/chart/" },
      { path: "^src/core/(semantics|symbol|ruleset|run)/" },
    ),
    rule(
      "run-rooms",
      "What a player answers knows no run, a run neither breakpoints nor scenarios.",
      { path: "^src/core/run/(play|timeline)/" },
      { path: "^src/core/run/(debugging|scenario)/" },
    ),
    rule(
      "play-is-lowest",
      "What a player answers knows no run.",
      { path: "^src/core/run/play/" },
      { path: "^src/core/run/(?!play/)" },
    ),
    ...verbs.map((verb) =>
      rule(
        `${verb}-sees-nouns`,
        "Where two verbs meet, project introduces them. What a verb gives (read/module.ts, edit/command.ts) is a noun kept beside it.",
        { path: `^src/core/${verb}/` },
        {
          path: `^src/core/(${verbs.filter((v) => v !== verb).join("|")}|project)/`,
          pathNot: "^src/core/(read/module|edit/command|project/gameFiles)\\.ts$",
        },
      ),
    ),
    rule(
      "core-libraries",
      "Core imports xstate, @babel/parser, the schema validator and the XML parser.",
      { path: core },
      { path: npm, pathNot: `${npm}/(xstate|@babel/(parser|types)|@cfworker/json-schema|saxes)/` },
    ),
    rule(
      "xml-in-one-place",
      "XML is read by one function with limits, for translation tools and SCXML, late.",
      { path: core, pathNot: "^src/core/text/xmlTree\\.ts$" },
      { path: `${npm}/saxes/` },
    ),
    rule(
      "parser-in-syntax",
      "One text, one tree: whoever needs more of a module than its chart takes it from syntax. Formulas are parsed in expr.",
      { path: core, pathNot: "^src/core/(syntax|expr)/" },
      { path: `${npm}/@babel/` },
    ),
    rule("core-without-node", "Core runs anywhere.", { path: core }, { dependencyTypes: ["core"] }),
    ...adapters.map((adapter) =>
      rule(
        `${adapter}-alone`,
        "Adapters do not see each other, nor the app.",
        { path: `^src/adapters/${adapter}/` },
        { path: "^src/(adapters|app|cli)/", pathNot: `^src/adapters/${adapter}/` },
      ),
    ),
    ...floors.map((floor, i) =>
      rule(
        `${floor}-sees-below`,
        "What stands on a floor sees its own floor and those below.",
        { path: `^src/app/${floor}(/|\\.ts$)` },
        { path: `^src/app/(${[...floors.slice(i + 1), "main"].join("|")})(/|\\.)` },
      ),
    ),
    ...["panels", "views"].map((floor) =>
      rule(
        `${floor}-alone`,
        "A panel sees no other panel, a view no other view: what two of them show is a part.",
        { path: `^src/app/${floor}/([^/]+)/` },
        { path: `^src/app/${floor}/`, pathNot: `^src/app/${floor}/$1/` },
      ),
    ),
    rule(
      "app-has-floors",
      "Each file of the app stands on a floor.",
      { path: "^src/" },
      { path: "^src/app/", pathNot: `^src/app/((${floors.join("|")})/|(i18n\\.ts|main\\.tsx)$)` },
    ),
    rule(
      "react-flow-in-flow",
      "The canvas library is behind one adapter.",
      { path: "^src/", pathNot: "^src/adapters/flow/" },
      { path: `${npm}/@xyflow/` },
    ),
    rule(
      "monaco-in-monaco",
      "So is the editor.",
      { path: "^src/", pathNot: "^src/adapters/monaco/" },
      { path: `${npm}/monaco-editor/` },
    ),
    rule(
      "idb-in-storage",
      "So is IndexedDB.",
      { path: "^src/", pathNot: "^src/adapters/storage/" },
      { path: `${npm}/idb/` },
    ),
    rule(
      "cli-sees",
      "The command line sees core, sandbox, disk and server.",
      { path: "^src/cli/" },
      {
        path: "^src/(app|adapters/(monaco|flow|storage|inspect))/",
        pathNot: "^src/adapters/storage/store\\.ts$",
      },
    ),
    rule(
      "mcp-late",
      "The protocol's library is loaded by `turnwright mcp` alone, when it runs.",
      { path: "^src/", pathNot: "^src/cli/mcp/" },
      { path: `^src/cli/mcp/|${npm}/@modelcontextprotocol/`, dynamic: false },
    ),
    rule(
      "react-sees-entries",
      "turnwright/react is built beside the core's entries and takes everything from them; types of JSON are no code.",
      { path: "^src/react/" },
      { path: "^src/", pathNot: "^src/(react/|core/(entries/(play|kit)|text/json)\\.ts$)" },
    ),
    rule(
      "react-alone",
      "Nothing of the studio is in it, and it is in nothing of the studio; the page that plays a game is such an app.",
      { path: "^src/", pathNot: "^src/(react|player)/" },
      { path: "^src/react/" },
    ),
    rule(
      "react-libraries",
      "React is the app's; nothing else comes along.",
      { path: "^src/react/" },
      { path: npm, pathNot: `${npm}/(@types/)?react/` },
    ),
    rule(
      "player-sees",
      "The page that plays a game is an app of turnwright/react that replays scenarios too; of the studio it has the colours.",
      { path: "^src/player/" },
      {
        path: "^src/",
        pathNot:
          "^src/(player/|react/|locales/player/|app/kit/tokens\\.css$|core/(entries/(play|kit)|export/player/playerGame|ruleset/\\w+|run/(play|scenario|timeline)/\\w+|simulate/answerRequest|text/\\w+)\\.ts$)",
      },
    ),
    rule(
      "player-alone",
      "It is a program of its own: others have its bundle, as a text.",
      { path: "^src/", pathNot: "^src/player/" },
      { path: "^src/player/", pathNot: "^src/player/main\\.tsx$" },
    ),
    rule(
      "table-sees-entries",
      "turnwright/table is built beside the core's entries too, for servers.",
      { path: "^src/table/" },
      { path: "^src/", pathNot: "^src/(table/|core/(entries/(play|kit)|text/json)\\.ts$)" },
    ),
    rule(
      "table-alone",
      "Nothing of a server's table is in the studio.",
      { path: "^src/", pathNot: "^src/table/" },
      { path: "^src/table/" },
    ),
    rule("table-libraries", "It needs Node and nothing else.", { path: "^src/table/" }, { path: npm }),
    rule(
      "client-without-node",
      "The client of a table runs in browsers.",
      { path: "^src/table/(client|jsonPatch|messages)\\.ts$" },
      { dependencyTypes: ["core"] },
    ),
    rule(
      "machines-see-xstate",
      "A machine file is its own export.",
      { path: "^machines/" },
      { pathNot: `${npm}/xstate/` },
    ),
    rule(
      "src-sees-no-tests",
      "Tests are no part of the product.",
      { path: "^src/" },
      { path: "^(test|bench|trials|scripts)/" },
    ),
    rule(
      "no-orphans",
      "A file that nobody imports is not finished.",
      { orphan: true, path: "^src/", pathNot: "\\.d\\.ts$" },
      {},
    ),
  ],
  options: {
    doNotFollow: { path: npm },
    tsPreCompilationDeps: true,
    parser: "swc",
    moduleSystems: ["es6"],
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "types", "default"],
      extensions: [".ts", ".tsx", ".js", ".mjs", ".json"],
    },
  },
};
