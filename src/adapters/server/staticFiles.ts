import type { IncomingMessage, ServerResponse } from "node:http";
import type { Readable } from "node:stream";
import sirv from "sirv";

/**
 * Serves the files of a folder. They are looked up in a list made here, so no path of a request reaches the disk; no ending is added to it.
 * @param failed is told of a file that could not be read; its answer is broken off
 */
export function staticFiles(
  dir: string,
  failed: (thrown: unknown) => void,
): (request: IncomingMessage, response: ServerResponse, next: () => void) => void {
  const files = sirv(dir, { etag: true, dotfiles: false, extensions: [] });
  return (request, response, next) => {
    // A range that ends before it begins throws in sirv. Browsers ask for parts of films, of which there are none here.
    delete request.headers.range;
    // A file that was built anew meanwhile is gone: its stream fails, and nobody else listens to that.
    response.once("pipe", (file: Readable) =>
      file.once("error", (error) => {
        failed(error);
        response.destroy();
      }),
    );
    files(request, response, next);
  };
}
