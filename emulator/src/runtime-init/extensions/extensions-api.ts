// The Extensions, Telemetry and Logs APIs over HTTP: paths, headers and refusals. Their effects are decided elsewhere.

import type { IncomingMessage, ServerResponse } from 'node:http';
import { table } from '#lib/table';
import { ACCEPTED, forbidden, headerOf, type Refusal, readBody, refuse, sendJson } from '#runtime-init/http-answers';
import type { FurtherApi } from '#runtime-init/runtime-api';
import { parseSubscription, type Subscription } from '#runtime-init/telemetry/telemetry-subscription';
import type { Extension } from './extension.ts';
import type { Extensions } from './extensions.ts';

export interface FunctionIdentity {
  readonly functionName: string;
  readonly functionVersion: string;
  readonly handler: string;
  readonly accountId: string;
}

export const identityOf = ({ functionName, functionVersion, handler, accountId }: FunctionIdentity): FunctionIdentity => ({
  ...{ functionName, functionVersion, handler, accountId },
});

export interface ExtensionsApiParts {
  readonly identity: FunctionIdentity;
  readonly extensions: Extensions;
  /** False when subscriptions are closed. */
  subscribe(name: string, subscription: Subscription): boolean;
}

/** Limit: bytes of a request to the Extensions API. */
const MAX_BYTES = 1 << 20;
const BASE = '/2020-01-01/extension';
const SUBSCRIPTION_PATHS: Readonly<Record<string, Subscription['api']>> = table({
  '/2022-07-01/telemetry': 'telemetry',
  '/2020-08-15/logs': 'logs',
});
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export function extensionsApi(parts: ExtensionsApiParts): FurtherApi {
  return (request, response) => {
    const { method } = request;
    const url = request.url ?? '';
    if (method === 'POST' && url === `${BASE}/register`) return withBody(request, (body) => register(parts, request, response, body));
    const api = method === 'PUT' ? SUBSCRIPTION_PATHS[url] : undefined;
    const error = method === 'POST' ? /^\/2020-01-01\/extension\/(init|exit)\/error$/.exec(url)?.[1] : undefined;
    const next = method === 'GET' && url === `${BASE}/event/next`;
    if (!api && !error && !next) return false;
    const extension = callerOf(parts.extensions, headerOf(request, 'lambda-extension-identifier'));
    return withBody(request, (body) => {
      if ('errorMessage' in extension) return refuse(response, extension);
      if (next) return nextEvent(parts.extensions, extension, response);
      if (error) return giveUp(parts.extensions, extension, error === 'init' ? 'InitError' : 'ExitError', request, response);
      return subscribe(parts, extension, api as Subscription['api'], body, response);
    });
  };
}

function withBody(request: IncomingMessage, answer: (body: Uint8Array) => void): true {
  readBody(
    request,
    MAX_BYTES,
    (body) => answer(body ?? new Uint8Array()),
    () => undefined,
  );
  return true;
}

function callerOf(extensions: Extensions, id: string | undefined): Extension | Refusal {
  if (!id) return forbidden('Extension.MissingExtensionIdentifier', 'Missing Lambda-Extension-Identifier header');
  if (!UUID.test(id)) return forbidden('Extension.InvalidExtensionIdentifier', 'Invalid Lambda-Extension-Identifier');
  return extensions.byId(id) ?? forbidden('Extension.UnknownExtensionIdentifier', `Unknown extension ${id}`);
}

function register({ identity, extensions }: ExtensionsApiParts, request: IncomingMessage, response: ServerResponse, body: Uint8Array) {
  const name = headerOf(request, 'lambda-extension-name');
  if (!name) return refuse(response, forbidden('Extension.InvalidExtensionName', 'Empty extension name'));
  const extension = extensions.register(name, body);
  if ('errorMessage' in extension) return refuse(response, extension);
  const { accountId, ...known } = identity;
  const features = (headerOf(request, 'lambda-extension-accept-feature') ?? '').split(',').map((feature) => feature.trim());
  const answer = features.includes('accountId') ? { ...known, accountId } : known;
  sendJson(response, 200, answer, { 'Lambda-Extension-Identifier': extension.id });
}

function nextEvent(extensions: Extensions, extension: Extension, response: ServerResponse): void {
  const refusal = extensions.next(extension, (event, eventId) => {
    if (response.destroyed || response.writableEnded) return false;
    sendJson(response, 200, event, { 'Lambda-Extension-Event-Identifier': eventId });
    return true;
  });
  if (refusal) refuse(response, refusal);
}

function giveUp(
  extensions: Extensions,
  extension: Extension,
  when: 'InitError' | 'ExitError',
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const errorType = headerOf(request, 'lambda-extension-function-error-type');
  const refusal = errorType
    ? extensions.giveUp(extension, when, errorType)
    : forbidden('Extension.MissingHeader', 'Lambda-Extension-Function-Error-Type not found');
  if (refusal) refuse(response, refusal);
  else sendJson(response, 202, ACCEPTED);
}

function subscribe(parts: ExtensionsApiParts, { name }: Extension, api: Subscription['api'], body: Uint8Array, response: ServerResponse) {
  const subscription = parseSubscription(api, body);
  if (typeof subscription === 'string') return refuse(response, { status: 400, errorType: 'ValidationError', errorMessage: subscription });
  if (parts.subscribe(name, subscription)) return sendJson(response, 200, 'OK');
  const title = api === 'logs' ? 'Logs' : 'Telemetry';
  refuse(response, forbidden(`${title}.SubscriptionClosed`, `${title} API subscription is closed already`));
}
