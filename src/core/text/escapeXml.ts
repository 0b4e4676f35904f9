/** Text as it may stand in XML; characters that XML does not know are left out. */
export const escapeXml = (text: string): string =>
  text
    .replaceAll(/\p{Surrogate}/gu, "\ufffd")
    // oxlint-disable-next-line no-control-regex -- they are what has to go
    .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, "")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
