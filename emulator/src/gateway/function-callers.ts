// Functions that can reach only the gateway (FUNCTION_NETWORK=gateway) may call the whole cloud API, but only those of the emulator's own
// endpoints that change nothing and reveal nothing about others.

import type { IncomingMessage, ServerResponse } from 'node:http';
import { FUNCTION_ADDRESS } from '#lib/function-address';

const OPEN_PATHS: readonly string[] = [
  '/_emulator/health',
  '/_emulator/authority',
  '/_emulator/issuer/.well-known/openid-configuration',
  '/_emulator/issuer/.well-known/jwks.json',
];

export const isClosedToFunctions = ({ socket }: IncomingMessage, path: string): boolean =>
  socket.remoteAddress?.replace(/^::ffff:/, '') === FUNCTION_ADDRESS && !OPEN_PATHS.includes(path.split('?')[0] ?? '');

export function refuseFunction(response: ServerResponse): void {
  const message = "The emulator's own endpoints are closed to functions where FUNCTION_NETWORK is gateway.";
  response.writeHead(403, { 'Content-Type': 'application/json' }).end(JSON.stringify({ message }));
}
