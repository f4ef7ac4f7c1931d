// WebSocket handshakes of APIs: `$connect` decides before the 101.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import type { RouteResponse } from '#core/route';
import { requestName } from '#core/traces/http-run';
import type { Upgrade, UpgradeAnswer, UpgradeRequest } from '#core/upgrade';
import type { Route } from '#model/apigatewayv2';
import { locateApi } from '#services/apigateway/addresses/locate';
import { newTrace } from '#services/apigateway/calls/new-trace';
import { jsonAnswer } from '#services/apigateway/http/answers';
import { apis, deployments, stages } from '#services/apigateway/http-state';
import { API_MISSING } from '#services/apigateway/messages';
import { authorizeConnect, type ConnectRefusal, connectRefusal } from '#services/apigateway/websocket/authorize-connect';
import { lacksKey, missingParameters } from '#services/apigateway/websocket/check-message';
import { connectContext } from '#services/apigateway/websocket/events';
import { keepConnection } from '#services/apigateway/websocket/keep-connection';
import { noteRoute, type RouteOutcome } from '#services/apigateway/websocket/note-route';
import { RouteLog } from '#services/apigateway/websocket/route-log';
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
  const note = (status: number, failure?: RouteOutcome['failure']): void =>
    noteRoute({ kind: 'CONNECT', status, route: '$connect', requestId: log.context.requestId, startedMs, failure }, session);
  let protocol: string | undefined;
  if (route) {
    const refusal = (await authorizeConnect(route, session, log)) ?? refusedParameters(route, session);
    if (refusal) {
      note(refusal.refused.status, { reason: refusal.reason, remedy: refusal.remedy, isRefusal: true });
      log.refused(refusal.message, refusal.reason, refusal.refused.status);
      return refuse(refusal.refused);
    }
    const answer = await session.connect(route, log);
    if ('failed' in answer) {
      note(502, { reason: answer.failed, remedy: answer.remedy });
      log.refused('Internal server error', answer.failed, 502);
      return refuse(jsonAnswer(502, 'Internal server error'));
    }
    log.answered(answer.status);
    note(answer.status);
    if (answer.status < 200 || answer.status > 299)
      return refuse({ status: answer.status, headers: { 'content-type': 'application/json' }, body: answer.body });
    protocol = answer.headers['sec-websocket-protocol'];
  } else {
    log.answered(200);
    note(101);
  }
  const limits = { messageBytes: MAX_MESSAGE_BYTES, frameBytes: MAX_FRAME_BYTES };
  return { accepted: { protocol, limits, opened: (socket) => keepConnection(session, socket) } };
};

const refuse = (refused: RouteResponse): UpgradeAnswer => ({ refused });

function unknownSocket({ host, path }: UpgradeRequest, ctx: Ctx): RouteResponse {
  const reason = `no stage of a WebSocket API takes handshakes at ${path} of ${host}`;
  ctx.report(API_MISSING, { reason }, { what: 'request', resource: `API ${host}`, name: requestName('CONNECT', path, 403) });
  return jsonAnswer(403, 'Forbidden');
}

function refusedParameters(route: Frozen<Route>, session: Session): ConnectRefusal | undefined {
  if (lacksKey(route, session)) return connectRefusal(403, 'Forbidden', 'the client has no API key of a usage plan of this stage');
  const missing = missingParameters(route, session);
  if (missing.length === 0) return undefined;
  const message = `Missing required request parameters: [${missing.join(', ')}]`;
  return connectRefusal(400, message, message);
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
  if (!api || !stage || !deployment || (api.disableExecuteApiEndpoint && /\.execute-api\./.test(request.host))) return undefined;
  const connectionId = `${there.random(ID_LENGTH, ID_ALPHABET)}=`;
  const traceId = request.headers['x-amzn-trace-id'] ?? newTrace(there);
  return new Session({ ctx: there.detached(), api, stage, deployment, request, traceId, connectionId, connectedMs: there.now() });
}
