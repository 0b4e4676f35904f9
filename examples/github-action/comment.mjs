// Writes a file as a comment on a pull request, or brings the comment of an earlier run up to date. Node's own fetch, no package.
// node comment.mjs FILE, with GITHUB_TOKEN, GITHUB_REPOSITORY and PULL_REQUEST in the environment.
import { readFile } from "node:fs/promises";

const {
  GITHUB_API_URL = "https://api.github.com",
  GITHUB_REPOSITORY,
  GITHUB_TOKEN,
  PULL_REQUEST,
} = process.env;
const [file] = process.argv.slice(2);
if (!file || !GITHUB_REPOSITORY || !GITHUB_TOKEN || !PULL_REQUEST) {
  console.error("usage: node comment.mjs FILE, with GITHUB_TOKEN, GITHUB_REPOSITORY and PULL_REQUEST");
  process.exit(2);
}

/** By this the comment of an earlier run is found. */
const MARK = "<!-- turnwright diff -->";
/** GitHub takes no longer comment, in characters. */
const MAX_COMMENT_CHARACTERS = 65_536;

const issues = `${GITHUB_API_URL}/repos/${GITHUB_REPOSITORY}/issues`;

async function call(method, url, body) {
  const response = await fetch(url, {
    method,
    headers: { authorization: `Bearer ${GITHUB_TOKEN}`, accept: "application/vnd.github+json" },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  if (!response.ok) throw new Error(`${method} ${url}: ${response.status} ${await response.text()}`);
  return response.json();
}

async function earlier() {
  for (let page = 1; ; page++) {
    const comments = await call("GET", `${issues}/${PULL_REQUEST}/comments?per_page=100&page=${page}`);
    const own = comments.find((comment) => comment.body?.startsWith(MARK));
    if (own || comments.length < 100) return own;
  }
}

/** The text, cut at the end of a line where it is too long. */
function bodyOf(text) {
  const body = `${MARK}\n${text}`;
  if (body.length <= MAX_COMMENT_CHARACTERS) return body;
  const note = "\n\nThe rest is too long for a comment: `npx turnwright diff` shows it.\n";
  const start = body.slice(0, MAX_COMMENT_CHARACTERS - note.length);
  return start.slice(0, start.lastIndexOf("\n")) + note;
}

const body = bodyOf(await readFile(file, "utf8"));
const own = await earlier();
if (own) await call("PATCH", `${issues}/comments/${own.id}`, { body });
else await call("POST", `${issues}/${PULL_REQUEST}/comments`, { body });
