// Every way in over HTTP has its place in the traces: a request to an open route, or a handshake, is a run that the file named here notes.
import { expect, it } from 'vitest';
import { SERVICES } from '#service-list';
import { read } from './sources.ts';

/** By service and prefix: the files that note requests and handshakes. */
const TRACED: Readonly<Record<string, readonly string[]>> = {
  'lambda /_function-url/': ['lambda/urls/url-outcome.ts'],
  'apigateway /_execute-api/': ['apigateway/calls/note-request.ts', 'apigateway/websocket/note-route.ts'],
  'apigatewayv2 /_execute-api/': ['apigateway/calls/note-request.ts', 'apigateway/websocket/note-route.ts'],
  'cognito-idp /_aws/cognito-idp/': ['cognito-idp/open-route.ts'],
  's3 /_website/': ['s3/website/answer-website.ts'],
};
/** Routes of `routes` that are not for people and tools alone, and leave no run: each with the reason. */
const UNTRACED: Readonly<Record<string, string>> = {
  'sns /SimpleNotificationService-': 'a certificate, which verifiers of messages read',
};

const withUpgrade = SERVICES.flatMap(({ name, openRoutes = [] }) =>
  openRoutes.filter(({ upgrade }) => upgrade).map(({ prefix }) => `${name} ${prefix}`),
);

it('each open route notes its requests as runs, and each handshake', () => {
  const open = SERVICES.flatMap(({ name, openRoutes = [] }) => openRoutes.map(({ prefix }) => `${name} ${prefix}`));
  expect(
    open.filter((route) => !TRACED[route]).map((route) => `${route}: note its requests (ctx.noteRun, ctx.report) and name the file here`),
  ).toEqual([]);
  expect(Object.keys(TRACED).filter((route) => !open.includes(route))).toEqual([]);
  for (const file of Object.values(TRACED).flat()) expect(read(`emulator/src/services/${file}`), file).toMatch(/\bctx\.noteRun\(/);
  for (const route of withUpgrade)
    expect(
      TRACED[route]?.some((file) => file.includes('websocket')),
      route,
    ).toBe(true);
});

it('all other routes are tools of the emulator, or say why they leave no run', () => {
  const others = SERVICES.flatMap(({ name, routes = {} }) => Object.keys(routes).map((prefix) => `${name} ${prefix}`));
  expect(others.filter((route) => !/ \/_cloud\//.test(route) && !UNTRACED[route])).toEqual([]);
});
