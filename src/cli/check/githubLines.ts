import type { Severity } from "#core/diagnostic/diagnostic.ts";
import type { Finding } from "#cli/check/findings.ts";
import { pathInside } from "#cli/pathInside.ts";

/**
 * Findings as workflow commands of GitHub Actions, which show them beside the changed lines of a pull request.
 * Source: https://docs.github.com/actions/reference/workflow-commands-for-github-actions
 * @param folder the checkout: a file inside is named from there, as GitHub needs it
 */
export const githubLines = (findings: readonly Finding[], folder: string): string =>
  findings.map((finding) => `${commandOf(finding, folder)}\n`).join("");

function commandOf({ file, severity, code, message, at }: Finding, folder: string): string {
  // GitHub takes columns only of a place within one line; of a longer one the place where it begins is enough.
  const end =
    at && at.from.line === at.to.line ? { endLine: String(at.to.line), endColumn: String(at.to.column) } : {};
  const properties = {
    file: pathInside(file, folder) ?? file,
    ...(at ? { line: String(at.from.line), col: String(at.from.column) } : {}),
    ...end,
    title: code,
  };
  const list = Object.entries(properties).map(([name, value]) => `${name}=${escapedProperty(value)}`);
  return `::${LEVELS[severity]} ${list.join(",")}::${escapedMessage(message)}`;
}

const LEVELS: Readonly<Record<Severity, string>> = { error: "error", warning: "warning", info: "notice" };

/** As the runner reads it back: percent signs and line ends, and in a property colons and commas too. */
const escapedMessage = (text: string): string =>
  text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
const escapedProperty = (text: string): string =>
  escapedMessage(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
