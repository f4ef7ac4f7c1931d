// An open WebSocket: its messages go to routes, its end to `$disconnect`; idle ones and old ones are ended on the emulator's clock.
import type { Ctx } from '#core/ctx';
import type { ClientSocket, SocketListener } from '#core/upgrade';
import { table } from '#lib/table';
import { problemOf } from './check-message.ts';
import { type Connection, connectionsOf } from './connections.ts';
import { disconnectContext, messageContext } from './events.ts';
import { noteRoute, type RouteOutcome } from './note-route.ts';
import { RouteLog } from './route-log.ts';
import type { Session } from './session.ts';

/** Limit: time without a message after which a WebSocket connection ends. */
const MAX_IDLE_MS = 10 * 60_000;
/** Limit: time that a WebSocket connection lasts. */
const MAX_LIFE_MS = 2 * 60 * 60_000;
const NOT_TEXT = 1003;
const GOING_AWAY = 1001;
/** The statuses that messages to the client stand for. */
const STATUS: Readonly<Record<string, number>> = table({ Forbidden: 403, 'Invalid request body': 400 });

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
  const { requestId } = log.context;
  const asked = session.asRequest(requestId);
  const note = (status: number, failure?: RouteOutcome['failure']): void =>
    noteRoute({ kind: 'MESSAGE', status, route: route?.RouteKey ?? '', requestId, startedMs, failure }, asked);
  const refuse = (text: string, reason: string, remedy?: string): Promise<void> => {
    note(STATUS[text] ?? 500, { reason, remedy });
    log.refused(text, reason);
    return tell(socket, JSON.stringify({ message: text, connectionId: id, requestId }));
  };
  if (!route) return refuse('Forbidden', 'no route is for the message, and there is no $default');
  const problem = await problemOf(route, message, asked);
  if (problem) return refuse(problem.message, problem.reason);
  const result = await asked.message(route, message, log);
  if ('failed' in result) return refuse('Internal server error', result.failed, result.remedy);
  note(result.status);
  log.answered(result.status);
  if (session.answers(route) && result.body !== '') await tell(socket, result.body);
}

/** The client may have gone in the meantime. */
const tell = (socket: ClientSocket, text: string): Promise<void> => socket.send(text).catch(() => undefined);

async function disconnected(session: Session, code: number, reason: string): Promise<void> {
  const startedMs = performance.now();
  session.renew();
  const route = session.route('$disconnect');
  const log = new RouteLog(session, disconnectContext(session, code, reason));
  const asked = session.asRequest(log.context.requestId);
  const outcome = { kind: 'DISCONNECT', route: '$disconnect', requestId: log.context.requestId, startedMs } as const;
  if (!route) return log.answered(200);
  const result = await asked.disconnect(route, log);
  if (!('failed' in result)) {
    noteRoute({ ...outcome, status: result.status }, asked);
    return log.answered(result.status);
  }
  noteRoute({ ...outcome, status: 500, failure: { reason: result.failed, remedy: result.remedy } }, asked);
  log.refused('Internal server error', result.failed);
}
