// Custom domain names and base path mappings: requests to a domain reach the stage of the API that is mapped to their first segment.
import { APIGateway } from '@aws-sdk/client-api-gateway';
import { ApiGatewayV2 } from '@aws-sdk/client-apigatewayv2';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestEmulator, type TestEmulator } from '../../support/emulator.ts';
import { ask } from '../apigatewayv2/use-apis.ts';
import { useRestApi } from './use-rest-api.ts';

let emulator: TestEmulator;
let api: ReturnType<typeof useRestApi>;
beforeAll(async () => {
  emulator = await startTestEmulator();
  api = useRestApi(emulator);
});
afterAll(() => emulator.stop());

const ARN = 'arn:aws:acm:us-east-1:000000000000:certificate/x';

async function mocked(body: string) {
  const { restApiId, rootId } = await api.create();
  const resourceId = await api.resource(restApiId, rootId, '/{proxy+}');
  const method = { restApiId, resourceId, httpMethod: 'GET' };
  await api.method(method, {}, { requestTemplates: { 'application/json': '{"statusCode": 200}' } });
  await api.client.putIntegrationResponse({ ...method, statusCode: '200', responseTemplates: { 'application/json': body } });
  await api.deploy(restApiId);
  return restApiId;
}

it('lead to the stage of a mapping, or to the stage that the path names', async () => {
  const domainName = 'shop.example.com';
  const [pets, toys] = [await mocked('pets $context.path'), await mocked('toys $context.path')];
  const made = await api.client.createDomainName({
    ...{ domainName, regionalCertificateArn: ARN, endpointConfiguration: { types: ['REGIONAL'] } },
  });
  expect(made).toMatchObject({ domainNameStatus: 'AVAILABLE', securityPolicy: 'TLS_1_2', regionalCertificateArn: ARN });
  expect(made.regionalDomainName).toMatch(/^d-\w{10}\.execute-api\.us-east-1\.amazonaws\.com$/);
  await api.client.createBasePathMapping({ domainName, basePath: 'pets', restApiId: pets, stage: 'dev' });
  await api.client.createBasePathMapping({ domainName, restApiId: toys });
  const at = async (path: string) => (await ask(emulator.url + path, { host: `${domainName}:4566` })).text;
  expect(await at('/pets/rex')).toMatch(/^pets /);
  expect(await at('/dev/ball')).toMatch(/^toys /);
  const { items } = await api.client.getBasePathMappings({ domainName });
  expect(items).toEqual([
    { basePath: '(none)', restApiId: toys },
    { basePath: 'pets', restApiId: pets, stage: 'dev' },
  ]);
  await api.client.updateBasePathMapping({
    ...{ domainName, basePath: 'pets' },
    patchOperations: [
      { op: 'replace', path: '/basePath', value: 'animals' },
      { op: 'replace', path: '/restapiId', value: toys },
    ],
  });
  expect(await at('/animals/rex')).toMatch(/^toys /);
  // One set for all kinds of APIs.
  const others = emulator.client(ApiGatewayV2);
  expect((await others.getApiMappings({ DomainName: domainName })).Items).toHaveLength(2);
  await api.client.deleteDomainName({ domainName });
  await expect(api.client.getBasePathMappings({ domainName })).rejects.toMatchObject({ name: 'NotFoundException' });
  expect((await ask(`${emulator.url}/animals/rex`, { host: `${domainName}:4566` })).status).toBe(403);
});

it('are changed by patches, and refused in the words of the service', async () => {
  const domainName = 'edge.example.com';
  await api.client.createDomainName({ domainName, certificateArn: ARN });
  await expect(api.client.createDomainName({ domainName, certificateArn: ARN })).rejects.toMatchObject({ name: 'ConflictException' });
  await expect(api.client.createDomainName({ domainName: 'none.example.com' })).rejects.toMatchObject({ name: 'BadRequestException' });
  const patch = (path: string, value: string) =>
    api.client.updateDomainName({ domainName, patchOperations: [{ op: 'replace', path, value }] });
  expect(await patch('/securityPolicy', 'TLS_1_0')).toMatchObject({
    securityPolicy: 'TLS_1_0',
    distributionHostedZoneId: 'Z2FDTNDATAQYW2',
  });
  await expect(patch('/nothing', 'x')).rejects.toThrow(/^Invalid patch path {2}'\/nothing' specified for op 'replace'\. Must be one of: /);
  const restApiId = await mocked('x');
  const map = (basePath: string, stage = 'dev') => api.client.createBasePathMapping({ domainName, basePath, restApiId, stage });
  await map('a');
  await expect(map('a')).rejects.toMatchObject({ name: 'ConflictException', message: 'Base path already exists for this domain name' });
  await expect(map('a/b')).rejects.toThrow(/^API Gateway V1 doesn't support the slash character/);
  await expect(map('c', 'none')).rejects.toThrow('Invalid stage identifier specified');
  await expect(api.client.getBasePathMapping({ domainName, basePath: 'z' })).rejects.toThrow(
    'Invalid base path mapping identifier specified',
  );
  expect((await api.client.getDomainNames({})).items?.map((each) => each.domainName)).toContain(domainName);
  await api.client.deleteBasePathMapping({ domainName, basePath: 'a' });
});

it('that are private have associations with endpoints of networks', async () => {
  const { domainNameArn = '', domainNameId } = await api.client.createDomainName({
    ...{ domainName: 'private.example.com', certificateArn: ARN, endpointConfiguration: { types: ['PRIVATE'] }, policy: '{}' },
  });
  expect(domainNameArn).toBe(`arn:aws:apigateway:us-east-1:000000000000:/domainnames/private.example.com+${domainNameId}`);
  const source = { accessAssociationSource: 'vpce-1', accessAssociationSourceType: 'VPCE' as const };
  const { domainNameAccessAssociationArn } = await api.client.createDomainNameAccessAssociation({ domainNameArn, ...source });
  expect((await api.client.getDomainNameAccessAssociations({})).items).toEqual([
    { domainNameAccessAssociationArn, domainNameArn, ...source },
  ]);
  await api.client.rejectDomainNameAccessAssociation({ domainNameAccessAssociationArn, domainNameArn });
  await expect(api.client.deleteDomainNameAccessAssociation({ domainNameAccessAssociationArn })).rejects.toMatchObject({
    name: 'NotFoundException',
  });
});

it('are none of the names that lead to the emulator itself, nor those that another account has', async () => {
  const others = { region: 'us-east-1', credentials: { accessKeyId: '222222222222', secretAccessKey: 'x' } };
  const newer = emulator.client(ApiGatewayV2);
  const DomainNameConfigurations = [{ CertificateArn: ARN }];
  for (const name of ['host.docker.internal', '*.docker.internal', '*.localhost', 'sqs.us-east-1.localhost.localstack.cloud', 'x.on.aws']) {
    await expect(api.client.createDomainName({ domainName: name })).rejects.toMatchObject({ name: 'BadRequestException' });
    await expect(newer.createDomainName({ DomainName: name, DomainNameConfigurations })).rejects.toMatchObject({
      name: 'BadRequestException',
    });
  }
  await newer.createDomainName({ DomainName: 'taken.example.com', DomainNameConfigurations });
  await expect(emulator.client(APIGateway, others).createDomainName({ domainName: 'taken.example.com' })).rejects.toMatchObject({
    name: 'ConflictException',
  });
});
