// WebSocket handshakes of APIs: `$connect` decides before the 101.
import type { Ctx } from '#core/ctx';
import type { RouteResponse } from '#core/route';
import { newRoot } from '#core/traces/trace-header';
import type { Upgrade, UpgradeAnswer, UpgradeRequest } from '#core/upgrade';
import { isDefaultEndpoint, locateApi } from '#services/apigateway/addresses/locate';
import { noteMissed } from '#services/apigateway/calls/note-request';
import { jsonAnswer } from '#services/apigateway/http/answers';
import { apis, deployments, stages } from '#services/apigateway/http-state';
import { connectContext } from '#services/apigateway/websocket/events';
import { keepConnection } from '#services/apigateway/websocket/keep-connection';
import { noteRoute } from '#services/apigateway/websocket/note-route';
import { RouteLog } from '#services/apigateway/websocket/route-log';
import { runRoute } from '#services/apigateway/websocket/run-route';
import { Session } from '#services/apigateway/websocket/session';

/** Limit: bytes of a message from a WebSocket client. */
const MAX_MESSAGE_BYTES = 128 * 1024;
/** Limit: bytes of a frame from a WebSocket client. */
const MAX_FRAME_BYTES = 32 * 1024;
const ID_LENGTH = 15;
const ID_ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-';

export const upgrade: Upgrade = async (request, ctx) => {
  const startedMs = performance.now();
  const session = open(request, ctx);
  if (!session) return refuse(unknownSocket(request, ctx));
  const route = session.route('$connect');
  const log = new RouteLog(session, connectContext(session));
  let protocol: string | undefined;
  if (route) {
    const end = await runRoute({ kind: 'CONNECT', route, session, log, startedMs });
    if ('refused' in end) return refuse(jsonAnswer(end.status, end.refused));
    if (end.status < 200 || end.status > 299)
      return refuse({ status: end.status, headers: { 'content-type': 'application/json' }, body: end.body });
    protocol = end.headers['sec-websocket-protocol'];
  } else {
    log.answered(200);
    noteRoute({ kind: 'CONNECT', status: 101, route: '$connect', requestId: log.context.requestId, startedMs }, session);
  }
  const limits = { messageBytes: MAX_MESSAGE_BYTES, frameBytes: MAX_FRAME_BYTES };
  return { accepted: { protocol, limits, opened: (socket) => keepConnection(session, socket) } };
};

const refuse = (refused: RouteResponse): UpgradeAnswer => ({ refused });

function unknownSocket({ host, path }: UpgradeRequest, ctx: Ctx): RouteResponse {
  const reason = `no stage of a WebSocket API takes handshakes at ${path} of ${host}`;
  noteMissed({ method: 'CONNECT', path, reason, resource: `API ${host}`, status: 403 }, ctx);
  return jsonAnswer(403, 'Forbidden');
}

function open(request: UpgradeRequest, ctx: Ctx): Session | undefined {
  const located = locateApi(request, ctx);
  if (located?.owner.protocol !== 'WEBSOCKET') return undefined;
  const { there, owner, path } = located;
  const [, first = ''] = path.split('/');
  const name = located.stage ?? first;
  const api = there.records(apis).get([owner.id]);
  const stage = name === '' ? undefined : there.records(stages).get([owner.id, name]);
  const deployment = stage?.deploymentId === undefined ? undefined : there.records(deployments).get([owner.id, stage.deploymentId]);
  if (!api || !stage || !deployment || (api.disableExecuteApiEndpoint && isDefaultEndpoint(request))) return undefined;
  const connectionId = `${there.random(ID_LENGTH, ID_ALPHABET)}=`;
  const traceId = request.headers['x-amzn-trace-id'] ?? newRoot(there);
  return new Session({ ctx: there.detached(), api, stage, deployment, request, traceId, connectionId, connectedMs: there.now() });
}
