// Attributes of users: checked against the schema of their pool.

import type { Frozen } from '#core/records';
import { firstRepeated } from '#lib/first-repeated';
import { type AttributeType, fault, type SchemaAttributeType } from '#model/cognito-idp';
import { invalid, notAuthorized } from '#services/cognito-idp/faults';
import type { Client, Pool, User } from '#services/cognito-idp/state';
import { signsInWithAddress } from './find-user.ts';

export const ADDRESSES = ['email', 'phone_number'] as const;
export type Address = (typeof ADDRESSES)[number];

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
const PHONE = /^\+\d{1,15}$/;

export const isEmail = (text: string): boolean => text.length <= 2048 && EMAIL.test(text);
export const isPhone = (text: string): boolean => PHONE.test(text);

const nonconforming = (name: string, problem: string) => invalid(`Attributes did not conform to the schema: ${name}: ${problem}`);

/** The attributes in a request, each at most once, in the forms that the schema asks for. */
export function readAttributes(given: readonly AttributeType[] = [], pool: Frozen<Pool>): Record<string, string> {
  const repeated = firstRepeated(given.map(({ Name }) => Name));
  if (repeated !== undefined) throw invalid(`Duplicate attribute: ${repeated}`);
  const schema = new Map(pool.schema.map((each) => [each.Name ?? '', each]));
  for (const { Name, Value = '' } of given) {
    const declared = schema.get(Name);
    if (!declared) throw nonconforming(Name, 'Attribute does not exist in the schema.');
    if (Name === 'sub' || Name === 'identities') throw invalid(`Cannot modify the non-mutable attribute ${Name}`);
    if (Value !== '') checkValue(Name, Value, declared);
  }
  return Object.fromEntries(given.map(({ Name, Value = '' }) => [Name, Value]));
}

function checkValue(name: string, value: string, declared: Frozen<SchemaAttributeType>): void {
  if (name === 'email' && !isEmail(value)) throw invalid('Invalid email address format.');
  if (name === 'phone_number' && !isPhone(value)) throw invalid('Invalid phone number format.');
  const { MinLength, MaxLength } = declared.StringAttributeConstraints ?? {};
  const { MinValue, MaxValue } = declared.NumberAttributeConstraints ?? {};
  switch (declared.AttributeDataType) {
    case 'Number': {
      if (!/^-?\d+(\.\d+)?$/.test(value)) throw nonconforming(name, 'Value is not a number');
      if (MinValue !== undefined && Number(value) < Number(MinValue)) throw nonconforming(name, `Number must not be less than ${MinValue}`);
      if (MaxValue !== undefined && Number(value) > Number(MaxValue))
        throw nonconforming(name, `Number must not be greater than ${MaxValue}`);
      return;
    }
    case 'Boolean':
      if (!/^(true|false)$/i.test(value)) throw nonconforming(name, 'Value is not a boolean');
      return;
    case 'DateTime':
      if (!/^\d{4}-\d\d-\d\d/.test(value) || Number.isNaN(Date.parse(value))) throw nonconforming(name, 'Value is not a date');
      return;
    default:
      if (MinLength !== undefined && value.length < Number(MinLength))
        throw nonconforming(name, `String must not be shorter than ${MinLength} characters`);
      if (MaxLength !== undefined && value.length > Number(MaxLength))
        throw nonconforming(name, `String must not be longer than ${MaxLength} characters`);
  }
}

/** @throws Fault for a required attribute that a new user lacks */
export function checkRequired(attributes: Readonly<Record<string, string>>, { schema }: Frozen<Pool>): void {
  for (const { Name = '', Required } of schema)
    if (Required && Name !== 'sub' && (attributes[Name] ?? '') === '') throw nonconforming(Name, 'The attribute is required');
}

/** @throws Fault for attributes that are fixed once a user has them */
export function checkMutable(changed: readonly string[], { attributes }: Frozen<User>, { schema }: Frozen<Pool>): void {
  for (const name of changed) {
    if (schema.find(({ Name }) => Name === name)?.Mutable === false && attributes[name] !== undefined)
      throw invalid(`user.${name}: Attribute cannot be updated.`);
  }
}

/** Clients may write what `WriteAttributes` lists, and never whether an address is verified. */
export function checkWritable(names: readonly string[], { settings }: Frozen<Client>): void {
  const allowed = settings.WriteAttributes;
  const isWritable = (name: string) =>
    !/^(email|phone_number)_verified$/.test(name) && !name.startsWith('dev:') && (!allowed?.length || allowed.includes(name));
  if (!names.every(isWritable)) throw notAuthorized('A client attempted to write unauthorized attribute');
}

/** `sub` first, as tokens and answers list them. */
export const attributeList = ({ sub, attributes }: Pick<Frozen<User>, 'sub' | 'attributes'>): AttributeType[] => [
  { Name: 'sub', Value: sub },
  ...Object.entries(attributes).map(([Name, Value]) => ({ Name, Value })),
];

/** In pools whose users sign in with an address, the username of a request is one, and becomes an attribute. */
export function addressOfUsername(username: string, pool: Frozen<Pool>): Record<string, string> {
  if (!signsInWithAddress(pool)) return {};
  const kinds = pool.settings.UsernameAttributes ?? [];
  if (kinds.includes('email') && isEmail(username)) return { email: username };
  if (kinds.includes('phone_number') && isPhone(username)) return { phone_number: username };
  throw invalid(
    kinds.length > 1
      ? 'Username should be either an email or a phone number.'
      : `Username should be ${kinds[0] === 'email' ? 'an email' : 'a phone number'}.`,
  );
}

export const aliasExists = (attribute: string) =>
  fault(
    'AliasExistsException',
    `An account with the given ${attribute === 'preferred_username' ? 'preferred_username' : attribute} already exists.`,
  );
