// SECRET_HASH: proves that the caller knows the secret of a client.
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Frozen } from '#core/records';
import { notAuthorized } from '#services/cognito-idp/faults';
import type { Client } from '#services/cognito-idp/state';

const hashOf = (secret: string, username: string, clientId: string): string =>
  createHmac('sha256', secret).update(`${username}${clientId}`).digest('base64');

const isSame = (a: string, b: string): boolean => {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
};

/** `names`: what the username may have been: an alias as it was given, or the real one. @throws NotAuthorizedException */
export function checkSecretHash({ id, secrets }: Frozen<Client>, names: readonly string[], given: string | undefined): void {
  if (secrets.length === 0) return;
  if (given === undefined) throw notAuthorized(`Client ${id} is configured with secret but SECRET_HASH was not received`);
  if (!secrets.some(({ value }) => names.some((name) => isSame(hashOf(value, name, id), given))))
    throw notAuthorized(`Unable to verify secret hash for client ${id}`);
}

export const isSecret = ({ secrets }: Frozen<Client>, given: string): boolean => secrets.some(({ value }) => isSame(value, given));
