// Requests over HTTP outside the cloud's API, and what files cause.
import { CognitoIdentityProvider } from '@aws-sdk/client-cognito-identity-provider';
import { S3 } from '@aws-sdk/client-s3';
import { expect } from 'vitest';
import { open } from '../../conformance/apigatewayv2/use-sockets.ts';
import { putApi, socketOf } from '../../conformance/appsync/use-subscriptions.ts';
import { body } from '../../conformance/lambda/use-folders.ts';
import { allowApis, apiOf, askRest, askUrl } from '../../scenarios/why/ask-apis.ts';
import type { Way } from './way.ts';

const sendOtlp = (url: string, message: object) =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-aws-log-group': 'none', 'x-aws-log-stream': 'none' },
    body: JSON.stringify(message),
  });
const request = (name: RegExp) => ({ kind: 'run', what: 'request', name: expect.stringMatching(name) });

export const REQUEST_WAYS: readonly Way[] = [
  {
    title: 'a request to a function URL',
    entries: ['lambda open route /_function-url/'],
    go: (place) => askUrl(place, 'orders', true).then(() => undefined),
    step: request(/^GET \/orders → 200/),
  },
  {
    title: 'a request to a REST API',
    entries: ['apigateway open route /_execute-api/'],
    go: async (place) => {
      await allowApis(place, 'orders');
      await askRest(place);
      return undefined;
    },
    step: request(/^GET \/dev\/orders of API shop → 200/),
  },
  {
    title: 'a request to an HTTP API',
    entries: ['apigatewayv2 open route /_execute-api/'],
    go: async (place) => {
      await allowApis(place, 'orders');
      await fetch(`${await apiOf(place, 'HTTP', 'GET /orders')}/orders`);
      return undefined;
    },
    step: request(/^GET \/dev\/orders of API shop → 200/),
  },
  {
    title: 'a message to a WebSocket API',
    entries: ['apigatewayv2 sockets /_execute-api/', 'apigateway sockets /_execute-api/'],
    go: async (place) => {
      await allowApis(place, 'orders');
      const client = await open(await apiOf(place, 'WEBSOCKET', '$default'));
      client.socket.send('{"action":"list"}');
      await place.emulator.idle();
      client.socket.close();
      await client.closed;
      return undefined;
    },
    step: request(/MESSAGE \$default|\$default/),
  },
  {
    title: 'a request to a website',
    entries: ['s3 open route /_website/'],
    go: async ({ emulator }) => {
      const s3 = emulator.client(S3);
      await s3.createBucket({ Bucket: 'shop' });
      await s3.putBucketWebsite({ Bucket: 'shop', WebsiteConfiguration: { IndexDocument: { Suffix: 'index.html' } } });
      await fetch(`${emulator.url}/_website/shop/none.html`);
      return undefined;
    },
    step: request(/^GET \/none.html → 40\d/),
  },
  {
    title: 'a request to a user pool',
    entries: ['cognito-idp open route /_aws/cognito-idp/'],
    go: async ({ emulator }) => {
      const { UserPool } = await emulator.client(CognitoIdentityProvider).createUserPool({ PoolName: 'people' });
      await fetch(`${emulator.url}/${UserPool!.Id}/.well-known/jwks.json`);
      return undefined;
    },
    step: request(/\.well-known\/jwks\.json → 200/),
  },
  {
    title: 'spans of OpenTelemetry',
    entries: ['xray route /v1/traces'],
    go: async ({ emulator }) => {
      const startTimeUnixNano = `${emulator.clock.now()}000000`;
      const span = {
        traceId: 'a'.repeat(32),
        spanId: 'b'.repeat(16),
        name: 'GET /',
        kind: 2,
        startTimeUnixNano,
        endTimeUnixNano: startTimeUnixNano,
      };
      await sendOtlp(`${emulator.url}/v1/traces`, { resourceSpans: [{ scopeSpans: [{ spans: [span] }] }] });
      return undefined;
    },
    step: { kind: 'call', service: 'xray', operation: 'PutTraceSegments', failed: false },
  },
  {
    title: 'metrics of OpenTelemetry, which are refused',
    entries: ['cloudwatch route /v1/metrics'],
    go: async ({ emulator }) => {
      await sendOtlp(`${emulator.url}/v1/metrics`, { resourceMetrics: [] });
      return undefined;
    },
    step: { ...request(/^POST \/v1\/metrics → 501/), failed: true },
  },
  {
    title: 'log records of OpenTelemetry',
    entries: ['logs route /v1/logs'],
    go: async ({ emulator }) => {
      await sendOtlp(`${emulator.url}/v1/logs`, { resourceLogs: [{ scopeLogs: [{ logRecords: [{ body: { stringValue: 'x' } }] }] }] });
      return undefined;
    },
    step: { kind: 'call', service: 'logs', operation: 'PutLogEvents', failed: true },
  },
  {
    title: 'a query of a GraphQL API',
    entries: ['appsync open route /_appsync/'],
    go: async ({ emulator }) => {
      await (await putApi(emulator)).ask('mutation Put { put(id: "a") { id } }');
      return undefined;
    },
    step: request(/^mutation Put of API shop → 200/),
  },
  {
    title: 'a subscription of a GraphQL API',
    entries: ['appsync sockets /_appsync/'],
    go: async ({ emulator }) => {
      const { client, next, start } = await socketOf(await putApi(emulator));
      await next();
      await next();
      start('1', 'subscription { onPut { id } }');
      await next();
      client.socket.close();
      await client.closed;
      return undefined;
    },
    step: request(/^subscription onPut of API shop/),
  },
  {
    title: 'code that changes',
    go: async ({ folder, run, reloaded, invoke }) => {
      const code = folder({ 'index.js': body('return 1;') });
      await run('hot', code);
      await invoke('hot');
      await reloaded('hot', () => code.write({ 'index.js': body('return 2;') }));
      return undefined;
    },
    step: { kind: 'run', what: 'reload', resource: 'function hot', failed: false },
  },
];
