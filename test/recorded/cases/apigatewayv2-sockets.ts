// Facts about WebSocket APIs from tests that passed on the cloud. The tests answer through `@connections`; here replies tell the same.
import { ANY, NONE, type RecordedCase, type RecordedCases, type Step } from '../case.ts';
import { offline, opens, STAGE, sends, socketApi } from '../socket-steps.ts';

const RECORDED = '2019-09';
const INTERNAL = { message: 'Internal server error', connectionId: /^[\w-]+=$/, requestId: /^[\w-]+=$/ };
const plain = { service: 'execute-api', unsigned: true };
const connections = '/@connections/{one}';
const named: Step[] = [opens(), { socket: 'one', send: '{"action":"who"}', as: 'one' }];
const main = (title: string, test: string, steps: readonly Step[], routes: readonly string[] = []): RecordedCase => ({
  ...{ title, source: offline('main', test), recorded: RECORDED },
  steps: [...socketApi({ routes: ['$connect', '$default', 'seen', 'who', ...routes] }), ...steps],
});
const guarded = (title: string, test: string, steps: readonly Step[]): RecordedCase => ({
  ...{ title, source: offline('authorizer', test), recorded: RECORDED },
  steps: [...socketApi({ routes: ['$connect', 'echo', 'seen'], isGuarded: true }), ...steps],
});

/** Members of `requestContext` in all events. */
const context = (eventType: string, routeKey: string) => ({
  ...{ apiId: '{api.ApiId}', connectionId: ANY, domainName: ANY, eventType, extendedRequestId: ANY, messageDirection: 'IN' },
  ...{
    requestId: ANY,
    requestTime: /^\d\d\/\w{3}\/\d{4}:\d\d:\d\d:\d\d \+0000$/,
    routeKey,
    stage: 'dev',
    connectedAt: ANY,
    requestTimeEpoch: ANY,
  },
});
const identity = (more: object = {}) => ({ sourceIp: ANY, ...more });
const handshake = {
  ...{ Host: /^127\.0\.0\.1:\d+$/, 'Sec-WebSocket-Extensions': ANY, 'Sec-WebSocket-Key': ANY, 'Sec-WebSocket-Version': '13' },
  ...{ 'X-Amzn-Trace-Id': /^Root=1-[\da-f]{8}-[\da-f]{24}$/, 'X-Forwarded-For': '127.0.0.1' },
  ...{ 'X-Forwarded-Port': /^\d+$/, 'X-Forwarded-Proto': 'http' },
};
const each = (values: object) => Object.fromEntries(Object.entries(values).map(([name, value]) => [name, [value]]));

