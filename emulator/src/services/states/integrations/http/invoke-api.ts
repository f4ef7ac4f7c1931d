// Calls of APIs of API Gateway: https://docs.aws.amazon.com/step-functions/latest/dg/connect-api-gateway.html
import type { Ctx } from '#core/ctx';
import { ExchangeError, type HttpAnswer } from '#lib/http-exchange';
import { type SigningKey, signedHeaders } from '#lib/sign-v4';
import { table } from '#lib/table';
import { TaskFailure, type TaskRequest } from '#services/states/integrations/task-request';
import { isList, isObject, type Json, type JsonObject } from '#services/states/language/json';
import { readJson } from '#services/states/language/read-json';
import { headersOf, send } from './send.ts';

const WITH_BODY: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH']);
const SESSION_NAME = 'states';

/** @throws TaskFailure */
export async function invokeApi(task: TaskRequest, ctx: Ctx): Promise<Json> {
  const given = isObject(task.parameters) ? task.parameters : {};
  const parameters = given['AllowNullValues'] === true ? given : (withoutNulls(given) as JsonObject);
  const method = String(parameters['Method']).toUpperCase();
  const url = urlOf(parameters);
  const { RequestBody: sent } = parameters;
  const body = sent === undefined || sent === null || !WITH_BODY.has(method) ? undefined : JSON.stringify(sent);
  const headers: Record<string, string> = table({
    accept: 'application/json',
    ...(body !== undefined && { 'content-type': 'application/json' }),
  });
  for (const [name, values] of pairsOf(parameters['Headers'])) headers[name.toLowerCase()] = values.join(',');
  const { AuthType = 'NO_AUTH' } = parameters;
  const signed = AuthType === 'NO_AUTH' ? {} : await signatureOf({ method, url, body }, task, ctx);
  try {
    return resultOf(await send({ method, url, headers: { ...headers, ...signed }, body }, ctx));
  } catch (error) {
    if (!(error instanceof ExchangeError)) throw error;
    throw new TaskFailure('ApiGateway.SdkClientException', `Unable to execute HTTP request: ${url.host}: ${error.message}`);
  }
}

/** Null values are left out, unless the task allows them. */
function withoutNulls(value: Json): Json {
  if (isList(value)) return value.map(withoutNulls);
  if (!isObject(value)) return value;
  const kept = Object.entries(value).filter(([, member]) => member !== null);
  return Object.fromEntries(kept.map(([name, member]) => [name, withoutNulls(member)]));
}

function urlOf(parameters: JsonObject): URL {
  const { ApiEndpoint, Stage, Path, QueryParameters } = parameters;
  const endpoint = String(ApiEndpoint);
  const parts = [endpoint, Stage, Path].filter((part) => part !== undefined && part !== '').map((part) => trimmed(String(part)));
  const text = `${/^https?:\/\//.test(endpoint) ? '' : 'https://'}${parts.join('/')}`;
  if (!URL.canParse(text)) throw new TaskFailure('States.Runtime', `The field 'ApiEndpoint' is no host name: ${endpoint}`);
  const url = new URL(text);
  for (const [name, values] of pairsOf(QueryParameters)) for (const value of values) url.searchParams.append(name, value);
  return url;
}

/** Without slashes at its ends. */
function trimmed(part: string): string {
  let [from, to] = [0, part.length];
  while (part[from] === '/') from++;
  while (to > from && part[to - 1] === '/') to--;
  return part.slice(from, to);
}

function pairsOf(value: Json | undefined): [name: string, values: string[]][] {
  if (!isObject(value)) return [];
  const textOf = (one: Json): string => (typeof one === 'string' ? one : JSON.stringify(one));
  return Object.entries(value).map(([name, values]) => [name, (isList(values) ? values : [values ?? '']).map(textOf)]);
}

/** The request is signed with a session of the task's role. */
async function signatureOf(
  { method, url, body }: { readonly method: string; readonly url: URL; readonly body: string | undefined },
  { roleArn }: TaskRequest,
  ctx: Ctx,
): Promise<Record<string, string>> {
  const input = { RoleArn: roleArn, RoleSessionName: SESSION_NAME };
  const as = { service: 'states.amazonaws.com', sourceAccount: ctx.account };
  const { Credentials } = await ctx.call('sts', 'AssumeRole', input, { as, isPlumbing: true });
  const { AccessKeyId = '', SecretAccessKey = '', SessionToken } = Credentials ?? {};
  const key: SigningKey = { accessKeyId: AccessKeyId, secretAccessKey: SecretAccessKey, sessionToken: SessionToken };
  return signedHeaders({ method, url, body, service: 'execute-api', region: ctx.region, atMs: ctx.now() }, key);
}

function resultOf(answer: HttpAnswer): Json {
  const { status, statusText, body } = answer;
  if (status >= 400) throw new TaskFailure(`ApiGateway.${status}`, body);
  return { Headers: headersOf(answer), ResponseBody: parsed(body), StatusCode: status, StatusText: statusText };
}

function parsed(body: string): Json {
  try {
    return readJson(body);
  } catch {
    return body;
  }
}
