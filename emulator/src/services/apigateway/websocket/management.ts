// PostToConnection, GetConnection, DeleteConnection: what programs do with the WebSockets of their clients.
import type { Ctx } from '#core/ctx';
import { Fault } from '#core/fault';
import { fault, operation } from '#model/apigatewaymanagementapi';
import { type Connection, connectionsOf } from './connections.ts';

/** Limit: bytes of a message to a WebSocket client. */
const MAX_MESSAGE_BYTES = 128 * 1024;
const CLOSED_BY_PROGRAM = 1000;
const ID = /^[\w+/-]{15}=$/;

/**
 * Ids that no connection can have are refused in other words than those of connections that are gone; the model does not list them, public reports do:
 * https://github.com/dherault/serverless-offline/issues/749, https://github.com/localstack/localstack/issues/4694
 * @throws Fault Gone, BadRequest
 */
function find(id: string, ctx: Ctx): Connection {
  if (!ID.test(id)) throw new Fault('BadRequestException', `Invalid connectionId: ${id}`, { status: 400 });
  const found = connectionsOf(ctx).get(id);
  if (!found) throw fault('GoneException', '');
  return found;
}

export const PostToConnection = operation('PostToConnection', async ({ ConnectionId, Data }, ctx) => {
  const connection = find(ConnectionId, ctx);
  if (Data.length > MAX_MESSAGE_BYTES) throw fault('PayloadTooLargeException', 'Message too long');
  connection.lastActiveMs = ctx.now();
  try {
    await connection.socket.send(Buffer.from(Data).toString());
  } catch {
    throw fault('GoneException', '');
  }
});

export const GetConnection = operation('GetConnection', ({ ConnectionId }, ctx) => {
  const { connectedMs, lastActiveMs, sourceIp, userAgent } = find(ConnectionId, ctx);
  return {
    ConnectedAt: new Date(connectedMs),
    LastActiveAt: new Date(lastActiveMs),
    Identity: { SourceIp: sourceIp, UserAgent: userAgent },
  };
});

export const DeleteConnection = operation('DeleteConnection', ({ ConnectionId }, ctx) => {
  find(ConnectionId, ctx).socket.close(CLOSED_BY_PROGRAM, 'Connection Closed Normally');
});
