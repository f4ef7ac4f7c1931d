// A client of the emulator that is measured, over kept connections.
import http from 'node:http';
import { fire, type Shot } from './load.ts';

export type Ask = (shot: Shot) => Promise<Record<string, unknown>>;

export interface Asking {
  /** The answer as text. */
  fire(shot: Shot): Promise<string>;
  /** The answer read as JSON. */
  readonly ask: Ask;
  close(): void;
}

/** A client of the emulator. */
export function asking(url: string): Asking {
  const agent = new http.Agent({ keepAlive: true });
  const send = (shot: Shot) => fire(url, agent, shot);
  return {
    fire: send,
    ask: async (shot) => JSON.parse((await send(shot)) || '{}') as Record<string, unknown>,
    close: () => agent.destroy(),
  };
}
