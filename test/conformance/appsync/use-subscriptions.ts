// An API whose mutation is followed by subscriptions, and clients that listen.
import type { TestEmulator } from '../../support/emulator.ts';
import { open } from '../apigatewayv2/use-sockets.ts';
import { createApi } from './use-api.ts';

const SCHEMA = `
type Query { a: String }
type Mutation { put(id: ID!, size: Int, tag: String): Post clear(tag: String): String }
type Post { id: ID! size: Int tag: String }
type Subscription {
  onPut(tag: String): Post @aws_subscribe(mutations: ["put"])
  onBig(size: Int): Post @aws_subscribe(mutations: ["put"])
  onSecret: Post @aws_subscribe(mutations: ["put"]) @aws_iam
}
`;

export async function socketOf(
  api: { uris: Record<string, string>; key: string },
  url = api.uris['REALTIME']!,
  credentials: Readonly<Record<string, string>> = { 'x-api-key': api.key },
) {
  const host = new URL(api.uris['GRAPHQL']!).host;
  const authorization = { host, ...credentials };
  const header = Buffer.from(JSON.stringify(authorization)).toString('base64url');
  const client = await open(url, { protocols: ['graphql-ws', `header-${header}`] });
  client.socket.send('{"type":"connection_init"}');
  const next = async (): Promise<Record<string, unknown>> => JSON.parse(await client.next()) as Record<string, unknown>;
  const start = (id: string, query: string, variables: object = {}) =>
    client.socket.send(
      JSON.stringify({ id, type: 'start', payload: { data: JSON.stringify({ query, variables }), extensions: { authorization } } }),
    );
  return { client, next, start };
}

export async function putApi(emulator: TestEmulator) {
  const api = await createApi(emulator, SCHEMA);
  await api.resolver(
    'Mutation.put',
    'export function request(ctx) { return { payload: ctx.args }; } export function response(ctx) { return ctx.result; }',
  );
  await api.resolver(
    'Mutation.clear',
    "import { extensions } from '@aws-appsync/utils'; export function request(ctx) { extensions.invalidateSubscriptions({ subscriptionField: 'onBig', payload: { tag: ctx.args.tag } }); return { payload: 'ok' }; } export function response(ctx) { return ctx.result; }",
  );
  await api.resolver(
    'Subscription.onBig',
    "import { extensions, util } from '@aws-appsync/utils'; export function request(ctx) { return { payload: null }; } export function response(ctx) { extensions.setSubscriptionFilter(util.transform.toSubscriptionFilter({ size: { ge: ctx.args.size } })); extensions.setSubscriptionInvalidationFilter({ filterGroup: [{ filters: [{ fieldName: 'tag', operator: 'eq', value: 'old' }] }] }); return null; }",
  );
  return api;
}
