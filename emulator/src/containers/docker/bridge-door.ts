// On Linux a container cannot reach what listens on the machine's loopback address alone: this door stands on the engine's bridge, for
// containers, and leads to the gateway's own port.

import { connect, createServer, type Server } from 'node:net';

export class BridgeDoor {
  #server: Server | undefined;

  /** False when nothing of ours can listen there: the gateway itself does, or the bridge is not on this machine. */
  async open(address: string, port: number, target: string): Promise<boolean> {
    const server = createServer((outside) => {
      const inside = connect({ host: target, port });
      outside.pipe(inside).pipe(outside);
      outside.on('error', () => inside.destroy());
      inside.on('error', () => outside.destroy());
    });
    try {
      await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, address, () => resolve()));
    } catch {
      return false;
    }
    server.unref();
    this.#server = server;
    return true;
  }

  close(): void {
    this.#server?.close();
  }
}
