// A user becomes confirmed: written, and told to the pool's function.
import type { Ctx } from '#core/ctx';
import type { Frozen, Tx } from '#core/records';
import type { Pool, User } from '#services/cognito-idp/state';
import { runTrigger } from '#services/cognito-idp/triggers/run-trigger';
import { toldAttributes } from '#services/cognito-idp/triggers/user-attributes';
import { changeUser } from '#services/cognito-idp/users/find-user';

export interface Confirmation {
  readonly user: Frozen<User>;
  readonly metadata: Readonly<Record<string, string>> | undefined;
  readonly clientId: string;
  /** Takes the code away, and tells which attribute it verifies. */
  readonly takeCode?: ((tx: Tx) => string) | undefined;
}

export async function confirmed({ user, metadata, clientId, takeCode }: Confirmation, pool: Frozen<Pool>, there: Ctx): Promise<void> {
  const changed = there.write((tx) => {
    const verified = takeCode?.(tx);
    const attributes = verified === undefined ? user.attributes : { ...user.attributes, [`${verified}_verified`]: 'true' };
    return changeUser(tx, pool, user, { status: 'CONFIRMED', attributes }, there);
  });
  await afterConfirmation('ConfirmSignUp', changed, metadata, clientId, pool, there);
}

export async function afterConfirmation(
  source: 'ConfirmSignUp' | 'ConfirmForgotPassword',
  user: Frozen<User>,
  metadata: Readonly<Record<string, string>> | undefined,
  clientId: string,
  pool: Frozen<Pool>,
  there: Ctx,
): Promise<void> {
  const request = { userAttributes: toldAttributes(user), ...(metadata && { clientMetadata: metadata }) };
  await runTrigger('PostConfirmation', { source, username: user.username, clientId, request, response: {} }, pool, there);
}
