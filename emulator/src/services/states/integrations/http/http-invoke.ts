// HTTP tasks: any endpoint over HTTP, authorized by a connection. https://docs.aws.amazon.com/step-functions/latest/dg/call-https-apis.html
import type { Ctx } from '#core/ctx';
import { ExchangeError, type HttpAnswer, type HttpExchange } from '#lib/http-exchange';
import { TaskFailure, type TaskRequest } from '#services/states/integrations/task-request';
import { RUNTIME } from '#services/states/language/faults';
import type { Json } from '#services/states/language/json';
import { readJson } from '#services/states/language/read-json';
import { type ConnectionParts, connectionParts, forgetToken } from './connection.ts';
import { type HttpTask, readHttpTask, requestOf } from './http-task.ts';
import { traceOf } from './http-trace.ts';
import { headersOf, send } from './send.ts';

/** Kinds of content that a result cannot hold. */
const BINARY = /^(?:application\/octet-stream|image\/|video\/|audio\/)/i;
const REFUSED_TOKEN = new Set([401, 407]);
const NOTHING: ConnectionParts = { headers: [], query: [], body: [] };

/** @throws TaskFailure */
export async function invokeHttp(task: TaskRequest, ctx: Ctx): Promise<Json> {
  const invocation = readHttpTask(task.parameters);
  const parts = await connectionParts(invocation.connectionArn, task, ctx);
  const request = requestOf(invocation, parts, ctx.region);
  const { tracing } = task;
  const shown = tracing?.revealsSecrets ? request : requestOf(invocation, NOTHING, ctx.region);
  tracing?.note(traceOf(shown, undefined));
  const answer = await answerTo(request, ctx);
  tracing?.note(traceOf(shown, answer));
  return resultOf(answer, invocation, ctx);
}

async function answerTo(request: HttpExchange, ctx: Ctx): Promise<HttpAnswer> {
  try {
    return await send(request, ctx);
  } catch (error) {
    if (!(error instanceof ExchangeError)) throw error;
    throw new TaskFailure('States.Http.Socket', `${request.url.host}: ${error.message}`);
  }
}

/** The body of a refusal is lost: its cause is the words of the status. */
function resultOf(answer: HttpAnswer, { connectionArn }: HttpTask, ctx: Ctx): Json {
  const { status, statusText } = answer;
  if (REFUSED_TOKEN.has(status)) forgetToken(connectionArn, ctx);
  if (status < 200 || status > 299) throw new TaskFailure(`States.Http.StatusCode.${status}`, statusText);
  return { Headers: headersOf(answer), ResponseBody: bodyOf(answer), StatusCode: status, StatusText: statusText };
}

function bodyOf({ headers, body }: HttpAnswer): Json {
  const type = headers['content-type'] ?? '';
  if (BINARY.test(type) || body.includes('\ufffd'))
    throw new TaskFailure(RUNTIME, `The response of an HTTP task must be text, but its content type is ${type || 'not given'}.`);
  if (!/\bjson\b/i.test(type)) return body;
  try {
    return readJson(body);
  } catch {
    return body;
  }
}
