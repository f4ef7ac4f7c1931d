// Filter expressions over traces.
import { expect, it } from 'vitest';
import { found, newTraceId, nowS, put, segment, useXray } from './use-xray.ts';

useXray();

it('finds traces by keywords, comparisons, services, calls and annotations', async () => {
  const trace_id = newTraceId();
  const front = segment({
    ...{ trace_id, name: 'web', origin: 'AWS::EC2::Instance', user: 'ann', error: true, end_time: nowS() + 3 },
    annotations: { tenant: 'a"b', size: 12, isNew: true },
    http: { request: { url: 'http://web/a/b', method: 'GET', client_ip: '1.2.3.4', user_agent: 'curl' }, response: { status: 404 } },
    aws: { ec2: { instance_id: 'i-1', availability_zone: 'us-east-1a' }, resource_arn: 'arn:x' },
  });
  const back = segment({ trace_id, name: 'api', parent_id: front.id, fault: true, end_time: nowS() + 2 });
  const fine = segment({ name: 'fine' });
  await put(front, back, fine);
  const yes = [
    'error',
    'error = true',
    '!ok',
    'fault = false AND !ok',
    'responsetime > 2.5 AND responsetime <= 3.5',
    'duration >= 2.5',
    'http.status = 404',
    'http.status != 200',
    'http.url CONTAINS "/a/"',
    'http.url BEGINSWITH "http://web" AND http.url ENDSWITH "/b"',
    'http.method = "GET" and http.useragent = "curl" AND http.clientip = "1.2.3.4"',
    'user = "ann"',
    'annotation.tenant = "a\\"b"',
    'annotation[tenant] CONTAINS "a"',
    'annotation.size > 11 AND annotation.size != 13',
    'annotation.isNew = true AND annotation.isNew',
    'service("api")',
    'service("api") { fault }',
    'service("api") { fault AND responsetime > 1 }',
    'service(id(name: "web", type: "AWS::EC2::Instance")) { !fault }',
    'service(id(account.id: "000000000000", name: "api"))',
    'service() { fault }',
    'edge("web", "api")',
    'edge("web", "api") { fault }',
    'edge(id(name: "web"), id(name: "api"))',
    'service("nobody") OR (service("web") AND error)',
    '!(service("nobody") OR ok)',
    'availability.zone = "us-east-1a" AND instance.id = "i-1" AND resource.arn = "arn:x"',
  ];
  for (const expression of yes) expect(await found(expression), expression).toEqual([trace_id]);
  const no = [
    'throttle',
    'partial',
    'inferred',
    'annotation.none',
    'annotation.size = "12"',
    'service("web") { fault }',
    'edge("api", "web")',
  ];
  for (const expression of no) expect(await found(expression), expression).toEqual([]);
  expect(await found('ok')).toEqual([fine.trace_id]);
});

it('says where an expression is wrong, however it is made', async () => {
  const bad = [
    ...[
      'error AND',
      'AND',
      'service("a"',
      'service("a") {',
      'edge("a")',
      'nonsense = 1',
      'http.status = "x"',
      'user = 1',
      'http.url CONTAINS 5',
    ],
    ...[
      '"',
      'annotation. = 1',
      'service(id(nonsense: "x"))',
      '('.repeat(200),
      `${'!('.repeat(100)}ok${')'.repeat(100)}`,
      `ok ${'AND ok '.repeat(1000)}`,
    ],
    ...['group.name = "nobody"', 'constructor', 'ok ok', '#'],
  ];
  for (const expression of bad)
    await expect(found(expression), expression).rejects.toMatchObject({
      name: 'InvalidRequestException',
      message: expect.stringMatching(/^Invalid filter expression: /),
    });
});