const cases: RecordedCase[] = [
  main(
    'a request that is no handshake is told to upgrade, below every path',
    'should request to upgrade to WebSocket when receiving an HTTP request',
    [
      { http: `GET ${STAGE}/1`, status: 426, ...plain },
      { http: `GET ${STAGE}/1/2`, status: 426, ...plain },
    ],
  ),
  main('a client opens a WebSocket and learns its id', 'should open a WebSocket; should receive client connection info', [
    opens(),
    sends('{"action":"who"}', /^[\w-]+=$/),
  ]),
  main(
    'a message without a route, or without an action, goes to $default',
    'should call default handler when no such action exists; … when no action provided',
    [
      opens(),
      sends('{"action":"action1"}', '$default got {"action":"action1"}'),
      sends('{"hello":"world"}', '$default got {"hello":"world"}'),
    ],
  ),
  {
    title: 'a route is selected by a member of a member',
    source: offline('RouteSelection', "should call action 'echo' handler located at service.do"),
    recorded: RECORDED,
    steps: [
      ...socketApi({ routes: ['echo'], selection: '$request.body.service.do' }),
      opens(),
      sends('{"service":{"do":"echo"}}', 'echo got {"service":{"do":"echo"}}'),
    ],
  },
  main(
    'a failure and a function without an answer are told as an internal server error',
    'should respond when having an internal server error; should get error when handler does not respond; should respond with error when calling callback(error)',
    [opens(), sends('{"action":"fail"}', INTERNAL), sends('{"action":"silent"}', INTERNAL)],
    ['fail', 'silent'],
  ),
  main(
    'the status of $connect refuses a handshake',
    'should not open a connection when connect function returns an error; should get the error when trying to open WebSocket and connect function returns an error',
    [opens('one', { open: `${STAGE}?status=400`, refusal: 400 })],
  ),
  main(
    'an exception of $connect is a 502',
    'should not open a connection when connect function throwing an exception; should get 502 when trying to open WebSocket and having an exeption in connect function',
    [opens('one', { open: `${STAGE}?exception=1`, refusal: 502 })],
  ),
  main(
    'a $connect that answers nothing is a 502',
    'should not open a connection when connect function not answer; should get 502 when trying to open WebSocket and connect function not answer',
    [opens('one', { open: `${STAGE}?silent=1`, refusal: 502 })],
  ),
  main('data is sent to clients by their ids', 'should send & receive data; should be able to receive messages via REST API', [
    ...named,
    {
      http: `POST ${STAGE}${connections}`,
      service: 'execute-api',
      headers: { 'content-type': 'text/plain' },
      body: 'Hello World!',
      status: 200,
    },
    { socket: 'one', hears: 'Hello World!' },
  ]),
  main(
    'a client that was never there, or is gone, is 410',
    'should not send to non existing client; should receive error code when sending to a recently closed client via REST API; … when deleting a previously closed client via REST API',
    [
      { http: `POST ${STAGE}/@connections/aJz0Md6VoAMCIbQ=`, service: 'execute-api', body: 'Hello World!', status: 410 },
      ...named,
      { socket: 'one', close: true },
      { http: `POST ${STAGE}${connections}`, service: 'execute-api', body: 'Hello World!', status: 410 },
      { http: `DELETE ${STAGE}${connections}`, service: 'execute-api', status: 410 },
    ],
  ),
  main('a connection is ended by its id', 'should be able to close connections via REST API', [
    ...named,
    { http: `DELETE ${STAGE}${connections}`, service: 'execute-api', status: 204 },
  ]),
  main(
    'comings and goings are events, each with its id',
    'should connect & disconnect',
    [
      opens('listener'),
      ...named,
      {
        socket: 'listener',
        send: '{"action":"seen"}',
        hears: { CONNECT: { requestContext: { connectionId: '{one}' } }, DISCONNECT: NONE },
      },
      { socket: 'one', close: true },
      { socket: 'listener', send: '{"action":"seen"}', hears: { DISCONNECT: { requestContext: { connectionId: '{one}' } } } },
    ],
    ['$disconnect'],
  ),
  main(
    'the query and the headers of the handshake are in the event of $connect',
    'should be able to parse query string in connect; should be able to get headers in connect; should be able to get Authorization header in connect',
    [
      opens('one', { open: `${STAGE}?now=1&before=2`, headers: { hello: 'world', Authorization: 'Basic ZGF2aWQ6MTIzNA==' } }),
      sends('{"action":"seen"}', {
        CONNECT: { queryStringParameters: { now: '1', before: '2' }, headers: { hello: 'world', Authorization: 'Basic ZGF2aWQ6MTIzNA==' } },
      }),
      opens('two'),
      sends('{"action":"seen"}', { CONNECT: { queryStringParameters: NONE } }, 'two'),
    ],
  ),
  main('the events of $connect and of a message have these members', 'should receive correct call info (event only)', [
    opens(),
    sends('{"action":"seen"}', {
      CONNECT: {
        ...{ isBase64Encoded: false, headers: { ...handshake, Connection: NONE, Upgrade: NONE }, multiValueHeaders: each(handshake) },
        requestContext: { ...context('CONNECT', '$connect'), messageId: NONE, identity: identity() },
      },
      MESSAGE: {
        ...{ isBase64Encoded: false, body: '{"action":"seen"}', headers: NONE },
        requestContext: { ...context('MESSAGE', 'seen'), messageId: ANY, identity: identity() },
      },
    }),
  ]),
  main(
    'the event of $disconnect has the host and empty headers',
    'should receive correct call info (event only)',
    [
      opens('listener'),
      opens(),
      { socket: 'one', close: true },
      sends(
        '{"action":"seen"}',
        {
          DISCONNECT: {
            ...{ isBase64Encoded: false, headers: { Host: ANY, 'x-api-key': '', 'x-restapi': '' } },
            multiValueHeaders: { Host: ANY, 'x-api-key': [''], 'x-restapi': [''] },
            requestContext: { ...context('DISCONNECT', '$disconnect'), identity: identity() },
          },
        },
        'listener',
      ),
    ],
    ['$disconnect'],
  ),
  {
    ...main('what is not known of a client is null in its identity', 'should receive correct call info (event only)', [
      opens(),
      sends('{"action":"seen"}', {
        MESSAGE: { requestContext: { identity: identity({ userAgent: null, accountId: null, caller: null, cognitoIdentityId: null }) } },
      }),
    ]),
    differs: 'events of later years leave out what is not known: their identity has the address, and the agent where there is one',
  },
  guarded('an authorizer lets good clients in', 'should open a WebSocket with good auth', [
    opens('one', { headers: { Auth123: 'good' } }),
    sends('{"action":"echo"}', 'echo got {"action":"echo"}'),
  ]),
  guarded(
    'clients without the identity source are 401',
    'should not open a WebSocket with no auth; should get 401 when trying to open WebSocket with no auth',
    [opens('one', { refusal: 401 })],
  ),
  guarded(
    'clients that the policy denies are 403',
    'should not open a WebSocket with bad auth; should get 403 when trying to open WebSocket with incorrect auth',
    [opens('one', { headers: { Auth123: 'bad' }, refusal: 403 })],
  ),
  guarded('an authorizer that fails lets nobody in', 'should not open a WebSocket with auth function throwing exception', [
    opens('one', { headers: { Auth123: 'broken' }, refusal: 500 }),
  ]),
  guarded('the event of the authorizer has all headers of the handshake', 'should receive correct call info', [
    opens('one', { headers: { Auth123: 'good' } }),
    sends('{"action":"seen"}', {
      AUTHORIZER: {
        ...{ type: 'REQUEST', methodArn: /^arn:aws:execute-api:.*\/dev\/\$connect$/, stageVariables: {}, queryStringParameters: {} },
        ...{ multiValueQueryStringParameters: {}, isBase64Encoded: NONE, body: NONE },
        headers: { ...handshake, Auth123: 'good', Connection: 'upgrade', Upgrade: 'websocket', 'content-length': '0' },
        multiValueHeaders: each({ ...handshake, Auth123: 'good', Connection: 'upgrade', Upgrade: 'websocket', 'content-length': '0' }),
        requestContext: { ...context('CONNECT', '$connect'), identity: identity() },
      },
    }),
  ]),
];

export const recorded: RecordedCases = { service: 'apigatewayv2', cases };
