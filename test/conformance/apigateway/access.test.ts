// Access to a method: resource policies, signatures, tokens of user pools, usage plans with limits and quotas.
import { createSign, generateKeyPairSync } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestEmulator, type TestEmulator } from '../../support/emulator.ts';
import { useRestApi } from './use-rest-api.ts';

const NOW = Date.UTC(2026, 0, 1) / 1000;
let emulator: TestEmulator;
let api: ReturnType<typeof useRestApi>;
beforeAll(async () => {
  emulator = await startTestEmulator({ clock: 'manual' });
  api = useRestApi(emulator);
});
afterAll(() => emulator.stop());

const OK = { requestTemplates: { 'application/json': '{"statusCode": 200}' } };
const REMOTE = { user: '$context.identity.userArn', key: '$context.identity.apiKey', claim: '$context.authorizer.claims.sub' };

async function mocked(settings: object = {}, apiSettings: object = {}) {
  const { restApiId, rootId: resourceId } = await api.create(apiSettings);
  const method = { restApiId, resourceId, httpMethod: 'GET' };
  await api.method(method, settings, OK);
  const responseTemplates = { 'application/json': JSON.stringify(REMOTE) };
  await api.client.putIntegrationResponse({ ...method, statusCode: '200', responseTemplates });
  await api.deploy(restApiId);
  return { restApiId, method };
}
const answerOf = async (restApiId: string, headers: Record<string, string> = {}) => {
  const response = await api.call(restApiId, '/dev', { headers });
  return {
    status: response.status,
    type: response.headers.get('x-amzn-errortype'),
    body: (await response.json()) as Record<string, string>,
  };
};

describe('resource policies', () => {
  const statement = (Effect: string, Condition?: object) => ({
    ...{ Effect, Principal: '*', Action: 'execute-api:Invoke', Resource: 'execute-api:/dev/GET/*' },
    ...(Condition && { Condition }),
  });
  const policy = (...Statement: object[]) => ({ policy: JSON.stringify({ Version: '2012-10-17', Statement }) });

  it('let in whom they allow, from where they allow it', async () => {
    const allowed = await mocked({}, policy(statement('Allow', { IpAddress: { 'aws:SourceIp': '127.0.0.0/8' } })));
    expect((await answerOf(allowed.restApiId)).status).toBe(200);
    const elsewhere = await mocked({}, policy(statement('Allow', { IpAddress: { 'aws:SourceIp': '192.0.2.0/24' } })));
    const arn = `arn:aws:execute-api:us-east-1:********0000:${elsewhere.restApiId}/dev/GET/`;
    expect(await answerOf(elsewhere.restApiId)).toEqual({
      status: 403,
      type: 'AccessDeniedException',
      body: { Message: `User: anonymous is not authorized to perform: execute-api:Invoke on resource: ${arn}` },
    });
  });

  it('refuse whom they deny', async () => {
    const { restApiId } = await mocked({}, policy(statement('Allow'), statement('Deny')));
    expect((await answerOf(restApiId)).body['Message']).toMatch(/ with an explicit deny$/);
  });

  it('that cannot be read are refused when they are set', async () => {
    await expect(api.create({ policy: '{' })).rejects.toThrow('Invalid policy document');
  });
});

describe('signatures', () => {
  const signed =
    'AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20260101/us-east-1/execute-api/aws4_request, SignedHeaders=host, Signature=0';

  it('name the caller', async () => {
    const { restApiId } = await mocked({ authorizationType: 'AWS_IAM' });
    expect(await answerOf(restApiId)).toMatchObject({
      status: 403,
      type: 'MissingAuthenticationTokenException',
      body: { message: 'Missing Authentication Token' },
    });
    const { status, body } = await answerOf(restApiId, { authorization: signed });
    expect(status).toBe(200);
    expect(body['user']).toMatch(/^arn:aws:iam::\d{12}:root$/);
  });
});

