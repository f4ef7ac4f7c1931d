// Identity pools: identities of users, credentials of roles, and who is refused.
import { CognitoIdentity } from '@aws-sdk/client-cognito-identity';
import { IAM } from '@aws-sdk/client-iam';
import { STS } from '@aws-sdk/client-sts';
import { afterAll, expect, it } from 'vitest';
import { startTestEmulator } from '../../support/emulator.ts';
import { claimsOf, createPool } from '../cognito-idp/use-pool.ts';

const emulator = await startTestEmulator();
afterAll(() => emulator.stop());

const users = await createPool(emulator);
const { idp, UserPoolId, ClientId } = users;
const identity = emulator.client(CognitoIdentity);
const iam = emulator.client(IAM);
const provider = `cognito-idp.us-east-1.amazonaws.com/${UserPoolId}`;
await users.addUser('ada');
const signIn = async () => (await users.signIn('ada')).AuthenticationResult!.IdToken!;

const { IdentityPoolId } = await identity.createIdentityPool({
  IdentityPoolName: 'people',
  AllowUnauthenticatedIdentities: true,
  DeveloperProviderName: 'my.company',
  CognitoIdentityProviders: [{ ProviderName: provider, ClientId }],
  IdentityPoolTags: { team: 'blue' },
});

async function createRole(RoleName: string, amr: string, aud = IdentityPoolId!): Promise<string> {
  const { Role } = await iam.createRole({
    RoleName,
    AssumeRolePolicyDocument: JSON.stringify({
      Version: '2012-10-17',
      Statement: [
        {
          Effect: 'Allow',
          Principal: { Federated: 'cognito-identity.amazonaws.com' },
          Action: ['sts:AssumeRoleWithWebIdentity', 'sts:TagSession'],
          Condition: {
            StringEquals: { 'cognito-identity.amazonaws.com:aud': aud },
            'ForAnyValue:StringLike': { 'cognito-identity.amazonaws.com:amr': amr },
          },
        },
      ],
    }),
  });
  return Role!.Arn!;
}
const [member, guest] = [await createRole('member', 'authenticated'), await createRole('guest', 'unauthenticated')];
await identity.setIdentityPoolRoles({ IdentityPoolId, Roles: { authenticated: member, unauthenticated: guest } });

const whoIs = async (IdentityId: string, Logins?: Record<string, string>) => {
  const { Credentials } = await identity.getCredentialsForIdentity({ IdentityId, Logins });
  const { AccessKeyId, SecretKey, SessionToken } = Credentials!;
  const credentials = { accessKeyId: AccessKeyId!, secretAccessKey: SecretKey!, sessionToken: SessionToken! };
  return (await emulator.client(STS, { credentials }).getCallerIdentity({})).Arn;
};

it('gives the same identity to the same user, and credentials of the role', async () => {
  const Logins = { [provider]: await signIn() };
  const { IdentityId } = await identity.getId({ IdentityPoolId, Logins });
  expect(IdentityId).toMatch(/^us-east-1:[0-9a-f-]{36}$/);
  expect((await identity.getId({ IdentityPoolId, Logins: { [provider]: await signIn() } })).IdentityId).toBe(IdentityId);
  expect(await whoIs(IdentityId!, Logins)).toBe('arn:aws:sts::000000000000:assumed-role/member/CognitoIdentityCredentials');
  await expect(identity.getCredentialsForIdentity({ IdentityId })).rejects.toMatchObject({
    name: 'NotAuthorizedException',
    message: `Access to Identity '${IdentityId}' is forbidden.`,
  });
  expect(await identity.describeIdentity({ IdentityId })).toMatchObject({ Logins: [provider] });
});

it('lets guests in, who keep their identity when they sign in', async () => {
  const own = await identity.createIdentityPool({
    IdentityPoolName: 'own',
    AllowUnauthenticatedIdentities: true,
    CognitoIdentityProviders: [{ ProviderName: provider, ClientId }],
  });
  const { IdentityId } = await identity.getId({ IdentityPoolId: own.IdentityPoolId });
  const asGuest = await identity.getOpenIdToken({ IdentityId });
  expect(claimsOf(asGuest.Token)).toMatchObject({ aud: own.IdentityPoolId, sub: IdentityId, amr: ['unauthenticated'] });
  const IdToken = await signIn();
  const asMember = await identity.getOpenIdToken({ IdentityId, Logins: { [provider]: IdToken } });
  expect(claimsOf(asMember.Token)['amr']).toEqual([
    'authenticated',
    provider,
    `${provider}:CognitoSignIn:${String(claimsOf(IdToken)['sub'])}`,
  ]);
  const guestId = (await identity.getId({ IdentityPoolId })).IdentityId!;
  expect(await whoIs(guestId)).toContain('assumed-role/guest/');
});

