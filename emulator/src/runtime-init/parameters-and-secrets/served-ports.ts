// The ports of this machine, or of a container, at which functions find the Parameters and Secrets extension. Functions that share a port are
// told apart by the session token that each request brings.
import { createServer, type Server } from 'node:http';
import { headerOf, sendText } from '#runtime-init/http-answers';
import { type ParametersAndSecrets, TOKEN_HEADER } from './parameters-and-secrets.ts';

/** Where there is IPv6, `localhost` may mean the second one. */
const ADDRESSES = ['127.0.0.1', '::1'];

interface ServedPort {
  readonly servers: readonly Server[];
  readonly extensions: Set<ParametersAndSecrets>;
}

export class ServedPorts {
  readonly #ports = new Map<number, Promise<ServedPort>>();

  /** Serves the extension at its port until the returned function is called. @throws Error if another program has the port */
  async serve(extension: ParametersAndSecrets): Promise<() => void> {
    const { port } = extension.settings;
    const opening = this.#ports.get(port) ?? this.#open(port);
    this.#ports.set(port, opening);
    const { extensions } = await opening;
    extensions.add(extension);
    return () => {
      extensions.delete(extension);
      if (extensions.size === 0) this.#close(port);
    };
  }

  close(): void {
    for (const port of this.#ports.keys()) this.#close(port);
  }

  async #open(port: number): Promise<ServedPort> {
    const extensions = new Set<ParametersAndSecrets>();
    const open = ADDRESSES.map((address) => listening(port, address, extensions));
    const results = await Promise.allSettled(open);
    const servers = results.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
    const [first] = results;
    if (first?.status !== 'rejected') return { servers, extensions };
    for (const server of servers) server.close();
    this.#ports.delete(port);
    throw first.reason;
  }

  #close(port: number): void {
    const opened = this.#ports.get(port);
    this.#ports.delete(port);
    void opened?.then(({ servers }) => {
      for (const server of servers) {
        server.closeAllConnections();
        server.close();
      }
    });
  }
}

/** Several environments of a function have the same token: the latest of them answers. */
async function listening(port: number, address: string, extensions: ReadonlySet<ParametersAndSecrets>): Promise<Server> {
  const server = createServer((request, response) => {
    const given = headerOf(request, TOKEN_HEADER);
    const found = [...extensions].reverse().find(({ token }) => token === given) ?? [...extensions].at(-1);
    if (found) void found.serve(request, response);
    else sendText(response, 404, '404 page not found\n');
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, address, resolve));
  server.unref();
  return server;
}
