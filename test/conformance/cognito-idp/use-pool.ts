// A user pool with one client and the users that a test asks for, and the messages that it has sent.
import {
  CognitoIdentityProvider,
  type CreateUserPoolClientCommandInput,
  type CreateUserPoolCommandInput,
} from '@aws-sdk/client-cognito-identity-provider';
import type { TestEmulator } from '../../support/emulator.ts';

export const PASSWORD = 'Passw0rd!';
export const ALL_FLOWS = [
  'ALLOW_USER_PASSWORD_AUTH',
  'ALLOW_USER_SRP_AUTH',
  'ALLOW_REFRESH_TOKEN_AUTH',
  'ALLOW_ADMIN_USER_PASSWORD_AUTH',
  'ALLOW_CUSTOM_AUTH',
  'ALLOW_USER_AUTH',
] as const;

export interface SentMessage {
  readonly to: string;
  readonly medium: string;
  readonly reason: string;
  readonly subject?: string;
  readonly text: string;
  readonly code?: string;
}

export async function createPool(
  emulator: TestEmulator,
  settings: Partial<CreateUserPoolCommandInput> = {},
  client: Partial<CreateUserPoolClientCommandInput> = {},
) {
  const idp = emulator.client(CognitoIdentityProvider);
  const { UserPool } = await idp.createUserPool({ PoolName: 'people', AutoVerifiedAttributes: ['email'], ...settings });
  const UserPoolId = UserPool!.Id!;
  const made = await idp.createUserPoolClient({ UserPoolId, ClientName: 'web', ExplicitAuthFlows: [...ALL_FLOWS], ...client });
  const { ClientId, ClientSecret } = made.UserPoolClient!;
  return {
    idp,
    UserPoolId,
    ClientId: ClientId!,
    ClientSecret,
    /** A confirmed user with a verified email. */
    async addUser(Username: string, more: { Name: string; Value: string }[] = []) {
      const UserAttributes = [{ Name: 'email', Value: `${Username}@example.com` }, { Name: 'email_verified', Value: 'true' }, ...more];
      await idp.adminCreateUser({ UserPoolId, Username, UserAttributes, MessageAction: 'SUPPRESS', TemporaryPassword: PASSWORD });
      await idp.adminSetUserPassword({ UserPoolId, Username, Password: PASSWORD, Permanent: true });
    },
    async messages(user?: string): Promise<SentMessage[]> {
      const query = new URLSearchParams({ pool: UserPoolId, ...(user && { user }) });
      const answer = await fetch(`${emulator.url}/_cloud/cognito-idp/messages?${query.toString()}`);
      return ((await answer.json()) as { messages: SentMessage[] }).messages;
    },
    signIn: (USERNAME: string, more: Record<string, string> = {}) =>
      idp.initiateAuth({ ClientId: ClientId!, AuthFlow: 'USER_PASSWORD_AUTH', AuthParameters: { USERNAME, PASSWORD, ...more } }),
  };
}

/** The claims of a token, unverified. */
export const claimsOf = (token: string | undefined): Record<string, unknown> =>
  JSON.parse(Buffer.from(token!.split('.')[1]!, 'base64url').toString()) as Record<string, unknown>;