it('refuses tokens that it does not trust, and roles that do not trust it', async () => {
  const IdToken = await signIn();
  const forged = `${IdToken.split('.').slice(0, 2).join('.')}.${Buffer.alloc(256).toString('base64url')}`;
  const ask = (Logins: Record<string, string>) => identity.getId({ IdentityPoolId, Logins });
  await expect(ask({ [provider]: forged })).rejects.toMatchObject({ message: 'Invalid login token. Token signature invalid.' });
  await expect(ask({ [provider]: 'x' })).rejects.toMatchObject({
    message: 'Invalid login token. Not a valid OpenId Connect identity token.',
  });
  await expect(ask({ 'accounts.google.com': IdToken })).rejects.toMatchObject({
    message: 'Token is not from a supported provider of this identity pool.',
  });
  const closed = await identity.createIdentityPool({ IdentityPoolName: 'closed', AllowUnauthenticatedIdentities: false });
  await expect(identity.getId({ IdentityPoolId: closed.IdentityPoolId })).rejects.toMatchObject({
    message: 'Unauthenticated access is not supported for this identity pool.',
  });
  const other = await createRole('other', 'authenticated', 'us-east-1:11111111-1111-1111-1111-111111111111');
  await identity.setIdentityPoolRoles({ IdentityPoolId, Roles: { authenticated: other, unauthenticated: guest } });
  const { IdentityId } = await ask({ [provider]: IdToken });
  await expect(identity.getCredentialsForIdentity({ IdentityId, Logins: { [provider]: IdToken } })).rejects.toMatchObject({
    name: 'InvalidIdentityPoolConfigurationException',
  });
  await identity.setIdentityPoolRoles({ IdentityPoolId, Roles: { authenticated: member, unauthenticated: guest } });
});

it('maps roles by rules and by the token', async () => {
  const admin = await createRole('admin', 'authenticated');
  await idp.createGroup({ UserPoolId, GroupName: 'admins', Precedence: 1, RoleArn: admin });
  await idp.adminAddUserToGroup({ UserPoolId, Username: 'ada', GroupName: 'admins' });
  const Logins = { [provider]: await signIn() };
  const { IdentityId } = await identity.getId({ IdentityPoolId, Logins });
  const map = (mapping: object) =>
    identity.setIdentityPoolRoles({
      IdentityPoolId,
      Roles: { authenticated: member },
      RoleMappings: { [`${provider}:${ClientId}`]: mapping as never },
    });
  await map({ Type: 'Token', AmbiguousRoleResolution: 'Deny' });
  expect(await whoIs(IdentityId!, Logins)).toContain('assumed-role/admin/');
  const rule = (Value: string) => ({ Rules: [{ Claim: 'email', MatchType: 'StartsWith', Value, RoleARN: admin }] });
  await map({ Type: 'Rules', AmbiguousRoleResolution: 'AuthenticatedRole', RulesConfiguration: rule('ada') });
  expect(await whoIs(IdentityId!, Logins)).toContain('assumed-role/admin/');
  await map({ Type: 'Rules', AmbiguousRoleResolution: 'Deny', RulesConfiguration: rule('bob') });
  await expect(identity.getCredentialsForIdentity({ IdentityId, Logins })).rejects.toMatchObject({
    message: `The ambiguous role mapping rules for: ${provider}:${ClientId} denied this request.`,
  });
});

it('knows the users of a developer', async () => {
  const tell = (user: string) => identity.getOpenIdTokenForDeveloperIdentity({ IdentityPoolId, Logins: { 'my.company': user } });
  const [first, second] = [await tell('u1'), await tell('u2')];
  expect(claimsOf(first.Token)['amr']).toEqual(['authenticated', 'my.company']);
  expect((await tell('u1')).IdentityId).toBe(first.IdentityId);
  expect(await identity.lookupDeveloperIdentity({ IdentityPoolId, DeveloperUserIdentifier: 'u2' })).toMatchObject({
    IdentityId: second.IdentityId,
  });
  const merged = await identity.mergeDeveloperIdentities({
    IdentityPoolId,
    DeveloperProviderName: 'my.company',
    SourceUserIdentifier: 'u2',
    DestinationUserIdentifier: 'u1',
  });
  expect(merged.IdentityId).toBe(first.IdentityId);
  expect((await tell('u2')).IdentityId).toBe(first.IdentityId);
  await expect(identity.describeIdentity({ IdentityId: second.IdentityId })).rejects.toMatchObject({
    message: `Identity '${second.IdentityId}' not found.`,
  });
});

it('keeps pools with their tags', async () => {
  const ResourceArn = `arn:aws:cognito-identity:us-east-1:000000000000:identitypool/${IdentityPoolId}`;
  expect((await identity.listTagsForResource({ ResourceArn })).Tags).toEqual({ team: 'blue' });
  const none = 'us-east-1:11111111-1111-1111-1111-111111111111';
  await expect(identity.describeIdentityPool({ IdentityPoolId: none })).rejects.toMatchObject({
    message: `IdentityPool '${none}' not found.`,
  });
});
