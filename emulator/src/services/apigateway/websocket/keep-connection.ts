// An open WebSocket: its messages go to routes, its end to `$disconnect`; idle ones and old ones are ended on the emulator's clock.
import type { Ctx } from '#core/ctx';
import type { ClientSocket, SocketListener } from '#core/upgrade';
import { type Connection, connectionsOf } from './connections.ts';
import { disconnectContext, messageContext } from './events.ts';
import { RouteLog } from './route-log.ts';
import { runRoute } from './run-route.ts';
import type { Session } from './session.ts';

/** Limit: time without a message after which a WebSocket connection ends. */
const MAX_IDLE_MS = 10 * 60_000;
/** Limit: time that a WebSocket connection lasts. */
const MAX_LIFE_MS = 2 * 60 * 60_000;
const NOT_TEXT = 1003;
const GOING_AWAY = 1001;

export function keepConnection(session: Session, socket: ClientSocket): SocketListener {
  const { ctx, api, stage, request, connectionId: id, connectedMs } = session.parts;
  const connection: Connection = {
    ...{ id, api: api.id, stage: stage.name, connectedMs, lastActiveMs: ctx.now(), socket },
    sourceIp: request.remoteAddress,
    userAgent: request.headers['user-agent'] ?? '',
  };
  const connections = connectionsOf(ctx);
  connections.add(connection);
  const ended = `apigateway.connection/${id}`;
  // Rejects only when all state is replaced: the connection is closed then, too.
  endInTime(connection, ended, connections.get.bind(connections), ctx).catch(() => undefined);
  return {
    message: (data) => {
      connection.lastActiveMs = ctx.now();
      if (typeof data !== 'string') return socket.close(NOT_TEXT, 'Binary messages are not supported');
      void ctx.track(answer(session, connection, data));
    },
    closed: (code, reason) => {
      if (connections.get(id) !== connection) return;
      connections.delete(id);
      ctx.wake(ended);
      void ctx.track(disconnected(session, code, reason));
    },
  };
}

/** Waits for the earlier of the two limits; a message in between moves the idle one. */
async function endInTime(connection: Connection, ended: string, get: (id: string) => Connection | undefined, ctx: Ctx): Promise<void> {
  while (get(connection.id) === connection) {
    const lifeMs = connection.connectedMs + MAX_LIFE_MS;
    const idleMs = connection.lastActiveMs + MAX_IDLE_MS;
    const isEnded = await ctx.wait(ended, Math.min(lifeMs, idleMs));
    if (isEnded || ctx.signal.aborted) return;
    const now = ctx.now();
    if (now >= lifeMs || now >= connection.lastActiveMs + MAX_IDLE_MS) return connection.socket.close(GOING_AWAY, 'Going away');
  }
}

async function answer(session: Session, { socket, id }: Connection, message: string): Promise<void> {
  const startedMs = performance.now();
  session.renew();
  const route = session.routeOf(message);
  const log = new RouteLog(session, messageContext(session, route));
  const asked = session.asRequest(log.context.requestId);
  const end = await runRoute({ kind: 'MESSAGE', route, body: message, session: asked, log, startedMs });
  if ('refused' in end) await tell(socket, JSON.stringify({ message: end.refused, connectionId: id, requestId: log.context.requestId }));
  else if (route && session.answers(route) && end.body !== '') await tell(socket, end.body);
}

/** The client may have gone in the meantime. */
const tell = (socket: ClientSocket, text: string): Promise<void> => socket.send(text).catch(() => undefined);

async function disconnected(session: Session, code: number, reason: string): Promise<void> {
  const startedMs = performance.now();
  session.renew();
  const route = session.route('$disconnect');
  const log = new RouteLog(session, disconnectContext(session, code, reason));
  if (route) await runRoute({ kind: 'DISCONNECT', route, session: session.asRequest(log.context.requestId), log, startedMs });
  else log.answered(200);
}
