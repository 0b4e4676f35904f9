import {
  ProtocolError,
  ProtocolErrorCode,
  ResourceTemplate,
  type McpServer,
} from "@modelcontextprotocol/server";
import { errorJson, isFailure } from "#cli/failure.ts";
import { readGames } from "#cli/games.ts";
import { folderToList } from "#cli/emptyFolder.ts";
import { clauseLocales, gamePart, type GamePart } from "#cli/mcp/gameParts.ts";
import { captureIo, type McpHost } from "#cli/mcp/host.ts";

interface Kind {
  readonly part: GamePart;
  readonly mimeType: string;
  readonly about: string;
}

/** What of each game a person can hand to an assistant: a resource is always whole. */
const KINDS: readonly Kind[] = [
  { part: "outline", mimeType: "text/plain", about: "states and transitions as an indented list" },
  { part: "map", mimeType: "text/vnd.mermaid", about: "the outer states as a Mermaid diagram" },
  { part: "svg", mimeType: "image/svg+xml", about: "the map as a picture" },
];

const uriOf = (game: string, part: string): string => `turnwright://games/${game}/${part}`;

/** Has a server offer the outline, the map and the clauses of each game, which are listed anew each time. */
export function offerResources(server: McpServer, host: McpHost): void {
  for (const { part, mimeType, about } of KINDS)
    server.registerResource(
      part,
      new ResourceTemplate(uriOf("{game}", part), {
        list: async () => ({
          resources: (await games(host)).map(({ id }) => ({
            uri: uriOf(id, part),
            name: `${id} ${part}`,
            description: about,
            mimeType,
          })),
        }),
      }),
      { title: part, description: about, mimeType },
      async (uri, { game }) => ({
        contents: [{ uri: uri.href, mimeType, text: await partText(host, { named: String(game), part }) }],
      }),
    );
  const about = "the rules, a line of JSON for each clause";
  const mimeType = "application/jsonl";
  server.registerResource(
    "clauses",
    new ResourceTemplate(uriOf("{game}", "clauses/{locale}"), {
      list: async () => ({
        resources: (await games(host)).flatMap((game) =>
          clauseLocales(game).map((locale) => ({
            uri: uriOf(game.id, `clauses/${locale}`),
            name: `${game.id} clauses ${locale}`,
            description: about,
            mimeType,
          })),
        ),
      }),
    }),
    { title: "clauses", description: about, mimeType },
    async (uri, { game, locale }) => {
      const wanted = { named: String(game), part: "clauses", locale: String(locale) } as const;
      return { contents: [{ uri: uri.href, mimeType, text: await partText(host, wanted) }] };
    },
  );
}

async function games(host: McpHost) {
  const folder = await folderToList(captureIo(host).io, undefined).catch(() => undefined);
  if (folder === undefined) return [];
  return (await readGames(folder)).flatMap((game) => ("unread" in game ? [] : [game]));
}

/** @throws ProtocolError that says why it cannot be read */
async function partText(host: McpHost, request: Parameters<typeof gamePart>[1]): Promise<string> {
  try {
    return (await gamePart(host, request)).out;
  } catch (error) {
    if (!isFailure(error)) throw error;
    throw new ProtocolError(
      ProtocolErrorCode.InvalidParams,
      errorJson(error, host.language, host.folder).message,
    );
  }
}
