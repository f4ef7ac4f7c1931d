// Every way in over HTTP has its place in the traces: a request to an open route, or a handshake, is a run that the file named here notes.
import { describe, expect, it } from 'vitest';
import { SERVICES } from '#service-list';
import { read } from './sources.ts';

type Traced = Readonly<Record<string, readonly string[]>>;
interface Routed {
  readonly name: string;
  readonly openRoutes?: readonly { readonly prefix: string; readonly upgrade?: unknown }[];
  readonly routes?: object;
}

/** By service and prefix: the files that note requests and handshakes. */
const TRACED: Traced = {
  'lambda /_function-url/': ['lambda/urls/url-outcome.ts'],
  'apigateway /_execute-api/': ['apigateway/calls/note-request.ts', 'apigateway/websocket/note-route.ts'],
  'apigatewayv2 /_execute-api/': ['apigateway/calls/note-request.ts', 'apigateway/websocket/note-route.ts'],
  'cognito-idp /_aws/cognito-idp/': ['cognito-idp/open-route.ts'],
  'appsync /_appsync/': ['appsync/entry/note-answer.ts', 'appsync/websocket/note-subscription.ts'],
  's3 /_website/': ['s3/website/answer-website.ts'],
};
/** Routes of `routes` that are not for people and tools alone, and leave no run: each with the reason. */
const UNTRACED: Readonly<Record<string, string>> = {
  'cloudwatch /v1/metrics': 'refuses all requests',
  'logs /v1/logs': 'calls PutLogEvents, which is in the trace',
  'xray /v1/traces': 'calls PutTraceSegments, which is in the trace',
  'sns /SimpleNotificationService-': 'a certificate, which verifiers of messages read',
};

const NOTE = 'note its requests (ctx.noteRun, ctx.report) and name the file here';
const notes = (file: string): boolean => /\bctx\.noteRun\(/.test(read(`emulator/src/services/${file}`));

function untracedOpenRoutes(services: readonly Routed[], traced: Traced): string[] {
  const open = services.flatMap(({ name, openRoutes = [] }) => openRoutes.map((route) => ({ ...route, key: `${name} ${route.prefix}` })));
  const missing = open.filter(({ key }) => !traced[key]).map(({ key }) => `${key}: ${NOTE}`);
  const gone = Object.keys(traced).filter((key) => !open.some((route) => route.key === key));
  const unheard = open.filter(({ key, upgrade }) => upgrade && !traced[key]?.some((file) => file.includes('websocket')));
  return [
    ...missing,
    ...gone.map((key) => `${key}: no service has this route any more`),
    ...unheard.map(({ key }) => `${key}: name the file that notes its handshakes`),
  ];
}

function untracedRoutes(services: readonly Routed[]): string[] {
  const others = services.flatMap(({ name, routes = {} }) => Object.keys(routes).map((prefix) => `${name} ${prefix}`));
  return others.filter((route) => !/ \/_cloud\//.test(route) && !UNTRACED[route]);
}

it('each open route notes its requests as runs, and each handshake', () => {
  expect(untracedOpenRoutes(SERVICES, TRACED)).toEqual([]);
  expect(
    Object.values(TRACED)
      .flat()
      .filter((file) => !notes(file)),
  ).toEqual([]);
});

it('all other routes are tools of the emulator, or say why they leave no run', () => {
  expect(untracedRoutes(SERVICES)).toEqual([]);
});

describe('the rule finds', () => {
  const planted: Routed = { name: 'shop', openRoutes: [{ prefix: '/_shop/' }], routes: { '/orders/': {}, '/_cloud/shop/': {} } };
  const traced: Traced = { 'shop /_shop/': ['shop/answer.ts'] };

  it.each([
    ['an open route that nobody notes', untracedOpenRoutes([planted], {}), `shop /_shop/: ${NOTE}`],
    ['a route that is gone', untracedOpenRoutes([{ name: 'shop' }], traced), 'shop /_shop/: no service has this route any more'],
    [
      'handshakes that nobody notes',
      untracedOpenRoutes([{ name: 'shop', openRoutes: [{ prefix: '/_shop/', upgrade: {} }] }], traced),
      'shop /_shop/: name the file that notes its handshakes',
    ],
    ['another route', untracedRoutes([planted]), 'shop /orders/'],
  ])('%s', (_, found, problem) => {
    expect(found).toEqual([problem]);
  });

  it('a file that notes nothing', () => {
    expect(['sqs/state.ts', 's3/website/answer-website.ts'].filter((file) => !notes(file))).toEqual(['sqs/state.ts']);
  });
});
