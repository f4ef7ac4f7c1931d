// Custom domains: they claim their host names, and lead to stages by path, header and priority.
import { expect, it } from 'vitest';
import { ask, ECHO, eventIn, useApis } from './use-apis.ts';

const fixture = useApis();
const DomainNameConfigurations = [
  { CertificateArn: 'arn:aws:acm:us-east-1:000000000000:certificate/x', EndpointType: 'REGIONAL' as const },
];

it('lead to the stage with the longest key, until they are deleted', async () => {
  const { api, emulator } = fixture;
  await fixture.create('echo', ECHO);
  const [first, second] = [await fixture.httpApi(), await fixture.httpApi()];
  for (const { id } of [first, second]) await fixture.route(id, 'GET /{proxy+}', 'echo');
  const at = (path: string, host = 'api.example.com') => ask(emulator.url + path, { host: `${host}:4566` });
  expect((await at('/x')).status).toBe(403);
  const made = await api.createDomainName({ DomainName: 'api.example.com', DomainNameConfigurations });
  expect(made.DomainNameConfigurations?.[0]).toMatchObject({ DomainNameStatus: 'AVAILABLE', SecurityPolicy: 'TLS_1_2' });
  const mapping = { DomainName: 'api.example.com', Stage: '$default' };
  const { ApiMappingId = '' } = await api.createApiMapping({ ...mapping, ApiId: first.id, ApiMappingKey: 'v1' });
  await api.createApiMapping({ ...mapping, ApiId: second.id, ApiMappingKey: 'v1/deep' });
  const seen = async (path: string) => {
    const { requestContext, rawPath, pathParameters } = eventIn<{
      requestContext: { apiId: string };
      rawPath: string;
      pathParameters: { proxy: string };
    }>(await at(path));
    return [requestContext.apiId, rawPath, pathParameters.proxy];
  };
  expect(await seen('/v1/a')).toEqual([first.id, '/v1/a', 'a']);
  expect(await seen('/v1/deep/a')).toEqual([second.id, '/v1/deep/a', 'a']);
  expect((await at('/v2/a')).status).toBe(404);
  expect((await at('/_emulator/health')).status).toBe(404);
  await expect(api.deleteApi({ ApiId: first.id })).rejects.toThrow(/API mappings/);
  await api.deleteApiMapping({ DomainName: 'api.example.com', ApiMappingId });
  await api.deleteDomainName({ DomainName: 'api.example.com' });
  expect((await at('/v1/a')).status).toBe(403);
});

it('follow routing rules by priority', async () => {
  const { api, emulator } = fixture;
  const { id } = await fixture.httpApi();
  await fixture.route(id, 'GET /{proxy+}', 'echo');
  await api.createDomainName({ DomainName: '*.rules.example', DomainNameConfigurations, RoutingMode: 'ROUTING_RULE_ONLY' });
  const Actions = [{ InvokeApi: { ApiId: id, Stage: '$default', StripBasePath: true } }];
  const Conditions = [{ MatchBasePaths: { AnyOf: ['shop'] } }, { MatchHeaders: { AnyOf: [{ Header: 'X-Beta', ValueGlob: 'y*' }] } }];
  await api.createRoutingRule({ DomainName: '*.rules.example', Priority: 1, Actions, Conditions });
  const at = (headers: Record<string, string>) => ask(`${emulator.url}/shop/a`, { host: 'a.rules.example', headers });
  expect((await at({ 'x-beta': 'yes' })).status).toBe(200);
  expect((await at({ 'x-beta': 'no' })).status).toBe(404);
  expect((await api.listRoutingRules({ DomainName: '*.rules.example' })).RoutingRules).toHaveLength(1);
});
