// The WebSocket clients of a recorded case.
import { differences } from '#lib/recorded/compare';
import { SocketClient } from '../conformance/apigatewayv2/use-sockets.ts';
import type { TestEmulator } from '../support/emulator.ts';
import { JsonText, type SocketCall } from './case.ts';

export class RecordedSockets {
  readonly #emulator: TestEmulator;
  readonly #clients = new Map<string, SocketClient>();

  constructor(emulator: TestEmulator) {
    this.#emulator = emulator;
  }

  /** Differences from the recorded answers. The message that is heard goes to `made`, where the step names it. */
  async take(step: SocketCall, made: Record<string, unknown>): Promise<string[]> {
    if (step.open !== undefined) return this.#open(step, step.open);
    const client = this.#clients.get(step.socket)!;
    if (step.send !== undefined) client.socket.send(step.send);
    if (step.close) {
      client.socket.close();
      await client.closed;
      await this.#emulator.idle();
    }
    if (step.hears === undefined && step.as === undefined) return [];
    const heard = await client.next();
    if (step.as) made[step.as] = parsed(heard);
    if (step.hears === undefined) return [];
    if (typeof step.hears === 'string' || step.hears instanceof RegExp || step.hears instanceof JsonText)
      return differences(step.hears, heard, 'whole', 'the message');
    return differences(step.hears, parsed(heard), 'part', 'the message');
  }

  close(): void {
    for (const { socket } of this.#clients.values()) socket.close();
  }

  async #open({ socket, headers = {}, refusal }: SocketCall, path: string): Promise<string[]> {
    const client = new SocketClient(`${this.#emulator.url.replace('http', 'ws')}${path}`, { headers });
    this.#clients.set(socket, client);
    const status = await client.opened().then(
      () => undefined,
      (error: Error) => Number(error.message),
    );
    return differences(refusal, status, 'whole', 'the status that refuses');
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
