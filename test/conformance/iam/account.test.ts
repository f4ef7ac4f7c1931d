// Providers and what belongs to the account as a whole.
import * as iam from '@aws-sdk/client-iam';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestEmulator, type TestEmulator } from '../../support/emulator.ts';

let emulator: TestEmulator;
let client: iam.IAMClient;
beforeAll(async () => {
  emulator = await startTestEmulator();
  client = emulator.client(iam.IAMClient);
});
afterAll(() => emulator.stop());

test('an OpenID Connect provider', async () => {
  const make = () =>
    client.send(
      new iam.CreateOpenIDConnectProviderCommand({
        Url: 'https://token.example.com/x',
        ClientIDList: ['a'],
        ThumbprintList: ['0'.repeat(40)],
      }),
    );
  const { OpenIDConnectProviderArn } = await make();
  expect(OpenIDConnectProviderArn).toBe('arn:aws:iam::000000000000:oidc-provider/token.example.com/x');
  await expect(make()).rejects.toMatchObject({ name: 'EntityAlreadyExistsException' });
  await client.send(new iam.AddClientIDToOpenIDConnectProviderCommand({ OpenIDConnectProviderArn, ClientID: 'b' }));
  await client.send(new iam.RemoveClientIDFromOpenIDConnectProviderCommand({ OpenIDConnectProviderArn, ClientID: 'a' }));
  await client.send(new iam.TagOpenIDConnectProviderCommand({ OpenIDConnectProviderArn, Tags: [{ Key: 'k', Value: 'v' }] }));
  expect(await client.send(new iam.GetOpenIDConnectProviderCommand({ OpenIDConnectProviderArn }))).toMatchObject({
    Url: 'token.example.com/x',
    ClientIDList: ['b'],
    Tags: [{ Key: 'k', Value: 'v' }],
  });
  expect((await client.send(new iam.ListOpenIDConnectProvidersCommand({}))).OpenIDConnectProviderList).toHaveLength(1);
  await client.send(new iam.DeleteOpenIDConnectProviderCommand({ OpenIDConnectProviderArn }));
  await expect(client.send(new iam.GetOpenIDConnectProviderCommand({ OpenIDConnectProviderArn }))).rejects.toMatchObject({
    message: `OpenIDConnect Provider not found for arn ${OpenIDConnectProviderArn}`,
  });
});

test('a SAML provider gives its metadata back verbatim', async () => {
  const document = (id: string) => `<?xml version="1.0"?>\n<md:EntityDescriptor entityID="${id}">${' '.repeat(1000)}</md:EntityDescriptor>`;
  const { SAMLProviderArn } = await client.send(new iam.CreateSAMLProviderCommand({ Name: 'idp', SAMLMetadataDocument: document('one') }));
  const get = () => client.send(new iam.GetSAMLProviderCommand({ SAMLProviderArn }));
  expect((await get()).SAMLMetadataDocument).toBe(document('one'));
  await client.send(new iam.UpdateSAMLProviderCommand({ SAMLProviderArn, SAMLMetadataDocument: document('two') }));
  expect((await get()).SAMLMetadataDocument).toBe(document('two'));
  expect((await client.send(new iam.ListSAMLProvidersCommand({}))).SAMLProviderList).toHaveLength(1);
  await client.send(new iam.DeleteSAMLProviderCommand({ SAMLProviderArn }));
});

test('alias, summary, preferences', async () => {
  await client.send(new iam.CreateAccountAliasCommand({ AccountAlias: 'first' }));
  await client.send(new iam.CreateAccountAliasCommand({ AccountAlias: 'second' }));
  expect((await client.send(new iam.ListAccountAliasesCommand({}))).AccountAliases).toEqual(['second']);
  await expect(client.send(new iam.DeleteAccountAliasCommand({ AccountAlias: 'first' }))).rejects.toMatchObject({
    name: 'NoSuchEntityException',
  });
  await client.send(new iam.DeleteAccountAliasCommand({ AccountAlias: 'second' }));
  await client.send(new iam.SetSecurityTokenServicePreferencesCommand({ GlobalEndpointTokenVersion: 'v2Token' }));
  await client.send(new iam.CreateUserCommand({ UserName: 'only' }));
  const { SummaryMap } = await client.send(new iam.GetAccountSummaryCommand({}));
  expect(SummaryMap).toMatchObject({ Users: 1, Roles: 0, GlobalEndpointTokenVersion: 2, UsersQuota: 5000 });
});

test('the credential report', async () => {
  await expect(client.send(new iam.GetCredentialReportCommand({}))).rejects.toMatchObject({ name: 'CredentialReportNotPresentException' });
  expect((await client.send(new iam.GenerateCredentialReportCommand({}))).State).toBe('STARTED');
  expect((await client.send(new iam.GenerateCredentialReportCommand({}))).State).toBe('COMPLETE');
  const { Content, ReportFormat } = await client.send(new iam.GetCredentialReportCommand({}));
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
  const { Policy } = await client.send(new iam.CreatePolicyCommand({ PolicyName: 'own', PolicyDocument: allow }));
  for (const RoleName of ['r1', 'r2', 'r3']) {
    await client.send(new iam.CreateRoleCommand({ RoleName, AssumeRolePolicyDocument: trust }));
    await client.send(new iam.AttachRolePolicyCommand({ RoleName, PolicyArn: Policy?.Arn }));
    await client.send(new iam.AttachRolePolicyCommand({ RoleName, PolicyArn: 'arn:aws:iam::aws:policy/AWSLambdaExecute' }));
  }
  await client.send(new iam.PutRolePolicyCommand({ RoleName: 'r1', PolicyName: 'in', PolicyDocument: allow }));
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
  const { RoleDetailList } = await client.send(new iam.GetAccountAuthorizationDetailsCommand({ Filter: ['Role'] }));
  expect(RoleDetailList?.[0]).toMatchObject({ RoleName: 'r1', RolePolicyList: [{ PolicyName: 'in' }] });
  expect(RoleDetailList?.[0]?.AttachedManagedPolicies).toHaveLength(2);
});
