// The cost of a query on the server beside the call that costs least, and that of a mutation with many subscriptions beside the same one without.
import { once } from 'node:events';
import { AppSync } from '@aws-sdk/client-appsync';
import { WebSocket } from 'ws';
import { clientOf } from './apis.ts';
import { cpuInTurns, type Shot } from './load.ts';
import { startBuilt } from './process.ts';
import type { BenchRow } from './row.ts';

const LOAD = { count: 1000, rounds: 4, connections: 4 };
const PUBLISH_LOAD = { count: 20, rounds: 3, connections: 1 };
/** Microseconds over the floor: a query whose resolver in code asks no source. It took 490 on a busy machine with two processors. */
const QUERY_LIMIT_US = 700;
const CONNECTIONS = 10;
const SUBSCRIPTIONS = 100;
/** Microseconds of one mutation that all subscriptions are told of, over the same one without any: 16,700 on that machine. */
const PUBLISH_LIMIT_US = 30_000;

const CALLER: Shot = {
  headers: {
    'content-type': 'application/x-www-form-urlencoded',
    authorization: 'AWS4-HMAC-SHA256 Credential=test/20260101/us-east-1/sts/aws4_request, SignedHeaders=host, Signature=0',
  },
  body: 'Action=GetCallerIdentity&Version=2011-06-15',
};
const SCHEMA = `type Query { post(id: ID!): Post } type Mutation { put(id: ID!): Post quiet(id: ID!): Post } type Post { id: ID! title: String }
type Subscription { onPut: Post @aws_subscribe(mutations: ["put"]) }`;
const CODE =
  "export function request(ctx) { return { payload: { id: ctx.args.id, title: 'T' } }; } export function response(ctx) { return ctx.result; }";

async function createApi(url: string): Promise<{ readonly apiId: string; readonly key: string }> {
  const appsync = new AppSync(clientOf(url));
  const apiId = (await appsync.createGraphqlApi({ name: 'bench', authenticationType: 'API_KEY' })).graphqlApi!.apiId!;
  await appsync.startSchemaCreation({ apiId, definition: Buffer.from(SCHEMA) });
  await appsync.createDataSource({ apiId, name: 'none', type: 'NONE' });
  const runtime = { name: 'APPSYNC_JS' as const, runtimeVersion: '1.0.0' };
  for (const field of ['Query.post', 'Mutation.put', 'Mutation.quiet']) {
    const [typeName, fieldName] = field.split('.');
    await appsync.createResolver({ apiId, typeName, fieldName, dataSourceName: 'none', runtime, code: CODE });
  }
  return { apiId, key: (await appsync.createApiKey({ apiId })).apiKey!.id! };
}

/** A connection with as many subscriptions as it may have. */
async function listen(url: string, apiId: string, key: string): Promise<WebSocket> {
  const authorization = { host: 'localhost', 'x-api-key': key };
  const header = Buffer.from(JSON.stringify(authorization)).toString('base64url');
  const socket = new WebSocket(`${url.replace('http', 'ws')}/graphql/${apiId}/realtime`, ['graphql-ws', `header-${header}`]);
  await once(socket, 'open');
  socket.send('{"type":"connection_init"}');
  const data = JSON.stringify({ query: 'subscription { onPut { id title } }', variables: {} });
  const begun = new Promise<void>((resolve) => {
    let count = 0;
    socket.on('message', (message: Buffer) => {
      if (message.includes('"start_ack"') && ++count === SUBSCRIPTIONS) resolve();
    });
  });
  for (let id = 0; id < SUBSCRIPTIONS; id++)
    socket.send(JSON.stringify({ id: String(id), type: 'start', payload: { data, extensions: { authorization } } }));
  await begun;
  return socket;
}

export async function graphqlBench(): Promise<BenchRow[]> {
  const server = await startBuilt({}, 'ignore');
  try {
    const { apiId, key } = await createApi(server.url);
    const ask = (query: string): Shot => ({ path: `/graphql/${apiId}`, headers: { 'x-api-key': key }, body: JSON.stringify({ query }) });
    const [least, query] = await cpuInTurns({ server, shot: CALLER }, { server, shot: ask('{ post(id: "a") { id title } }') }, LOAD);
    const sockets = await Promise.all(Array.from({ length: CONNECTIONS }, () => listen(server.url, apiId, key)));
    const mutation = (field: string): Shot => ask(`mutation { ${field}(id: "a") { id title } }`);
    const [quiet, told] = await cpuInTurns({ server, shot: mutation('quiet') }, { server, shot: mutation('put') }, PUBLISH_LOAD);
    for (const socket of sockets) socket.terminate();
    return [
      {
        ...{ what: 'server CPU, a query whose resolver in code asks no source', figure: `${query.toFixed(0)} µs`, ratio: query - least },
        ...{ limit: QUERY_LIMIT_US, floor: `${least.toFixed(0)} µs, GetCallerIdentity; µs over it` },
      },
      {
        ...{
          what: `server CPU, a mutation that ${CONNECTIONS * SUBSCRIPTIONS} subscriptions are told of`,
          figure: `${told.toFixed(0)} µs`,
        },
        ...{ ratio: told - quiet, limit: PUBLISH_LIMIT_US, floor: `${quiet.toFixed(0)} µs, a mutation that nobody follows; µs over it` },
      },
    ];
  } finally {
    await server.stop();
  }
}
