// WebSocket handshakes of subscriptions: who is let in is decided by the first message.
import type { ClientSocket, Upgrade } from '#core/upgrade';
import { Connection } from '#services/appsync/websocket/connection';
import { EventConnection } from '#services/appsync/websocket/event-connection';
import { decodedHeader } from '#services/appsync/websocket/start-subscription';
import { locateApi } from './locate.ts';
import { noteMissing } from './note-answer.ts';

/** Limit: bytes of a message of a client with subscriptions. */
const MAX_MESSAGE_BYTES = 240 * 1024;
/** Limit: bytes of a message of a client of an Event API. */
const MAX_EVENT_MESSAGE_BYTES = 1_200_000;
const GRAPHQL_PROTOCOL = 'graphql-ws';
const EVENT_PROTOCOL = 'aws-appsync-event-ws';
const HEADER_PREFIX = 'header-';
/** `/graphql` of the host for subscriptions, and `/graphql/realtime` where the API's own host takes them. */
const GRAPHQL_PATH = /^\/graphql(?:\/realtime)?\/?$/;
const EVENT_PATH = /^\/event\/realtime\/?$/;

export const upgrade: Upgrade = (request, ctx) => {
  const startedMs = performance.now();
  const located = locateApi(request, ctx);
  const isEvents = 'events' in located;
  const found = isEvents ? located.events : located;
  if ('missing' in found || !(isEvents ? EVENT_PATH : GRAPHQL_PATH).test(found.path)) {
    noteMissing('missing' in found ? found.missing : found.path, request, 404, startedMs, ctx);
    return Promise.resolve({
      refused: { status: 404, headers: { 'content-type': 'application/json' }, body: '{"errors":[{"errorType":"NotFoundException"}]}' },
    });
  }
  const offered = (request.headers['sec-websocket-protocol'] ?? '').split(',').map((each) => each.trim());
  const protocol = isEvents ? EVENT_PROTOCOL : GRAPHQL_PROTOCOL;
  if (!offered.includes(protocol)) {
    const message = `The sub-protocol must be ${protocol}.`;
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
  const { remoteAddress: sourceIp, verifyMessage } = request;
  const path = request.path.replace(/(?:\/realtime)?\/?$/, '');
  const handshake = { apiId: found.api.id, headers, sourceIp, path, verifyMessage, ctx: found.there.detached() };
  const maxBytes = isEvents ? MAX_EVENT_MESSAGE_BYTES : MAX_MESSAGE_BYTES;
  const limits = { messageBytes: maxBytes, frameBytes: maxBytes };
  const opened = (socket: ClientSocket) => (isEvents ? new EventConnection(handshake, socket) : new Connection(handshake, socket));
  return Promise.resolve({ accepted: { protocol, limits, opened } });
};
