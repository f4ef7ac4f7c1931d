// Open WebSockets of all WebSocket APIs. In memory only: after a restart their clients have to connect again, and their ids are gone.
import type { Ctx } from '#core/ctx';
import type { Owned } from '#core/owned';
import type { ClientSocket } from '#core/upgrade';

export interface Connection {
  readonly id: string;
  readonly api: string;
  readonly stage: string;
  readonly connectedMs: number;
  readonly sourceIp: string;
  readonly userAgent: string;
  readonly socket: ClientSocket;
  /** The time of the last message in either direction. */
  lastActiveMs: number;
}

const GOING_AWAY = 1001;

export class Connections implements Owned {
  readonly #open = new Map<string, Connection>();

  add(connection: Connection): void {
    this.#open.set(connection.id, connection);
  }

  get(id: string): Connection | undefined {
    return this.#open.get(id);
  }

  delete(id: string): void {
    this.#open.delete(id);
  }

  async stop(): Promise<void> {
    for (const { socket } of this.#open.values()) socket.close(GOING_AWAY, 'Going away');
    this.#open.clear();
  }
}

export const connectionsOf = (ctx: Ctx): Connections => ctx.own('apigateway.connections', () => new Connections());
