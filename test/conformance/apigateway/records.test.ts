// The records of APIs that play no part in answers: documentation, certificates, links, tags, the account; and keys from tables.
import { X509Certificate } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestEmulator, type TestEmulator } from '../../support/emulator.ts';
import { useRestApi } from './use-rest-api.ts';

let emulator: TestEmulator;
let api: ReturnType<typeof useRestApi>;
beforeAll(async () => {
  emulator = await startTestEmulator({ clock: 'manual' });
  api = useRestApi(emulator);
});
afterAll(() => emulator.stop());

const replace = (path: string, value: string) => ({ patchOperations: [{ op: 'replace' as const, path, value }] });

it('certificates are made, described and deleted', async () => {
  const { clientCertificateId = '', pemEncodedCertificate = '' } = await api.client.generateClientCertificate({ description: 'one' });
  expect(new X509Certificate(pemEncodedCertificate).subject).toContain('CN=ApiGateway');
  const changed = await api.client.updateClientCertificate({ clientCertificateId, ...replace('/description', 'two') });
  expect(changed).toMatchObject({ clientCertificateId, description: 'two', pemEncodedCertificate });
  expect((await api.client.getClientCertificates({})).items).toMatchObject([{ clientCertificateId, description: 'two' }]);
  expect(await api.client.getClientCertificate({ clientCertificateId })).toMatchObject({ pemEncodedCertificate });
  await api.client.deleteClientCertificate({ clientCertificateId });
  await expect(api.client.getClientCertificate({ clientCertificateId })).rejects.toMatchObject({ name: 'NotFoundException' });
});

it('documentation has parts, and versions that keep them as they were', async () => {
  const { restApiId } = await api.create();
  const location = { type: 'API' as const };
  const { id: documentationPartId } = await api.client.createDocumentationPart({ restApiId, location, properties: '{"info": "a"}' });
  await expect(api.client.createDocumentationPart({ restApiId, location, properties: '{}' })).rejects.toMatchObject({
    name: 'ConflictException',
  });
  await expect(api.client.createDocumentationPart({ restApiId, location: { type: 'MODEL' }, properties: 'x' })).rejects.toMatchObject({
    name: 'BadRequestException',
  });
  await api.client.createDocumentationVersion({ restApiId, documentationVersion: '1' });
  await api.client.updateDocumentationPart({ restApiId, documentationPartId, ...replace('/properties', '{"info": "b"}') });
  const body = Buffer.from(
    JSON.stringify({
      swagger: '2.0',
      'x-amazon-apigateway-documentation': { documentationParts: [{ location: { type: 'MODEL', name: 'Pet' }, properties: { a: 1 } }] },
    }),
  );
  expect((await api.client.importDocumentationParts({ restApiId, body })).ids).toHaveLength(1);
  expect((await api.client.getDocumentationParts({ restApiId, type: 'MODEL' })).items).toMatchObject([{ properties: '{"a":1}' }]);
  const version = { restApiId, documentationVersion: '1' };
  await api.client.updateDocumentationVersion({ ...version, ...replace('/description', 'first') });
  expect((await api.client.getDocumentationVersions({ restApiId })).items).toMatchObject([{ version: '1', description: 'first' }]);
  await api.client.deleteDocumentationVersion(version);
  await api.client.deleteDocumentationPart({ restApiId, documentationPartId });
  await expect(api.client.getDocumentationPart({ restApiId, documentationPartId })).rejects.toThrow(
    'Invalid Documentation part identifier specified',
  );
});

it('links to networks are records', async () => {
  const targetArns = ['arn:aws:elasticloadbalancing:us-east-1:000000000000:loadbalancer/net/x/1'];
  const { id: vpcLinkId, status } = await api.client.createVpcLink({ name: 'link', targetArns });
  expect(status).toBe('AVAILABLE');
  await api.client.updateVpcLink({ vpcLinkId, ...replace('/name', 'other') });
  expect((await api.client.getVpcLinks({})).items).toMatchObject([{ id: vpcLinkId, name: 'other', targetArns }]);
  await api.client.deleteVpcLink({ vpcLinkId });
  await expect(api.client.getVpcLink({ vpcLinkId })).rejects.toThrow('Invalid Vpc Link identifier specified');
});

it('tags are on everything that has an ARN', async () => {
  const { restApiId } = await api.create({ tags: { a: '1' } });
  const { id: planId } = await api.client.createUsagePlan({ name: 'p', tags: { a: '1' } });
  const { id: keyId } = await api.client.createApiKey({ name: 'k', tags: { a: '1' } });
  const { id: linkId } = await api.client.createVpcLink({ name: 'l', targetArns: [], tags: { a: '1' } });
  const { clientCertificateId } = await api.client.generateClientCertificate({ tags: { a: '1' } });
  const certificateArn = 'arn:aws:acm:us-east-1:000000000000:certificate/x';
  await api.client.createDomainName({ domainName: 'tags.example.com', certificateArn, tags: { a: '1' } });
  for (const path of [
    `restapis/${restApiId}`,
    `usageplans/${planId}`,
    `apikeys/${keyId}`,
    `vpclinks/${linkId}`,
    `clientcertificates/${clientCertificateId}`,
    'domainnames/tags.example.com',
  ]) {
    const resourceArn = `arn:aws:apigateway:us-east-1::/${path}`;
    await api.client.tagResource({ resourceArn, tags: { b: '2' } });
    await api.client.untagResource({ resourceArn, tagKeys: ['a'] });
    expect((await api.client.getTags({ resourceArn })).tags).toEqual({ b: '2' });
  }
  await expect(api.client.getTags({ resourceArn: 'invalid-arn' })).rejects.toThrow('Invalid ARN. ARN is not well formed invalid-arn');
});

it('the account names the role that writes logs', async () => {
  const cloudwatchRoleArn = 'arn:aws:iam::000000000000:role/logs';
  expect(await api.client.updateAccount(replace('/cloudwatchRoleArn', cloudwatchRoleArn))).toMatchObject({ cloudwatchRoleArn });
  expect(await api.client.getAccount({})).toMatchObject({ throttleSettings: { burstLimit: 5000, rateLimit: 10_000 } });
});

it('keys come from a table with commas', async () => {
  const { id: usagePlanId } = await api.client.createUsagePlan({ name: 'p' });
  const rows = [
    'Name,key,description,Enabled,usageplanIds',
    `one,${'a'.repeat(20)},"with, comma",true,${usagePlanId}`,
    'two,short,,false,',
  ];
  const body = Buffer.from(rows.join('\r\n'));
  const { ids = [], warnings } = await api.client.importApiKeys({ body, format: 'csv' });
  expect(warnings).toEqual(['Row 3: the key must have 20 to 128 characters']);
  expect(await api.client.getApiKey({ apiKey: ids[0], includeValue: true })).toMatchObject({
    ...{ name: 'one', value: 'a'.repeat(20), description: 'with, comma', enabled: true },
  });
  expect((await api.client.getUsagePlanKeys({ usagePlanId })).items).toMatchObject([{ id: ids[0] }]);
  await expect(api.client.importApiKeys({ body, format: 'csv', failOnWarnings: true })).rejects.toMatchObject({
    name: 'BadRequestException',
  });
});
