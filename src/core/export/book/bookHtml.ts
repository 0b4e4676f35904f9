import { escapeXml } from "#core/text/escapeXml.ts";

/** The look of a book, on the screen and on paper: letters of at least 7.5 pt, and nothing that has to be loaded. */
const STYLE = `
:root { color-scheme: light; }
* { box-sizing: border-box; }
body { max-width: 190mm; margin: 0 auto; padding: 8mm 6mm; background: #fff; color: #1d1d1f; font: 10pt/1.5 "Noto Sans", "Noto Sans CJK JP", system-ui, sans-serif; }
:lang(zh-Hant) { font-family: "Noto Sans", "Noto Sans CJK TC", "PingFang TC", "Microsoft JhengHei", system-ui, sans-serif; }
body.wide { max-width: 277mm; }
h1 { margin: 0 0 1mm; font-size: 20pt; line-height: 1.25; }
h2, h3, h4, h5, h6 { margin: 6mm 0 2mm; line-height: 1.3; break-after: avoid; }
h2 { padding-bottom: 1mm; border-bottom: 0.4mm solid #1d1d1f; font-size: 14pt; }
h3 { font-size: 12pt; }
h4 { font-size: 11pt; }
h5, h6 { font-size: 10pt; }
p, li, dd { margin: 0 0 1.5mm; overflow-wrap: anywhere; }
a { color: inherit; }
.edition, .none, .see { color: #5f6368; font-size: 8pt; }
nav ol { margin: 0; padding: 0; list-style: none; columns: 2; }
nav li { break-inside: avoid; }
nav a, .wording a { text-decoration: none; }
@media screen { nav a:hover, .wording a { text-decoration: underline dotted; } }
.clause { display: grid; grid-template-columns: 26mm minmax(0, 1fr); gap: 0 3mm; margin: 0 0 2mm; }
.clause > .id, td.id { font: 8pt/1.9 ui-monospace, "Noto Sans Mono", monospace; color: #5f6368; overflow-wrap: anywhere; }
.wording { margin: 0; white-space: pre-line; }
.reading { margin: 1mm 0 2mm; padding: 1.5mm 3mm; border: 0.3mm solid #b8bcc2; border-radius: 1mm; font-size: 8.5pt; break-inside: avoid; }
.reading p { margin: 0 0 0.5mm; }
dt { margin-top: 2mm; font-weight: 600; break-after: avoid; }
dd { margin-left: 5mm; }
table { width: 100%; border-collapse: collapse; table-layout: fixed; }
thead { display: table-header-group; }
th, td { padding: 1.2mm 1.5mm; border: 0.2mm solid #b8bcc2; text-align: left; vertical-align: top; overflow-wrap: anywhere; }
th { background: #f1f2f4; font-size: 8.5pt; }
.compare td.id, .compare th.id { width: 24mm; }
.compare ul { margin: 1.5mm 0 0; padding: 1.5mm 0 0; border-top: 0.2mm dashed #b8bcc2; list-style: none; color: #3c4043; font-size: 8pt; line-height: 1.4; }
.compare li { margin: 0 0 0.7mm; }
.fields summary { color: #5f6368; font-size: 8pt; }
.status { display: block; font-size: 7.5pt; color: #5f6368; }
.status[data-status="suspect"], .status[data-status="in-doubt"] { color: #a8071a; font-weight: 600; }
.compare th[colspan] { font-size: 10pt; }
.sheet td { font-size: 8.5pt; line-height: 1.4; }
.sheet .phase { width: 22%; }
.sheet .limit { color: #3c4043; font-size: 7.5pt; }
.sheet .acts { width: 14%; }
.sheet ul { margin: 0; padding: 0; list-style: none; }
.sheet li { margin: 0 0 0.8mm; }
.map { margin: 0; break-after: page; text-align: center; }
.map img { width: 100%; max-height: 168mm; object-fit: contain; }
@page { margin: 12mm 10mm; }
@page wide { size: landscape; margin: 10mm; }
@media print {
  body, body.wide { max-width: none; padding: 0; }
  body.wide { page: wide; }
  a { text-decoration: none; }
  .fields { display: none; }
}
`.trim();

/** Text of a game as it may stand in a book. */
export const esc = escapeXml;

/** A document that loads nothing and runs nothing. @param body HTML @param wide pages across */
export function bookDocument(
  { title, lang, wide }: { readonly title: string; readonly lang: string; readonly wide: boolean },
  body: string,
): string {
  return `<!doctype html>
<html lang="${esc(lang)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">
<meta name="viewport" content="width=device-width">
<meta name="generator" content="Turnwright">
<title>${esc(title)}</title>
<style>
${STYLE}
</style>
</head>
<body${wide ? ' class="wide"' : ""}>
${body}
</body>
</html>
`;
}

/** The id of a clause as an anchor: any text may be an id, and none may be that of another part. */
export const clauseAnchor = (id: string): string => encodeURIComponent(id);
/** The anchor of a term of the glossary. */
export const termAnchor = (id: string): string => `term.${encodeURIComponent(id)}`;
/** The anchor of a phase. */
export const phaseAnchor = (id: string): string => `phase.${encodeURIComponent(id)}`;
