// The trigger that brings users in from elsewhere, when somebody signs in whom the pool does not know.
// https://docs.aws.amazon.com/cognito/latest/developerguide/user-pool-lambda-migrate-user.html
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { isObject } from '#lib/json-object';
import { fault } from '#model/cognito-idp';
import type { Client, Pool, User } from '#services/cognito-idp/state';
import { runTrigger, triggerArn } from '#services/cognito-idp/triggers/run-trigger';
import { addressOfUsername, readAttributes } from '#services/cognito-idp/users/attributes';
import { keyOf, lookUpUser, putUser } from '#services/cognito-idp/users/find-user';
import { newUser } from '#services/cognito-idp/users/new-user';

export interface Migration {
  readonly name: string;
  readonly password?: string | undefined;
  readonly source: 'Authentication' | 'ForgotPassword';
  readonly metadata?: Readonly<Record<string, string>> | undefined;
}

/** The user, where the function knows them. */
export async function migrateUser(
  { name, password, source, metadata }: Migration,
  pool: Frozen<Pool>,
  client: Frozen<Client>,
  there: Ctx,
): Promise<Frozen<User> | undefined> {
  if (triggerArn('UserMigration', pool) === undefined) return undefined;
  const answer = await runTrigger(
    'UserMigration',
    {
      source,
      username: name,
      clientId: client.id,
      request: { password: password ?? null, validationData: metadata ?? null, ...(metadata && { clientMetadata: metadata }) },
      response: {
        userAttributes: null,
        finalUserStatus: null,
        messageAction: null,
        desiredDeliveryMediums: null,
        forceAliasCreation: null,
        enableSMSMFA: null,
      },
    },
    pool,
    there,
  ).catch((error: unknown) => {
    // A function that throws says that it does not know the user.
    if ((error as { code?: string }).code === 'UserLambdaValidationException') return undefined;
    throw error;
  });
  if (!isObject(answer?.['userAttributes'])) return undefined;
  const { username, ...given } = answer['userAttributes'];
  const list = Object.entries(given).flatMap(([Name, Value]) => (Name === 'sub' ? [] : [{ Name, Value: String(Value) }]));
  const attributes = { ...addressOfUsername(name, pool), ...readAttributes(list, pool) };
  const isConfirmed = answer['finalUserStatus'] !== 'RESET_REQUIRED';
  if (source === 'Authentication' && password === undefined) throw fault('InvalidLambdaResponseException', 'Unrecognizable lambda output');
  const user = newUser(
    {
      name: typeof username === 'string' ? username : name,
      attributes,
      password: isConfirmed ? password : undefined,
      status: isConfirmed ? 'CONFIRMED' : 'RESET_REQUIRED',
    },
    pool,
    there,
  );
  return there.write((tx) => {
    const meanwhile = lookUpUser(name, pool, there);
    if (meanwhile) return meanwhile;
    putUser(tx, pool, answer['enableSMSMFA'] === true ? { ...user, factors: ['SMS_MFA'] } : user, there);
    return lookUpUser(keyOf(user.username, pool), pool, there);
  });
}
