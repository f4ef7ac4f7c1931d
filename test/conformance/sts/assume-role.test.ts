// AssumeRole and its relatives: trust, durations, tags, federation.
import { createPublicKey, verify } from 'node:crypto';
import { IAM } from '@aws-sdk/client-iam';
import { STS } from '@aws-sdk/client-sts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestEmulator, type TestEmulator } from '../../support/emulator.ts';

const ACCOUNT = '000000000000';
let emulator: TestEmulator;
let iam: IAM;
let sts: STS;
beforeAll(async () => {
  emulator = await startTestEmulator();
  iam = emulator.client(IAM);
  sts = emulator.client(STS);
});
afterAll(() => emulator.stop());

const trust = (principal: object, more: object = {}, action: string | string[] = 'sts:AssumeRole') =>
  JSON.stringify({ Version: '2012-10-17', Statement: [{ Effect: 'Allow', Principal: principal, Action: action, ...more }] });

async function role(name: string, document: string, more: object = {}): Promise<string> {
  const { Role } = await iam.createRole({ RoleName: name, AssumeRolePolicyDocument: document, ...more });
  return Role?.Arn ?? '';
}
const assume = (RoleArn: string, more: object = {}, client = sts) => client.assumeRole({ RoleArn, RoleSessionName: 'session', ...more });

describe('AssumeRole', () => {
  test('lets in whom the role trusts', async () => {
    const arn = await role('trusting', trust({ AWS: `arn:aws:iam::${ACCOUNT}:root` }));
    const answer = await assume(arn, { SourceIdentity: 'ada' }).catch((error: unknown) => error);
    expect(answer).toMatchObject({ name: 'AccessDenied' });
    const { Credentials, AssumedRoleUser } = await assume(arn);
    expect(AssumedRoleUser?.Arn).toBe(`arn:aws:sts::${ACCOUNT}:assumed-role/trusting/session`);
    expect(AssumedRoleUser?.AssumedRoleId).toMatch(/^AROA[A-Z2-7]{17}:session$/);
    expect(Credentials?.SecretAccessKey).toHaveLength(40);
    expect(Math.round(((Credentials?.Expiration?.getTime() ?? 0) - Date.now()) / 1000)).toBeGreaterThan(3590);
  });

  test('refuses whom it does not trust', async () => {
    const arn = await role('for-functions', trust({ Service: 'lambda.amazonaws.com' }));
    await expect(assume(arn)).rejects.toMatchObject({
      name: 'AccessDenied',
      message: `User: arn:aws:iam::${ACCOUNT}:root is not authorized to perform: sts:AssumeRole on resource: ${arn}`,
      $metadata: { httpStatusCode: 403 },
    });
  });

  test('an external id must match', async () => {
    const condition = { Condition: { StringEquals: { 'sts:ExternalId': 'agreed' } } };
    const arn = await role('external', trust({ AWS: ACCOUNT }, condition));
    await expect(assume(arn, { ExternalId: 'guessed' })).rejects.toMatchObject({ name: 'AccessDenied' });
    expect((await assume(arn, { ExternalId: 'agreed' })).Credentials).toBeDefined();
  });

  test('from another account', async () => {
    const arn = await role('shared', trust({ AWS: '111111111111' }));
    const foreign = emulator.client(STS, { credentials: { accessKeyId: '111111111111', secretAccessKey: 'x' } });
    const { Credentials } = await assume(arn, {}, foreign);
    const asRole = emulator.client(STS, {
      credentials: { accessKeyId: Credentials?.AccessKeyId ?? '', secretAccessKey: 'x', sessionToken: 'x' },
    });
    expect((await asRole.getCallerIdentity()).Account).toBe(ACCOUNT);
    await expect(assume(arn)).rejects.toMatchObject({ name: 'AccessDenied' });
  });

  test('limits of duration and of chains', async () => {
    const open = trust({ AWS: '*' }, {}, ['sts:AssumeRole', 'sts:TagSession', 'sts:SetSourceIdentity']);
    const short = await role('short', open);
    await expect(assume(short, { DurationSeconds: 7200 })).rejects.toMatchObject({
      name: 'ValidationError',
      message: 'The requested DurationSeconds exceeds the MaxSessionDuration set for this role.',
    });
    const long = await role('long', open, { MaxSessionDuration: 43_200 });
    const first = await assume(long, {
      DurationSeconds: 43_200,
      Tags: [{ Key: 'team', Value: 'core' }],
      TransitiveTagKeys: ['team'],
      SourceIdentity: 'ada',
    });
    expect(first).toMatchObject({ SourceIdentity: 'ada' });
    expect(first.PackedPolicySize).toBeGreaterThan(0);
    const chained = emulator.client(STS, {
      credentials: { accessKeyId: first.Credentials?.AccessKeyId ?? '', secretAccessKey: 'x', sessionToken: 'x' },
    });
    await expect(assume(long, { DurationSeconds: 7200 }, chained)).rejects.toMatchObject({
      message: 'The requested DurationSeconds exceeds the 1 hour session limit for roles assumed by role chaining.',
    });
    expect((await assume(short, {}, chained)).SourceIdentity).toBe('ada');
    await expect(assume(short, { DurationSeconds: 60 })).rejects.toMatchObject({ name: 'ValidationError' });
  });

  test('an unknown role is assumed with one warning', async () => {
    for (const RoleSessionName of ['one', 'two']) await assume(`arn:aws:iam::${ACCOUNT}:role/only-in-the-cloud`, { RoleSessionName });
    expect(emulator.lines.filter((line) => line.includes('role/only-in-the-cloud does not exist here'))).toHaveLength(1);
    await expect(assume(`arn:aws:iam::${ACCOUNT}:user/somebody`)).rejects.toMatchObject({ message: 'Request ARN is invalid' });
  });

  test('session policies are checked', async () => {
    const arn = `arn:aws:iam::${ACCOUNT}:role/any`;
    await expect(assume(arn, { Policy: '{"oops":1}' })).rejects.toMatchObject({ name: 'MalformedPolicyDocumentException' });
    const Policy = '{"Version":"2012-10-17","Statement":{"Effect":"Allow","Action":"s3:*","Resource":"*"}}';
    expect((await assume(arn, { Policy })).PackedPolicySize).toBeGreaterThan(0);
  });

  test('RESOURCE_POLICIES=warn lets everybody in and says so', async () => {
    await using lenient = await startTestEmulator({ environment: { RESOURCE_POLICIES: 'warn' } });
    const document = trust({ Service: 'lambda.amazonaws.com' });
    const { Role } = await lenient.client(IAM).createRole({ RoleName: 'strict', AssumeRolePolicyDocument: document });
    expect((await assume(Role?.Arn ?? '', {}, lenient.client(STS))).Credentials).toBeDefined();
    expect(lenient.lines.some((line) => line.includes('RESOURCE_POLICIES=warn'))).toBe(true);
  });
});