describe('tokens of user pools', () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  let server: Server;
  let origin: string;
  beforeAll(async () => {
    server = createServer((request, response) => {
      const keys = { keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'k1', use: 'sig' }] };
      response.end(JSON.stringify(request.url === '/keys' ? keys : { jwks_uri: `${origin}/keys` }));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => server.close());

  function token(claims: object): string {
    const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const body = { iss: `${origin}/us-east-1_pool`, exp: NOW + 3600, sub: 'anna', token_use: 'id', ...claims };
    const text = `${encoded({ alg: 'RS256', kid: 'k1' })}.${encoded(body)}`;
    return `${text}.${createSign('RSA-SHA256').update(text).sign(privateKey, 'base64url')}`;
  }

  it('are verified by the keys of their issuer', async () => {
    const { restApiId, rootId: resourceId } = await api.create();
    const { id: authorizerId } = await api.client.createAuthorizer({
      ...{ restApiId, name: 'pool', type: 'COGNITO_USER_POOLS', identitySource: 'method.request.header.Authorization' },
      providerARNs: ['arn:aws:cognito-idp:us-east-1:000000000000:userpool/us-east-1_pool'],
    });
    const method = { restApiId, resourceId, httpMethod: 'GET' };
    await api.method(method, { authorizationType: 'COGNITO_USER_POOLS', authorizerId: authorizerId! }, OK);
    await api.client.putIntegrationResponse({
      ...method,
      statusCode: '200',
      responseTemplates: { 'application/json': JSON.stringify(REMOTE) },
    });
    await api.deploy(restApiId);
    const withToken = (claims: object) => answerOf(restApiId, { authorization: `Bearer ${token(claims)}` });
    expect(await withToken({})).toMatchObject({ status: 200, body: { claim: 'anna' } });
    expect(await answerOf(restApiId)).toMatchObject({ status: 401, body: { message: 'Unauthorized' } });
    expect(await withToken({ exp: NOW - 1 })).toMatchObject({ status: 401, body: { message: 'The incoming token has expired' } });
    expect(await withToken({ iss: `${origin}/other` })).toMatchObject({ status: 401 });
    expect(await withToken({ iss: 'http://example.com/us-east-1_pool' })).toMatchObject({ status: 401 });
    expect(await withToken({ token_use: 'access' })).toMatchObject({ status: 401 });
  });
});

describe('limits of a stage', () => {
  // Providers of Terraform set -1 where nobody sets a limit.
  it('below nothing are none, also one without the other', async () => {
    const { restApiId } = await mocked({});
    const set = (values: Readonly<Record<string, string>>) =>
      api.client.updateStage({
        ...{ restApiId, stageName: 'dev' },
        patchOperations: Object.entries(values).map(([name, value]) => ({ op: 'replace', path: `/*/*/throttling/${name}`, value })),
      });
    const { methodSettings } = await set({ burstLimit: '-1', rateLimit: '-1' });
    expect(methodSettings).toMatchObject({ '*/*': { throttlingBurstLimit: -1, throttlingRateLimit: -1 } });
    expect((await answerOf(restApiId)).status).toBe(200);
    await set({ rateLimit: '1' });
    expect((await answerOf(restApiId)).status).toBe(200);
    await set({ burstLimit: '0' });
    expect((await answerOf(restApiId)).status).toBe(429);
  });
});

describe('usage plans', () => {
  async function withPlan(settings: object) {
    const { restApiId } = await mocked({ apiKeyRequired: true });
    const { id: keyId = '', value = '' } = await api.client.createApiKey({ name: 'k', enabled: true });
    const apiStages = [{ apiId: restApiId, stage: 'dev' }];
    const { id: usagePlanId = '' } = await api.client.createUsagePlan({ name: 'p', apiStages, ...settings });
    await api.client.createUsagePlanKey({ usagePlanId, keyId, keyType: 'API_KEY' });
    return { usagePlanId, keyId, stage: `${restApiId}:dev`, call: () => answerOf(restApiId, { 'x-api-key': value }) };
  }

  it('limit the rate, and let in again as time goes by', async () => {
    const { call } = await withPlan({ throttle: { rateLimit: 1, burstLimit: 2 } });
    expect([(await call()).status, (await call()).status]).toEqual([200, 200]);
    expect(await call()).toMatchObject({ status: 429, type: 'TooManyRequestsException', body: { message: 'Too Many Requests' } });
    await emulator.clock.advance('1s');
    expect((await call()).status).toBe(200);
  });

  it.each(['/', '~1'])('limit one method, whose path is patched with the slash written as %s', async (slash) => {
    const { call, usagePlanId, stage } = await withPlan({});
    const limit = (member: string) => ({ op: 'replace' as const, path: `/apiStages/${stage}/throttle/${slash}/GET/${member}`, value: '1' });
    const patchOperations = [limit('rateLimit'), limit('burstLimit')];
    const { apiStages } = await api.client.updateUsagePlan({ usagePlanId, patchOperations });
    expect(apiStages).toMatchObject([{ throttle: { '//GET': { rateLimit: 1, burstLimit: 1 } } }]);
    expect([(await call()).status, (await call()).status]).toEqual([200, 429]);
  });

  it('count the requests of each day, and refuse those over the quota', async () => {
    const { call, usagePlanId, keyId } = await withPlan({ quota: { limit: 2, period: 'DAY' } });
    await call();
    await call();
    expect(await call()).toMatchObject({ status: 429, type: 'LimitExceededException', body: { message: 'Limit Exceeded' } });
    const day = new Date((await emulator.clock.now()).valueOf()).toISOString().slice(0, 10);
    const usage = () => api.client.getUsage({ usagePlanId, keyId, startDate: day, endDate: day });
    expect((await usage()).items).toEqual({ [keyId]: [[2, 0]] });
    await api.client.updateUsage({ usagePlanId, keyId, patchOperations: [{ op: 'replace', path: '/remaining', value: '1' }] });
    expect((await call()).status).toBe(200);
    expect((await call()).status).toBe(429);
    await emulator.clock.advance('1d');
    expect((await call()).status).toBe(200);
  });
});
