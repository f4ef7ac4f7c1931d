// Serves agents over HTTP. Each message has a server of its own, so that nothing is left of a client that goes.
import { existsSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { PACKAGE_ROOT } from '#lib/package-root';
import { serveClient } from './mcp-server.ts';

interface McpOverHttpOptions {
  /** The emulator's own address. */
  readonly url: string;
  /** The folder of the project. Clients name no other: they may be on another machine. */
  readonly root: string;
  readonly readOnly: boolean;
}

/** The command lies beside the chunks of the bundle; sources use that of the last build. */
function commandFile(): string {
  const bundled = join(import.meta.dirname, '../cli.js');
  return existsSync(bundled) ? bundled : join(PACKAGE_ROOT, 'bin/emulator.mjs');
}

/** Answers one message, whose body has been read. */
export type AnswerAgent = (request: IncomingMessage, response: ServerResponse, message: object) => Promise<void>;

export const mcpOverHttp = ({ url, root, readOnly }: McpOverHttpOptions): AnswerAgent => {
  const command = commandFile();
  return async (request, response, message) => {
    const transport = new StreamableHTTPServerTransport();
    response.once('close', () => void transport.close());
    const { gone } = await serveClient(transport, {
      url,
      program: [command],
      ask: fetch,
      root,
      takesRoots: false,
      readOnly,
      isWithin: true,
    });
    await transport.handleRequest(request, response, message);
    await gone;
  };
};
