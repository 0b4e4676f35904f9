// `npm run screenshots`: drives the studio in Chromium and writes the pictures that README and docs show.
import { bundled } from "./bundled.mjs";

const { buildStudio } = await bundled("scripts/studio/buildStudio.ts");
const { takePictures } = await bundled("scripts/screenshots/takePictures.ts");

const only = process.argv.slice(2);
const written = await takePictures(await buildStudio(), only);
for (const path of written) console.log(path);
