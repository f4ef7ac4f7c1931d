// Mistakes behind function URLs and APIs.
import { open } from '../../conformance/apigatewayv2/use-sockets.ts';
import { createApi } from '../../conformance/appsync/use-api.ts';
import { allowApis, apiOf, askRest, askUrl } from './ask-apis.ts';
import { functionArn, type Mistake, ROLE } from './mistake.ts';

export const API_MISTAKES: readonly Mistake[] = [
  {
    title: 'a function behind a URL throws',
    make: async (place) => {
      await place.create('orders', `throw new TypeError('no table orders');`);
      await askUrl(place, 'orders', true);
    },
    line: /error lambda orders failed: TypeError: no table orders/,
    cause: /orders failed: TypeError: no table orders/,
    subjects: ['orders', 'GET /orders', 'URL_FAILED'],
    told: [/function orders GET \/orders → 502|request orders GET \/orders → 502/],
    followed: ['URL_FAILED'],
  },
  {
    title: 'a function URL lacks its permission',
    make: async (place) => {
      await place.create('orders', 'return 1;');
      await askUrl(place, 'orders', false);
    },
    line: /warn lambda A caller without a signature may not call \S+:orders through its URL/,
    cause: /A caller without a signature may not call \S+:orders through its URL/,
    subjects: ['orders', 'GET /orders'],
    told: [/aws lambda add-permission --function-name orders/],
  },
  {
    title: 'a function behind an HTTP API throws',
    make: async (place) => {
      await place.create('orders', `throw new TypeError('no table orders');`);
      await allowApis(place, 'orders');
      await fetch(`${await apiOf(place, 'HTTP', 'GET /orders')}/orders`);
    },
    line: /error lambda orders failed: TypeError: no table orders/,
    cause: /orders failed: TypeError: no table orders/,
    subjects: ['orders', 'shop', 'GET /orders', 'shop GET /orders', '/orders'],
    told: [/GET \/dev\/orders of API shop → 500/],
    followed: ['API_INTEGRATION_FAILED'],
  },
  {
    title: 'an HTTP API has no such route',
    make: async (place) => {
      await place.create('orders', 'return 1;');
      await fetch(`${await apiOf(place, 'HTTP', 'GET /orders')}/order`);
    },
    line: /warn apigateway API \w+ refused a request to -: no route takes GET \/order; the stage dev has GET \/orders/,
    cause: /refused a request to -: no route takes GET \/order; the stage dev has GET \/orders/,
    subjects: ['shop', '/dev/order'],
  },
  {
    title: 'a function answers a REST API in another shape',
    make: async (place) => {
      await place.create('orders', 'return { orders: [] };');
      await allowApis(place, 'orders');
      await askRest(place);
    },
    line: /warn apigateway the integration of GET \/orders of API \w+ failed: the answer of the function is not understood: it has the members orders/,
    cause: /the answer of the function is not understood: it has the members orders, and may have statusCode/,
    subjects: ['shop', 'GET /orders', 'orders'],
  },
  {
    title: 'a REST API may not call its function',
    make: async (place) => {
      await place.create('orders', 'return { statusCode: 200 };');
      await askRest(place);
    },
    line: /warn apigateway the integration of GET \/orders of API \w+ failed: .*AccessDenied/,
    cause: /the integration of GET \/orders of API \w+ failed: .*AccessDenied/,
    subjects: ['shop', 'GET /orders', 'orders'],
    told: [/aws lambda add-permission --function-name orders/],
  },
  {
    title: 'a function behind a GraphQL API throws',
    make: async (place) => {
      await place.create('orders', `throw new TypeError('no table orders');`);
      const { appsync, apiId, ask } = await createApi(place.emulator, 'type Query { orders: String }');
      const lambdaConfig = { lambdaFunctionArn: functionArn('orders') };
      await appsync.createDataSource({ apiId, name: 'orders', type: 'AWS_LAMBDA', serviceRoleArn: ROLE, lambdaConfig });
      await appsync.createResolver({ apiId, typeName: 'Query', fieldName: 'orders', dataSourceName: 'orders' });
      await ask('{ orders }');
    },
    line: /error lambda orders failed: TypeError: no table orders/,
    cause: /orders failed: TypeError: no table orders/,
    subjects: ['orders', 'shop', 'query orders'],
    told: [/query orders of API shop → 200/],
    followed: ['GRAPHQL_FAILED'],
  },
  {
    title: 'a mapping template fails',
    make: (place) =>
      askRest(place, { integration: { type: 'MOCK', requestTemplates: { 'application/json': '#foreach($item in' }, uri: undefined } }),
    line: /warn apigateway the integration of GET \/orders of API \w+ failed: the mapping template failed/,
    cause: /the integration of GET \/orders of API \w+ failed: the mapping template failed/,
    subjects: ['shop', 'GET /orders'],
  },
  {
    title: 'an authorizer throws',
    make: async (place) => {
      await place.create('orders', 'return { statusCode: 200 };');
      await place.create('gate', `throw new Error('no key set');`);
      for (const name of ['orders', 'gate']) await allowApis(place, name);
      await askRest(place, { gate: 'gate' });
    },
    line: /error lambda gate failed: Error: no key set/,
    cause: /gate failed: Error: no key set/,
    subjects: ['gate', 'shop', 'GET /orders'],
    followed: ['API_REFUSED'],
  },
  {
    title: 'an authorizer denies',
    make: async (place) => {
      const Statement = '[{ Action: "execute-api:Invoke", Effect: "Deny", Resource: event.methodArn }]';
      await place.create('orders', 'return { statusCode: 200 };');
      await place.create('gate', `return { principalId: 'me', policyDocument: { Version: '2012-10-17', Statement: ${Statement} } };`);
      for (const name of ['orders', 'gate']) await allowApis(place, name);
      await askRest(place, { gate: 'gate' });
    },
    line: /warn apigateway API \w+ refused a request to GET \/orders: the policy that the authorizer answered denies execute-api:Invoke/,
    cause: /refused a request to GET \/orders: the policy that the authorizer answered denies execute-api:Invoke on arn/,
    subjects: ['shop', 'GET /orders'],
  },
  {
    title: 'a WebSocket API may not call its function',
    make: async (place) => {
      await place.create('orders', 'return { statusCode: 200 };');
      const client = await open(await apiOf(place, 'WEBSOCKET', '$default'));
      client.socket.send('{"action":"list"}');
      await client.next();
      client.socket.close();
      await client.closed;
    },
    line: /warn apigateway the integration of \$default of API \w+ failed: .*AccessDenied/,
    cause: /the integration of \$default of API \w+ failed: .*AccessDenied/,
    subjects: ['shop', 'MESSAGE'],
    told: [/aws lambda add-permission --function-name orders/],
  },
];
