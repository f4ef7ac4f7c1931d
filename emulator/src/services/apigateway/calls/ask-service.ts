// Integrations with services of the cloud: `arn:aws:apigateway:REGION:SERVICE:path/…` and `…:action/NAME`, answered by the services that are here.
import type { Ctx } from '#core/ctx';
import { withinTime } from '#core/time/within-time';
import { table } from '#lib/table';

type Pairs = readonly (readonly [name: string, value: string])[];

export interface ServiceRequest {
  readonly uri: string;
  readonly method: string;
  readonly headers: Pairs;
  readonly query: Pairs;
  readonly body: Buffer;
  /** ARN of the role of the integration. */
  readonly role: string | undefined;
  readonly timeoutMs: number;
  readonly traceHeader?: string | undefined;
}

export interface ServiceAnswer {
  readonly status: number;
  readonly headers: Pairs;
  readonly body: Buffer;
}

/** Why there is no answer. */
export interface ServiceFailure {
  readonly failed: string;
  readonly isTimeout: boolean;
}

const URI = /^arn:[^:]+:apigateway:([^:]+):(?:([^:]+)\.)?([a-z0-9-]+):(path|action)\/(.*)$/s;
/** Services whose operations are named by a header; others take `Action=` (recorded), unless the request has such a header of its own. */
const TARGETS: Readonly<Record<string, string>> = table({
  dynamodb: 'DynamoDB_20120810',
  kinesis: 'Kinesis_20131202',
  states: 'AWSStepFunctions',
});
const FORM = 'application/x-www-form-urlencoded';

/** Parameters of the query and of a body that is a form, together. */
function formOf(parameters: URLSearchParams, type: string | undefined, body: Buffer): Buffer {
  const own = type?.startsWith(FORM) ? body.toString() : '';
  return Buffer.from([parameters.toString(), own].filter(Boolean).join('&'));
}

export async function askService(request: ServiceRequest, ctx: Ctx): Promise<ServiceAnswer | ServiceFailure> {
  const { uri, method, headers, query, body, role, timeoutMs, traceHeader } = request;
  const [, region, sub, service, kind, rest = ''] = URI.exec(uri) ?? [];
  if (region === undefined || service === undefined) return { failed: `the URI ${uri} names no service`, isTimeout: false };
  const isAction = kind === 'action';
  const [rawPath = '', pathQuery = ''] = isAction ? ['', ''] : rest.split('?', 2);
  const target = isAction ? TARGETS[service] : undefined;
  const lower = Object.fromEntries(headers.map(([name, value]) => [name.toLowerCase(), value]));
  const isForm = isAction && target === undefined && lower['x-amz-target'] === undefined;
  const parameters = new URLSearchParams(query.map(([name, value]): [string, string] => [name, value]));
  if (isForm) parameters.set('Action', rest);
  const rawQuery = [pathQuery, isForm ? '' : parameters.toString()].filter(Boolean).join('&');
  const sent = {
    ...lower,
    host: `${sub ? `${sub}.` : ''}${service}.${region}.amazonaws.com`,
    ...(isForm && { 'content-type': FORM }),
    ...(target !== undefined && { 'x-amz-target': `${target}.${rest}`, 'content-type': 'application/x-amz-json-1.0' }),
  };
  const call = ctx.ask(
    {
      method,
      path: `/${rawPath.replace(/^\//, '')}`,
      rawQuery,
      headers: sent,
      body: isForm ? formOf(parameters, lower['content-type'], body) : body,
    },
    { withRole: role?.startsWith('arn:aws') ? role : undefined, traceHeader, region },
  );
  const answer = await withinTime(call, timeoutMs, ctx);
  if (answer === 'timeout') return { failed: `no answer in ${timeoutMs / 1000} seconds`, isTimeout: true };
  if (!answer) return { failed: `there is no service ${service} here`, isTimeout: false };
  return { status: answer.status, headers: Object.entries(answer.headers), body: Buffer.from(answer.body) };
}
