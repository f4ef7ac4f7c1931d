// For tests: what answers like a container engine that has no image and pulls one when, and as far as, the test lets it.

import { rmSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface EngineStandIn {
  /** For DOCKER_HOST. */
  readonly host: string;
  readonly socketPath: string;
  /** What was asked of it, in order. */
  readonly asked: readonly string[];
  /** One line of the pull's progress; resolves as soon as somebody pulls. */
  tell(event: object): Promise<void>;
  /** The image is there from now on, or could not be pulled because of this. */
  finish(error?: string): Promise<void>;
  stop(): Promise<void>;
}

let opened = 0;

export async function startEngineStandIn(architecture: string): Promise<EngineStandIn> {
  const asked: string[] = [];
  let isHere = false;
  let pulls!: (pull: ServerResponse) => void;
  const pull = new Promise<ServerResponse>((resolve) => {
    pulls = resolve;
  });
  const server = createServer((request, response) => {
    const line = `${request.method} ${request.url}`;
    asked.push(line);
    const json = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (line === 'GET /version') json(200, { Version: '0.0-stand-in', Os: 'linux', Arch: architecture });
    else if (line.startsWith('GET /containers/json')) json(200, []);
    else if (line.startsWith('GET /images/') && isHere)
      json(200, { Id: 'sha256:1', Architecture: architecture, RepoDigests: [], Config: {} });
    else if (line.startsWith('POST /images/create')) {
      response.writeHead(200, { 'content-type': 'application/json' }).flushHeaders();
      pulls(response);
    } else json(404, { message: `No such thing: ${line}` });
  });
  const socketPath = join(tmpdir(), `engine-${process.pid}-${++opened}.sock`);
  await new Promise<void>((resolve) => server.listen(socketPath, resolve));
  return {
    host: `unix://${socketPath}`,
    socketPath,
    asked,
    tell: async (event) => void (await pull).write(`${JSON.stringify(event)}\n`),
    finish: async (error) => {
      isHere = error === undefined;
      (await pull).end(error === undefined ? '' : `${JSON.stringify({ errorDetail: { message: error }, error })}\n`);
    },
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      rmSync(socketPath, { force: true });
    },
  };
}
