// Functions that can reach only the gateway (FUNCTION_NETWORK=gateway) may call the whole cloud API, but only those of the emulator's own
// endpoints that change nothing and reveal nothing about others.

import type { IncomingMessage, ServerResponse } from 'node:http';
import { FUNCTION_ADDRESS } from '#lib/function-address';
import { isClosedPath } from '#lib/own-paths';

export const isClosedToFunctions = ({ socket }: IncomingMessage, path: string): boolean =>
  socket.remoteAddress?.replace(/^::ffff:/, '') === FUNCTION_ADDRESS && isClosedPath(path);

export function refuseFunction(response: ServerResponse): void {
  const message = "The emulator's own endpoints are closed to functions where FUNCTION_NETWORK is gateway.";
  response.writeHead(403, { 'Content-Type': 'application/json' }).end(JSON.stringify({ message }));
}
