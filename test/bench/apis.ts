// The cost of requests to APIs on the server, each beside the request that costs least of its kind; templates and routes alone, in this process.
import { APIGateway } from '@aws-sdk/client-api-gateway';
import { ApiGatewayV2 } from '@aws-sdk/client-apigatewayv2';
import { Lambda } from '@aws-sdk/client-lambda';
import { compileTemplate } from '#lib/vtl/compile';
import { toValue, type Value } from '#lib/vtl/values';
import { Router } from '#services/apigateway/program/router';
import { InputVariable } from '#services/apigateway/variables/input-variable';
import { UTIL } from '#services/apigateway/variables/util-variable';
import { handler, ROLE } from '../conformance/lambda/fixture.ts';
import { cpuInTurns, type Shot } from './load.ts';
import { startBuilt } from './process.ts';
import type { BenchRow } from './row.ts';
import { idleRow, messageRow } from './sockets.ts';

/** Many rounds: the first thousands of requests of a kind are slow, and the machine is slow at times. */
const LOAD = { count: 150, rounds: 12, connections: 4 };
/** A function takes longer than all else. */
const FUNCTION_LOAD = { ...LOAD, rounds: 8 };
/** Microseconds over the floor. */
const LIMIT_US = 60;
const TEMPLATE_LIMIT_US = 25;
const MATCH_LIMIT_US = 1;
const ROUTES = 600;

/** Clients of the emulator that is measured. */
export const clientOf = (endpoint: string) => ({
  endpoint,
  region: 'us-east-1',
  credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
});
export const functionArn = (name: string): string => `arn:aws:lambda:us-east-1:000000000000:function:${name}`;

/** A function that everybody may call, APIs included. */
export async function createFunction(lambda: Lambda, name: string): Promise<void> {
  const ZipFile = handler('return { statusCode: 200, body: "{}" };');
  await lambda.createFunction({ FunctionName: name, Role: ROLE, Runtime: 'nodejs20.x', Handler: 'index.handler', Code: { ZipFile } });
  await lambda.addPermission({
    ...{ FunctionName: name, StatementId: 'api', Action: 'lambda:InvokeFunction', Principal: 'apigateway.amazonaws.com' },
  });
}

const get = (path: string, headers: Readonly<Record<string, string>> = {}): Shot => ({ method: 'GET', path, headers, body: '' });
const CALLER: Shot = {
  headers: {
    'content-type': 'application/x-www-form-urlencoded',
    authorization: 'AWS4-HMAC-SHA256 Credential=test/20260101/us-east-1/sts/aws4_request, SignedHeaders=host, Signature=0',
  },
  body: 'Action=GetCallerIdentity&Version=2011-06-15',
};

export async function apisBench(): Promise<BenchRow[]> {
  const emulator = await startBuilt({ FUNCTION_SYNCHRONOUS_CREATE: '1' }, 'ignore');
  try {
    const lambda = new Lambda(clientOf(emulator.url));
    await createFunction(lambda, 'warm');
    const requests = await shots(emulator.url, lambda);
    const row = async (what: string, [shot, load]: readonly [Shot, object], floor: Shot, name: string): Promise<BenchRow> => {
      const [least, ours] = await cpuInTurns({ server: emulator, shot: floor }, { server: emulator, shot }, load);
      return overFloor(what, ours, least, name);
    };
    return [
      await row('HTTP API to a warm function', [requests.http, FUNCTION_LOAD], requests.url, 'its function URL'),
      await row('REST API, MOCK', [requests.mock, LOAD], requests.caller, 'GetCallerIdentity'),
      templateRow(),
      matchRow(),
      await messageRow(emulator, lambda),
      await idleRow(),
    ];
  } finally {
    await emulator.stop();
  }
}

/** Requests to the APIs, and those that they are measured beside. */
async function shots(endpoint: string, lambda: Lambda) {
  return {
    url: await urlShot(lambda),
    http: get(`/_execute-api/${await httpApi(endpoint)}/`),
    mock: get(`/_execute-api/${await mockApi(endpoint)}/dev/`),
    caller: CALLER,
  };
}

/** Server CPU per request beside that of the floor. */
export const overFloor = (what: string, ours: number, least: number, floor: string): BenchRow => ({
  what: `server CPU, ${what}`,
  figure: `${ours.toFixed(0)} µs`,
  ratio: ours - least,
  limit: LIMIT_US,
  floor: `${least.toFixed(0)} µs, ${floor}; µs over it`,
});

