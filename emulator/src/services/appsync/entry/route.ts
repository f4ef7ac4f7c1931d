// Queries and mutations over HTTP.
import type { Ctx } from '#core/ctx';
import type { Route, RouteRequest, RouteResponse } from '#core/route';
import { authorize } from '#services/appsync/authorize/authorize';
import { Unauthorized } from '#services/appsync/authorize/caller';
import { answerEvents } from '#services/appsync/events/answer-events';
import { readRequest } from '#services/appsync/execute/read-request';
import { answerQuery } from './answer-query.ts';
import { type LocatedApi, locateApi } from './locate.ts';
import { noteAnswer, noteMissing } from './note-answer.ts';

/** Limit: bytes of a request to a GraphQL API. */
const MAX_BODY = 1024 * 1024;
const CORS = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'x-amzn-RequestId,x-amzn-ErrorType,x-amz-user-agent,x-amzn-ErrorMessage,Date,x-amz-schema-version',
};
const PREFLIGHT = {
  ...CORS,
  'access-control-allow-methods': 'OPTIONS,POST',
  'access-control-allow-headers': '*',
  'access-control-max-age': '172800',
};

export const route: Route = async (request, ctx) => {
  const startedMs = performance.now();
  const located = locateApi(request, ctx);
  if ('missing' in located) {
    const answer = refusal(404, 'NotFoundException', 'The API does not exist.', ctx);
    noteMissing(located.missing, request, answer.status, startedMs, ctx);
    return answer;
  }
  if (request.method === 'OPTIONS') return { status: 200, headers: PREFLIGHT };
  if ('events' in located) {
    const { api, there, path } = located.events;
    const { status, body, name, reason } = await answerEvents(api, path, request, there);
    noteAnswer({ api, name, status, reason, startedMs }, there);
    return { status, headers: headersOf(there), body: JSON.stringify(body) };
  }
  const { answer, reason, name } = await answered(located, request);
  noteAnswer({ api: located.api, name, status: answer.status, reason, startedMs }, located.there);
  return answer;
};

interface Answered {
  readonly answer: RouteResponse;
  /** The operation: `query posts`. */
  readonly name: string;
  /** Why there are errors; undefined without any. */
  readonly reason?: string | undefined;
}

async function answered({ api, there, path, domainName }: LocatedApi, request: RouteRequest): Promise<Answered> {
  const refuse = (status: number, type: string, message: string, reason = message): Answered => ({
    ...{ answer: refusal(status, type, message, there), name: 'a request', reason },
  });
  if (path.replace(/\/$/, '') !== '/graphql') return refuse(404, 'NotFoundException', `The API has nothing at ${path}.`);
  if (request.method !== 'POST') return refuse(405, 'MethodNotAllowedException', 'Queries are sent by POST.');
  const body = await request.body();
  if (body.length > MAX_BODY) return refuse(413, 'RequestEntityTooLargeException', `A request can have at most ${MAX_BODY} bytes.`);
  const query = readRequest(Buffer.from(body).toString());
  try {
    const operation = typeof query === 'string' ? { query: undefined, operationName: undefined, variables: {} } : query;
    const verifySignature = () => request.verifySignature(body, 'appsync');
    const { headers, remoteAddress: sourceIp } = request;
    const caller = await authorize({ api, headers, sourceIp, verifySignature, operation, requestId: there.requestId, ctx: there });
    if (typeof query === 'string') return refuse(400, 'MalformedHttpRequestException', query);
    const result = await answerQuery({ api, query, caller, request: { headers: without(headers), domainName } }, there);
    if ('refused' in result) return refuse(400, result.refused.type, result.refused.message);
    return {
      answer: { status: 200, headers: { ...headersOf(there), ...result.headers }, body: result.text },
      name: result.name,
      reason: result.reason,
    };
  } catch (error) {
    if (!(error instanceof Unauthorized)) throw error;
    return refuse(401, 'UnauthorizedException', error.message, error.reason);
  }
}

const headersOf = ({ requestId }: Pick<Ctx, 'requestId'>) => ({
  'content-type': 'application/json;charset=UTF-8',
  'x-amzn-requestid': requestId,
  'x-amzn-appsync-tokensconsumed': '1',
  ...CORS,
});

/** Headers whose values are missing are none. */
const without = (headers: RouteRequest['headers']): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter((entry): entry is [string, string] => entry[1] !== undefined));

function refusal(status: number, errorType: string, message: string, ctx: Ctx): RouteResponse {
  return {
    status,
    headers: { ...headersOf(ctx), 'x-amzn-errortype': errorType },
    body: JSON.stringify({ errors: [{ errorType, message }] }),
  };
}
