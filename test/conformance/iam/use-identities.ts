// An emulator that judges calls, with users and roles of given policies.
import { IAM } from '@aws-sdk/client-iam';
import { STS } from '@aws-sdk/client-sts';
import type { TestEmulator } from '../../support/emulator.ts';

export const ACCOUNT = '000000000000';
/** Another account: its number is a key that may do everything there. */
export const OTHER = '111122223333';

export interface Caller {
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string; readonly sessionToken?: string };
}

export const accountKey = (account: string): Caller => ({ credentials: { accessKeyId: account, secretAccessKey: 'test' } });

export const allow = (Action: string | readonly string[], Resource: string | readonly string[] = '*', more: object = {}) => ({
  Effect: 'Allow',
  Action,
  Resource,
  ...more,
});
export const deny = (Action: string, Resource = '*', more: object = {}) => ({ ...allow(Action, Resource, more), Effect: 'Deny' });
export const document = (...Statement: readonly object[]): string => JSON.stringify({ Version: '2012-10-17', Statement });
export const trust = (Principal: object, more: object = {}): string =>
  document({ Effect: 'Allow', Principal, Action: ['sts:AssumeRole', 'sts:TagSession', 'sts:SetSourceIdentity'], ...more });

/** A user with an inline policy, and its key. */
export async function userWith(emulator: TestEmulator, name: string, statements: readonly object[], account = ACCOUNT): Promise<Caller> {
  const iam = emulator.client(IAM, accountKey(account));
  await iam.createUser({ UserName: name });
  if (statements.length > 0) await iam.putUserPolicy({ UserName: name, PolicyName: 'inline', PolicyDocument: document(...statements) });
  const { AccessKey } = await iam.createAccessKey({ UserName: name });
  return { credentials: { accessKeyId: AccessKey!.AccessKeyId!, secretAccessKey: AccessKey!.SecretAccessKey! } };
}

/** A role that a service may assume, or whoever else `Principal` names; its ARN. */
export async function roleWith(emulator: TestEmulator, name: string, Principal: object, statements: readonly object[]): Promise<string> {
  const iam = emulator.client(IAM);
  const { Role } = await iam.createRole({ RoleName: name, AssumeRolePolicyDocument: trust(Principal) });
  if (statements.length > 0) await iam.putRolePolicy({ RoleName: name, PolicyName: 'inline', PolicyDocument: document(...statements) });
  return Role!.Arn!;
}

export async function assume(emulator: TestEmulator, RoleArn: string, by: object = {}, more: object = {}): Promise<Caller> {
  const { Credentials } = await emulator.client(STS, by).assumeRole({ RoleArn, RoleSessionName: 'session', ...more });
  return {
    credentials: {
      accessKeyId: Credentials!.AccessKeyId!,
      secretAccessKey: Credentials!.SecretAccessKey!,
      sessionToken: Credentials!.SessionToken!,
    },
  };
}
