// One line of an import becomes a user, who sets a new password at the first sign-in.
import type { Ctx } from '#core/ctx';
import { Fault } from '#core/fault';
import type { Frozen, Tx } from '#core/records';
import type { Pool, User } from '#services/cognito-idp/state';
import { addressOfUsername, checkRequired, readAttributes } from '#services/cognito-idp/users/attributes';
import { aliasNames, lookUpUser, ownerOfAlias, putUser } from '#services/cognito-idp/users/find-user';
import { newUser } from '#services/cognito-idp/users/new-user';
import { MAX_LINE, valuesIn } from './csv.ts';

export interface Outcome {
  readonly kind: 'imported' | 'skipped' | 'failed';
  /** In the cloud's words where those are public (developer guide, results of imports). */
  readonly message: string;
}

const failed = (message: string): Outcome => ({ kind: 'failed', message });
const FLAGS = ['email_verified', 'phone_number_verified', 'cognito:mfa_enabled'];

/** Writes the user of a line, unless it is there already or the line is wrong. */
export function importUser(tx: Tx, line: string, header: readonly string[], pool: Frozen<Pool>, ctx: Ctx): Outcome {
  if (line.length > MAX_LINE) return failed(`The line is longer than ${MAX_LINE} characters.`);
  const values = valuesIn(line);
  if (values?.length !== header.length) return failed('The number of values is not that of the header.');
  const row = new Map(header.map((name, index) => [name, values[index]!]));
  const wrong = FLAGS.find((name) => !['true', 'false', ''].includes((row.get(name) ?? '').toLowerCase()));
  if (wrong !== undefined) return failed(`${wrong} must be true or false.`);
  const username = row.get('cognito:username') ?? '';
  if (username === '' || username.length > 128) return failed('cognito:username must have 1 to 128 characters.');
  try {
    return written(tx, username, row, pool, ctx);
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return failed(error.message);
  }
}

function written(tx: Tx, username: string, row: ReadonlyMap<string, string>, pool: Frozen<Pool>, ctx: Ctx): Outcome {
  const given = [...row].flatMap(([Name, value]) => {
    if (value === '' || Name.startsWith('cognito:')) return [];
    return [{ Name, Value: FLAGS.includes(Name) ? value.toLowerCase() : value }];
  });
  const attributes = { ...addressOfUsername(username, pool), ...readAttributes(given, pool) };
  if (lookUpUser(username, pool, ctx)) return { kind: 'skipped', message: 'The user already exists.' };
  checkRequired(attributes, pool);
  for (const address of ['email', 'phone_number'])
    if (attributes[`${address}_verified`] === 'true' && !attributes[address])
      return failed(`${address}_verified is true, and the user has no ${address}.`);
  const verifiable = pool.settings.AutoVerifiedAttributes ?? [];
  if (verifiable.length > 0 && !verifiable.some((name) => attributes[`${name}_verified`] === 'true'))
    return failed('The User Record does not set any of the auto verified attributes to true. (Example: email_verified to true).');
  const isTaken = (name: string) => attributes[name] !== undefined && ownerOfAlias(name, attributes[name], pool, ctx) !== undefined;
  const taken = aliasNames(pool).find(isTaken);
  if (taken !== undefined) return failed(`An account with the given ${taken} already exists.`);
  const hasMfa = row.get('cognito:mfa_enabled')?.toLowerCase() === 'true';
  if (hasMfa && !attributes['phone_number']) return failed('cognito:mfa_enabled is true, and the user has no phone_number.');
  const user: User = {
    ...newUser({ name: username, attributes, password: undefined, status: 'RESET_REQUIRED' }, pool, ctx),
    ...(hasMfa && { factors: ['SMS_MFA'] }),
  };
  putUser(tx, pool, user, ctx);
  return { kind: 'imported', message: 'The import succeeded.' };
}
