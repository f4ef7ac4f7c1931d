// On Linux, containers cannot reach a server that listens on the machine's loopback address alone: this TCP forwarder listens on the
// engine's bridge and leads to the gateway's port. A request that the emulator itself sends there for somebody else stays one.

import { connect, createServer, type Server } from 'node:net';
import { endsOf, type OwnConnections } from '#lib/own-connections';

export class BridgeForwarder {
  readonly #ownConnections: OwnConnections | undefined;
  #server: Server | undefined;

  constructor(ownConnections?: OwnConnections) {
    this.#ownConnections = ownConnections;
  }

  /** `taken`: the gateway listens there itself. `foreign`: the address does not belong to this machine. */
  async open(address: string, port: number, target: string): Promise<'open' | 'taken' | 'foreign'> {
    const server = createServer((outside) => {
      const inside = connect({ host: target, port });
      const ends = endsOf(outside);
      this.#ownConnections?.note(inside, () => this.#ownConnections?.useOf(ends));
      outside.on('close', () => this.#ownConnections?.forget(ends));
      outside.pipe(inside).pipe(outside);
      outside.on('error', () => inside.destroy());
      inside.on('error', () => outside.destroy());
    });
    try {
      await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, address, () => resolve()));
    } catch (error) {
      return (error as NodeJS.ErrnoException).code === 'EADDRINUSE' ? 'taken' : 'foreign';
    }
    server.unref();
    this.#server = server;
    return 'open';
  }

  close(): void {
    this.#server?.close();
  }
}
