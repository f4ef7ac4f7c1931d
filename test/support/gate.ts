// A gate for functions under test: they wait at it until the test lets them go on, however long either takes.
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { untilTrue } from './until-passes.ts';

interface Gate extends AsyncDisposable {
  readonly url: string;
  /** A statement of JavaScript: waits at the gate. */
  readonly wait: string;
  /** Resolves once that many wait. */
  untilWaiting(count: number): Promise<void>;
  /** Lets all go on who wait, and all who come later. */
  open(): void;
}

export async function closedGate(): Promise<Gate> {
  const waiting = new Set<ServerResponse>();
  let isOpen = false;
  const server = createServer((_, response) => {
    if (isOpen) return void response.end();
    waiting.add(response);
    response.on('close', () => waiting.delete(response));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const open = (): void => {
    isOpen = true;
    for (const response of waiting) response.end();
  };
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    wait: `await fetch('${url}');`,
    untilWaiting: (count) => untilTrue(() => waiting.size === count),
    open,
    [Symbol.asyncDispose]: async () => {
      open();
      server.closeAllConnections();
      server.close();
    },
  };
}