describe('other credentials', () => {
  test('GetSessionToken and GetFederationToken', async () => {
    const { Credentials } = await sts.getSessionToken();
    const session = emulator.client(STS, {
      credentials: { accessKeyId: Credentials?.AccessKeyId ?? '', secretAccessKey: 'x', sessionToken: 'x' },
    });
    await expect(session.getSessionToken()).rejects.toMatchObject({
      name: 'AccessDenied',
      message: 'Cannot call GetSessionToken with session credentials',
    });
    const federated = await sts.getFederationToken({ Name: 'bob' });
    expect(federated.FederatedUser).toEqual({
      FederatedUserId: `${ACCOUNT}:bob`,
      Arn: `arn:aws:sts::${ACCOUNT}:federated-user/bob`,
    });
  });

  test('what cannot be done says why', async () => {
    await expect(
      sts.assumeRoot({
        TargetPrincipal: ACCOUNT,
        TaskPolicyArn: { arn: 'arn:aws:iam::aws:policy/root-task/IAMAuditRootUserCredentials' },
      }),
    ).rejects.toMatchObject({ name: 'NotImplementedException' });
    await expect(sts.decodeAuthorizationMessage({ EncodedMessage: 'abc' })).rejects.toMatchObject({
      name: 'InvalidAuthorizationMessageException',
    });
  });
});