async function urlShot(lambda: Lambda): Promise<Shot> {
  const { FunctionUrl = '' } = await lambda.createFunctionUrlConfig({ FunctionName: 'warm', AuthType: 'NONE' });
  const open = { FunctionName: 'warm', Principal: '*' };
  await lambda.addPermission({ ...open, StatementId: 'url', Action: 'lambda:InvokeFunctionUrl', FunctionUrlAuthType: 'NONE' });
  await lambda.addPermission({ ...open, StatementId: 'all', Action: 'lambda:InvokeFunction', InvokedViaFunctionUrl: true });
  return get('/', { host: new URL(FunctionUrl).host });
}

async function httpApi(endpoint: string): Promise<string> {
  const api = new ApiGatewayV2(clientOf(endpoint));
  const { ApiId = '' } = await api.createApi({ Name: 'bench', ProtocolType: 'HTTP', Target: functionArn('warm') });
  return ApiId;
}

async function mockApi(endpoint: string): Promise<string> {
  const api = new APIGateway(clientOf(endpoint));
  const { id: restApiId = '', rootResourceId: resourceId } = await api.createRestApi({ name: 'bench' });
  const method = { restApiId, resourceId, httpMethod: 'GET' };
  await api.putMethod({ ...method, authorizationType: 'NONE' });
  await api.putMethodResponse({ ...method, statusCode: '200' });
  await api.putIntegration({ ...method, type: 'MOCK', requestTemplates: { 'application/json': '{"statusCode": 200}' } });
  await api.putIntegrationResponse({ ...method, statusCode: '200', responseTemplates: { 'application/json': '{"from":"mock"}' } });
  await api.createDeployment({ restApiId, stageName: 'dev' });
  return restApiId;
}

/** A template that hands on the body, all parameters and the context, as the console's does. */
const PASSTHROUGH = `#set($all = $input.params())
{
"body" : $input.json('$'),
"params" : {
#foreach($kind in $all.keySet())
  #set($values = $all.get($kind))
"$kind" : {
  #foreach($name in $values.keySet())
  "$name" : "$util.escapeJavaScript($values.get($name))"
    #if($foreach.hasNext),#end
  #end
}
  #if($foreach.hasNext),#end
#end
},
"context" : {
  "api" : "$context.apiId", "method" : "$context.httpMethod", "stage" : "$context.stage", "ip" : "$context.identity.sourceIp",
  "agent" : "$context.identity.userAgent", "request" : "$context.requestId", "path" : "$context.resourcePath"
}
}`;

function templateRow(): BenchRow {
  const template = compileTemplate(PASSTHROUGH);
  const parameters = {
    path: { id: '7' },
    querystring: { a: '1', b: '2' },
    header: Object.fromEntries(['Accept', 'Host', 'Content-Type', 'User-Agent', 'X-Forwarded-For'].map((name) => [name, `of ${name}`])),
  };
  const context = toValue({
    ...{ apiId: 'a', httpMethod: 'GET', stage: 'dev', requestId: 'r', resourcePath: '/' },
    identity: { sourceIp: '127.0.0.1', userAgent: 'bench' },
  });
  const body = JSON.stringify({ order: 7, items: ['one', 'two'] });
  const us = leastUs(5000, () => {
    const input = new InputVariable(body, parameters);
    template(
      new Map<string, Value>([
        ['input', input],
        ['util', UTIL],
        ['context', context],
      ]),
    );
  });
  return { what: 'a template that passes everything on', figure: `${us.toFixed(1)} µs`, ratio: us, limit: TEMPLATE_LIMIT_US };
}

function matchRow(): BenchRow {
  const routes = Array.from({ length: ROUTES }, (_, at) => ({
    ...{ path: `/things${at % 60}/{id}/parts${at}`, method: 'GET', value: at },
  }));
  const router = new Router(routes, { decodes: false, ignoresTrailingSlash: true });
  const paths = routes.map(({ path }) => path.replace('{id}', '9'));
  let at = 0;
  const us = leastUs(50_000, () => {
    at = (at + 7) % ROUTES;
    if (router.match('GET', paths[at]!)?.value !== at) throw new Error(`no route ${at}`);
  });
  return { what: `one of ${ROUTES} routes found`, figure: `${us.toFixed(2)} µs`, ratio: us, limit: MATCH_LIMIT_US };
}

/** Microseconds of CPU a time, the least of five rounds after a first one. */
function leastUs(count: number, run: () => void): number {
  const round = (): number => {
    const before = process.cpuUsage();
    for (let at = 0; at < count; at++) run();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / count;
  };
  round();
  return Math.min(...Array.from({ length: 5 }, round));
}
