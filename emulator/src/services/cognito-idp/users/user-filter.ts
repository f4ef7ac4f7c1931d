// The filter of ListUsers: `email = "ada@example.com"`, `given_name ^= "A"`. Pure.
// https://docs.aws.amazon.com/cognito/latest/developerguide/how-to-manage-user-accounts.html
import type { Frozen } from '#core/records';
import { invalid } from '#services/cognito-idp/faults';
import type { User } from '#services/cognito-idp/state';

/** Limit: characters of a filter. */
const MAX_FILTER = 256;
const FORM = /^\s*("?)(cognito:user_status|[a-z_]+)\1\s*(\^?=)\s*"((?:[^"\\]|\\.)*)"\s*$/;
const SEARCHABLE = [
  'username',
  'email',
  'phone_number',
  'name',
  'given_name',
  'family_name',
  'preferred_username',
  'cognito:user_status',
  'status',
  'sub',
];

export interface UserFilter {
  readonly name: string;
  readonly value: string;
  readonly isPrefix: boolean;
}

/** Undefined for no filter. @throws InvalidParameterException */
export function readFilter(text: string | undefined): UserFilter | undefined {
  if (text === undefined || text.trim() === '') return undefined;
  const [, , name = '', operator, value = ''] = (text.length <= MAX_FILTER && FORM.exec(text)) || [];
  if (operator === undefined)
    throw invalid(
      `One or more requests parameters are invalid: the filter must be AttributeName Filter-Type "AttributeValue": ${text.slice(0, MAX_FILTER)}`,
    );
  if (!SEARCHABLE.includes(name)) throw invalid(`${name} is not a searchable attribute.`);
  return { name, value: value.replace(/\\(.)/g, '$1'), isPrefix: operator === '^=' };
}

function attributeOf(name: string, user: Frozen<User>): string | undefined {
  if (name === 'username') return user.username;
  if (name === 'sub') return user.sub;
  if (name === 'cognito:user_status') return user.status;
  if (name === 'status') return user.enabled ? 'Enabled' : 'Disabled';
  return user.attributes[name];
}

export function matches({ name, value, isPrefix }: UserFilter, user: Frozen<User>): boolean {
  const actual = attributeOf(name, user);
  if (actual === undefined) return false;
  // Only attributes of people are found in any case.
  const [found, wanted] = name === 'username' || name === 'sub' ? [actual, value] : [actual.toLowerCase(), value.toLowerCase()];
  return isPrefix ? found.startsWith(wanted) : found === wanted;
}
