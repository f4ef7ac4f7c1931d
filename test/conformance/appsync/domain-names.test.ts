// Domain names of APIs: requests to a name are answered by the API that it is associated with.
import { request } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestEmulator, type TestEmulator } from '../../support/emulator.ts';
import { answering, createApi } from './use-api.ts';

let emulator: TestEmulator;
beforeAll(async () => {
  emulator = await startTestEmulator();
});
afterAll(() => emulator.stop());

const certificateArn = 'arn:aws:acm:us-east-1:000000000000:certificate/12345678-1234-1234-1234-123456789012';

/** The answer at a host name, which nothing resolves. */
const ask = (host: string, key: string, query: string): Promise<unknown> =>
  new Promise((resolve, reject) => {
    const sent = request(`${emulator.url}/graphql`, { method: 'POST', headers: { host, 'x-api-key': key } }, (answer) => {
      let text = '';
      answer.on('data', (piece) => (text += String(piece)));
      answer.on('end', () => resolve(JSON.parse(text)));
    });
    sent.on('error', reject);
    sent.end(JSON.stringify({ query }));
  });

it('leads to the API, which is told of it, until one of both is gone', async () => {
  const { appsync, apiId, key, resolver } = await createApi(emulator, 'type Query { name: String }');
  await resolver('Query.name', answering('ctx.request.domainName'));
  const domainName = 'api.example.com';
  const { domainNameConfig } = await appsync.createDomainName({ domainName, certificateArn, description: 'ours', tags: { a: 'b' } });
  expect(domainNameConfig).toMatchObject({
    ...{ domainName, certificateArn, description: 'ours', tags: { a: 'b' }, hostedZoneId: 'Z2FDTNDATAQYW2' },
    domainNameArn: `arn:aws:appsync:us-east-1:000000000000:domainnames/${domainName}`,
  });
  await expect(appsync.createDomainName({ domainName, certificateArn })).rejects.toMatchObject({ name: 'BadRequestException' });
  await expect(appsync.getApiAssociation({ domainName })).rejects.toMatchObject({ name: 'NotFoundException' });
  expect(await ask(domainName, key, '{ name }')).toMatchObject({ errors: [{ errorType: 'NotFoundException' }] });
  expect((await appsync.associateApi({ domainName, apiId })).apiAssociation).toEqual({ domainName, apiId, associationStatus: 'SUCCESS' });
  expect(await ask(domainName, key, '{ name }')).toEqual({ data: { name: domainName } });
  await appsync.updateDomainName({ domainName });
  expect((await appsync.listDomainNames({})).domainNameConfigs).toMatchObject([{ domainName }]);
  await appsync.disassociateApi({ domainName });
  expect(await ask(domainName, key, '{ name }')).toMatchObject({ errors: [{ errorType: 'NotFoundException' }] });
  await appsync.associateApi({ domainName, apiId });
  await appsync.deleteGraphqlApi({ apiId });
  await expect(appsync.getApiAssociation({ domainName })).rejects.toMatchObject({ name: 'NotFoundException' });
  await appsync.deleteDomainName({ domainName });
  await expect(appsync.getDomainName({ domainName })).rejects.toMatchObject({ name: 'NotFoundException' });
});
