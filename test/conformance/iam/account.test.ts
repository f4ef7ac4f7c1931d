// Providers and what belongs to the account as a whole.
import * as iam from '@aws-sdk/client-iam';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestEmulator, type TestEmulator } from '../../support/emulator.ts';

let emulator: TestEmulator;
let client: iam.IAM;
beforeAll(async () => {
  emulator = await startTestEmulator();
  client = emulator.client(iam.IAM);
});
afterAll(() => emulator.stop());

test('an OpenID Connect provider', async () => {
  const make = () =>
    client.createOpenIDConnectProvider({
      Url: 'https://token.example.com/x',
      ClientIDList: ['a'],
      ThumbprintList: ['0'.repeat(40)],
    });
  const { OpenIDConnectProviderArn } = await make();
  expect(OpenIDConnectProviderArn).toBe('arn:aws:iam::000000000000:oidc-provider/token.example.com/x');
  await expect(make()).rejects.toMatchObject({ name: 'EntityAlreadyExistsException' });
  await client.addClientIDToOpenIDConnectProvider({ OpenIDConnectProviderArn, ClientID: 'b' });
  await client.removeClientIDFromOpenIDConnectProvider({ OpenIDConnectProviderArn, ClientID: 'a' });
  await client.tagOpenIDConnectProvider({ OpenIDConnectProviderArn, Tags: [{ Key: 'k', Value: 'v' }] });
  expect(await client.getOpenIDConnectProvider({ OpenIDConnectProviderArn })).toMatchObject({
    Url: 'token.example.com/x',
    ClientIDList: ['b'],
    Tags: [{ Key: 'k', Value: 'v' }],
  });
  expect((await client.listOpenIDConnectProviders()).OpenIDConnectProviderList).toHaveLength(1);
  await client.deleteOpenIDConnectProvider({ OpenIDConnectProviderArn });
  await expect(client.getOpenIDConnectProvider({ OpenIDConnectProviderArn })).rejects.toMatchObject({
    message: `OpenIDConnect Provider not found for arn ${OpenIDConnectProviderArn}`,
  });
});

test('a SAML provider gives its metadata back verbatim', async () => {
  const document = (id: string) => `<?xml version="1.0"?>\n<md:EntityDescriptor entityID="${id}">${' '.repeat(1000)}</md:EntityDescriptor>`;
  const { SAMLProviderArn } = await client.createSAMLProvider({ Name: 'idp', SAMLMetadataDocument: document('one') });
  const get = () => client.getSAMLProvider({ SAMLProviderArn });
  expect((await get()).SAMLMetadataDocument).toBe(document('one'));
  await client.updateSAMLProvider({ SAMLProviderArn, SAMLMetadataDocument: document('two') });
  expect((await get()).SAMLMetadataDocument).toBe(document('two'));
  expect((await client.listSAMLProviders()).SAMLProviderList).toHaveLength(1);
  await client.deleteSAMLProvider({ SAMLProviderArn });
});

test('alias, summary, preferences', async () => {
  await client.createAccountAlias({ AccountAlias: 'first' });
  await client.createAccountAlias({ AccountAlias: 'second' });
  expect((await client.listAccountAliases()).AccountAliases).toEqual(['second']);
  await expect(client.deleteAccountAlias({ AccountAlias: 'first' })).rejects.toMatchObject({
    name: 'NoSuchEntityException',
  });
  await client.deleteAccountAlias({ AccountAlias: 'second' });
  await client.setSecurityTokenServicePreferences({ GlobalEndpointTokenVersion: 'v2Token' });
  await client.createUser({ UserName: 'only' });
  const { SummaryMap } = await client.getAccountSummary();
  expect(SummaryMap).toMatchObject({ Users: 1, Roles: 0, GlobalEndpointTokenVersion: 2, UsersQuota: 5000 });
});

test('the credential report', async () => {
  await expect(client.getCredentialReport()).rejects.toMatchObject({ name: 'CredentialReportNotPresentException' });
  expect((await client.generateCredentialReport()).State).toBe('STARTED');
  expect((await client.generateCredentialReport()).State).toBe('COMPLETE');
  const { Content, ReportFormat } = await client.getCredentialReport();
  expect(ReportFormat).toBe('text/csv');
  const [header, root, user] = Buffer.from(Content ?? [])
    .toString()
    .split('\n')
    .map((line) => line.split(','));
  expect(header).toHaveLength(22);
  expect(root?.slice(0, 2)).toEqual(['<root_account>', 'arn:aws:iam::000000000000:root']);
  expect(user?.slice(0, 2)).toEqual(['only', 'arn:aws:iam::000000000000:user/only']);
  expect(user).toHaveLength(22);
});

test('the whole account, page by page', async () => {
  const trust =
    '{"Version":"2012-10-17","Statement":[{"Effect":"Allow","Principal":{"Service":"lambda.amazonaws.com"},"Action":"sts:AssumeRole"}]}';
  const allow = '{"Version":"2012-10-17","Statement":[{"Effect":"Allow","Action":"s3:*","Resource":"*"}]}';
  const { Policy } = await client.createPolicy({ PolicyName: 'own', PolicyDocument: allow });
  for (const RoleName of ['r1', 'r2', 'r3']) {
    await client.createRole({ RoleName, AssumeRolePolicyDocument: trust });
    await client.attachRolePolicy({ RoleName, PolicyArn: Policy?.Arn });
    await client.attachRolePolicy({ RoleName, PolicyArn: 'arn:aws:iam::aws:policy/AWSLambdaExecute' });
  }
  await client.putRolePolicy({ RoleName: 'r1', PolicyName: 'in', PolicyDocument: allow });
  const names: (string | undefined)[] = [];
  let pages = 0;
  for await (const page of iam.paginateGetAccountAuthorizationDetails({ client, pageSize: 2 }, {})) {
    pages++;
    names.push(...(page.UserDetailList ?? []).map(({ UserName }) => UserName));
    names.push(...(page.RoleDetailList ?? []).map(({ RoleName }) => RoleName));
    names.push(...(page.Policies ?? []).map(({ PolicyName }) => PolicyName));
  }
  expect(names).toEqual(['only', 'r1', 'r2', 'r3', 'own', 'AWSLambdaExecute']);
  expect(pages).toBe(3);
  const { RoleDetailList } = await client.getAccountAuthorizationDetails({ Filter: ['Role'] });
  expect(RoleDetailList?.[0]).toMatchObject({ RoleName: 'r1', RolePolicyList: [{ PolicyName: 'in' }] });
  expect(RoleDetailList?.[0]?.AttachedManagedPolicies).toHaveLength(2);
});