describe('federation', () => {
  test('a token made here is verified by its published keys and exchanged for a role', async () => {
    await expect(sts.getWebIdentityToken({ Audience: ['api'], SigningAlgorithm: 'ES384' })).rejects.toMatchObject({
      name: 'OutboundWebIdentityFederationDisabledException',
    });
    const { IssuerIdentifier = '' } = await iam.enableOutboundWebIdentityFederation();
    const { WebIdentityToken = '' } = await sts.getWebIdentityToken({ Audience: ['api'], SigningAlgorithm: 'ES384' });
    const configuration = (await (await fetch(`${IssuerIdentifier}/.well-known/openid-configuration`)).json()) as { jwks_uri: string };
    const { keys } = (await (await fetch(configuration.jwks_uri)).json()) as { keys: object[] };
    const [header, claims, signature = ''] = WebIdentityToken.split('.');
    const key = createPublicKey({ key: keys[0] as never, format: 'jwk' });
    const signed = Buffer.from(`${header}.${claims}`);
    expect(verify('sha384', signed, { key, dsaEncoding: 'ieee-p1363' }, Buffer.from(signature, 'base64url'))).toBe(true);

    const host = IssuerIdentifier.replace('http://', '');
    const arn = await role(
      'outside',
      trust(
        { Federated: `arn:aws:iam::${ACCOUNT}:oidc-provider/${host}` },
        {
          Condition: { StringEquals: { [`${host}:aud`]: 'api' } },
        },
        'sts:AssumeRoleWithWebIdentity',
      ),
    );
    const exchange = () => sts.assumeRoleWithWebIdentity({ RoleArn: arn, RoleSessionName: 'web', WebIdentityToken });
    await expect(exchange()).rejects.toMatchObject({
      name: 'InvalidIdentityTokenException',
      message: `No OpenIDConnect provider found in your account for ${IssuerIdentifier}`,
    });
    await iam.createOpenIDConnectProvider({ Url: IssuerIdentifier, ClientIDList: ['api'] });
    expect(await exchange()).toMatchObject({
      Audience: 'api',
      SubjectFromWebIdentityToken: `arn:aws:iam::${ACCOUNT}:root`,
      AssumedRoleUser: { Arn: `arn:aws:sts::${ACCOUNT}:assumed-role/outside/web` },
    });
  });

  test('tokens that are none, or too old', async () => {
    const RoleArn = `arn:aws:iam::${ACCOUNT}:role/any`;
    const send = (WebIdentityToken: string) => sts.assumeRoleWithWebIdentity({ RoleArn, RoleSessionName: 'web', WebIdentityToken });
    await expect(send('opaque')).rejects.toMatchObject({ name: 'InvalidIdentityTokenException' });
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    await expect(send(`${part({ alg: 'RS256' })}.${part({ iss: 'https://x', sub: 'y', exp: 1 })}.z`)).rejects.toMatchObject({
      name: 'ExpiredTokenException',
    });
  });

  test('SAML', async () => {
    const metadata = `<EntityDescriptor entityID="https://idp.example.com" xmlns="urn:oasis:names:tc:SAML:2.0:metadata">${'x'.repeat(1000)}</EntityDescriptor>`;
    const { SAMLProviderArn: PrincipalArn = '' } = await iam.createSAMLProvider({ Name: 'idp', SAMLMetadataDocument: metadata });
    const RoleArn = await role('saml', trust({ Federated: PrincipalArn }, {}, 'sts:AssumeRoleWithSAML'));
    const attribute = (name: string, value: string) =>
      `<saml:Attribute Name="https://aws.amazon.com/SAML/Attributes/${name}"><saml:AttributeValue>${value}</saml:AttributeValue></saml:Attribute>`;
    const response = `<samlp:Response xmlns:samlp="p" xmlns:saml="a"><saml:Assertion><saml:Issuer>https://idp.example.com</saml:Issuer>
      <saml:Subject><saml:NameID Format="urn:oasis:names:tc:SAML:2.0:nameid-format:persistent">ada</saml:NameID>
      <saml:SubjectConfirmation><saml:SubjectConfirmationData NotOnOrAfter="2999-01-01T00:00:00Z" Recipient="https://signin.aws.amazon.com/saml"/></saml:SubjectConfirmation></saml:Subject>
      <saml:AttributeStatement>${attribute('Role', `${RoleArn},${PrincipalArn}`)}${attribute('RoleSessionName', 'ada')}</saml:AttributeStatement>
      </saml:Assertion></samlp:Response>`;
    const SAMLAssertion = Buffer.from(response).toString('base64');
    expect(await sts.assumeRoleWithSAML({ RoleArn, PrincipalArn, SAMLAssertion })).toMatchObject({
      Subject: 'ada',
      SubjectType: 'persistent',
      Issuer: 'https://idp.example.com',
      Audience: 'https://signin.aws.amazon.com/saml',
      AssumedRoleUser: { Arn: `arn:aws:sts::${ACCOUNT}:assumed-role/saml/ada` },
    });
  });
});
