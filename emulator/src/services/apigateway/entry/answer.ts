// Answers requests to APIs: finds the API and hands the request to the data plane of its kind.
import type { Ctx } from '#core/ctx';
import type { Route, RouteRequest, RouteResponse } from '#core/route';
import { type LocatedApi, locateApi } from '#services/apigateway/addresses/locate';
import { noteMissed } from '#services/apigateway/calls/note-request';
import { answerHttp } from '#services/apigateway/http/answer-http';
import { jsonAnswer } from '#services/apigateway/http/answers';
import { answerRest } from '#services/apigateway/rest/answer-rest';
import { answerConnections, isConnectionsPath } from '#services/apigateway/websocket/connections-route';

const HOST_ID = /^([a-z0-9-]+)\.execute-api\./;

export const route: Route = async (request, ctx) => {
  const located = locateApi(request, ctx);
  if (!located) return unknownApi(request, ctx);
  switch (located.owner.protocol) {
    case 'HTTP':
      return answerHttp(located, request);
    case 'WEBSOCKET':
      return answerSocketApi(located, request, ctx);
    case 'REST':
      return answerRest(located, request);
  }
};

async function answerSocketApi(located: LocatedApi, request: RouteRequest, ctx: Ctx): Promise<RouteResponse> {
  if (isConnectionsPath(located.path)) return answerConnections(located, request, ctx);
  return { status: 426, headers: { upgrade: 'WebSocket', connection: 'Upgrade', 'content-type': 'text/plain' }, body: 'Upgrade Required' };
}

/** A host name of an API that there is not, or a domain that is mapped to nothing for this path. */
function unknownApi({ host, path, method }: RouteRequest, ctx: Ctx): RouteResponse {
  const id = HOST_ID.exec(host)?.[1] ?? /^\/_execute-api\/([^/]*)/.exec(path)?.[1];
  const reason = id === undefined ? `no API is mapped to ${path} of the domain ${host}` : `there is no API ${id}`;
  noteMissed({ method, path, reason, resource: `API ${id ?? host}`, status: 404 }, ctx);
  return id === undefined
    ? jsonAnswer(404, 'Not Found')
    : jsonAnswer(404, `The API id '${id}' does not correspond to a deployed API Gateway API`);
}
