// For tests: a fake container engine without images, whose pulls succeed when, and as far as, the test lets them.

import { rmSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface EngineStandIn {
  /** Value for DOCKER_HOST. */
  readonly host: string;
  readonly socketPath: string;
  /** The requests that it received, in order. */
  readonly asked: readonly string[];
  /** Sends one line of a pull's progress; resolves once there is a pull. */
  tell(event: object): Promise<void>;
  /** Ends the pull: the image exists from now on, or could not be pulled because of `error`. */
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
