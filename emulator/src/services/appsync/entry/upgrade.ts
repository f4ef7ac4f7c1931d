// WebSocket handshakes of subscriptions: who is let in is decided by the first message.
import type { Upgrade } from '#core/upgrade';
import { Connection } from '#services/appsync/websocket/connection';
import { decodedHeader } from '#services/appsync/websocket/start-subscription';
import { locateApi } from './locate.ts';
import { noteMissing } from './note-answer.ts';

/** Limit: bytes of a message of a client with subscriptions. */
const MAX_MESSAGE_BYTES = 240 * 1024;
const PROTOCOL = 'graphql-ws';
const HEADER_PREFIX = 'header-';
/** `/graphql` of the host for subscriptions, and `/graphql/realtime` where the API's own host takes them. */
const PATH = /^\/graphql(?:\/realtime)?\/?$/;

export const upgrade: Upgrade = (request, ctx) => {
  const startedMs = performance.now();
  const located = locateApi(request, ctx);
  if ('missing' in located || !PATH.test(located.path)) {
    noteMissing('missing' in located ? located.missing : located.path, request, 404, startedMs, ctx);
    return Promise.resolve({
      refused: { status: 404, headers: { 'content-type': 'application/json' }, body: '{"errors":[{"errorType":"NotFoundException"}]}' },
    });
  }
  const offered = (request.headers['sec-websocket-protocol'] ?? '').split(',').map((each) => each.trim());
  if (!offered.includes(PROTOCOL)) {
    const message = `The sub-protocol must be ${PROTOCOL}.`;
    return Promise.resolve({
      refused: {
        status: 400,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ errors: [{ errorType: 'NoProtocolError', message }] }),
      },
    });
  }
  const inProtocol = offered.find((each) => each.startsWith(HEADER_PREFIX))?.slice(HEADER_PREFIX.length);
  const headers = decodedHeader(inProtocol ?? request.query.get('header') ?? undefined);
  const handshake = { apiId: located.api.id, headers, sourceIp: request.remoteAddress, ctx: located.there.detached() };
  const limits = { messageBytes: MAX_MESSAGE_BYTES, frameBytes: MAX_MESSAGE_BYTES };
  return Promise.resolve({ accepted: { protocol: PROTOCOL, limits, opened: (socket) => new Connection(handshake, socket) } });
};
