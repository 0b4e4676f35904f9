// `npm run corpus:figures [-- --tries N] [--crlf] [--only PART] [--tell] [--json] [--list FILE] [--from FOLDER] [--nasty]`: what the
// corpus shows, as a table. The modules are brought by `npm run corpus`; another list than test/corpus/modules.json has its modules in --from.
import { parseArgs } from "node:util";
import { bundled } from "./bundled.mjs";

const { values } = parseArgs({
  options: {
    tries: { type: "string", default: "3" },
    crlf: { type: "boolean" },
    only: { type: "string" },
    tell: { type: "boolean" },
    json: { type: "boolean" },
    nasty: { type: "boolean" },
    list: { type: "string" },
    from: { type: "string" },
  },
});
const { printFigures } = await bundled("test/corpus/printFigures.ts");
process.exitCode = printFigures({ ...values, tries: Number(values.tries) });
