// The user that somebody of an identity provider signs in as: linked, known, or made now.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { afterConfirmation } from '#services/cognito-idp/account/confirm-user';
import type { LocatedClient } from '#services/cognito-idp/clients/find-client';
import { notAuthorized } from '#services/cognito-idp/faults';
import { type IdentityProvider, linkedIdentities } from '#services/cognito-idp/federation-state';
import { groups, groupUsers, type Pool, type User, userGroups, users } from '#services/cognito-idp/state';
import { runTrigger } from '#services/cognito-idp/triggers/run-trigger';
import { toldAttributes } from '#services/cognito-idp/triggers/user-attributes';
import { ADDRESSES, checkRequired, readAttributes } from '#services/cognito-idp/users/attributes';
import { changeUser, keyOf, putUser } from '#services/cognito-idp/users/find-user';
import { newUser } from '#services/cognito-idp/users/new-user';
import { identitiesIn, newIdentity, SUBJECT, withIdentities } from './identities.ts';
import { externalName } from './links.ts';

type Claims = Readonly<Record<string, unknown>>;

const textOf = (value: unknown): string | undefined =>
  value === undefined || value === null ? undefined : typeof value === 'object' ? JSON.stringify(value) : String(value);

/** The name at the provider: `sub`, or the claim that is mapped to the username; `id` and `user_id` of social ones. */
export const subjectIn = (claims: Claims, { mapping }: Frozen<IdentityProvider>): string | undefined =>
  textOf(claims[mapping['username'] ?? 'sub'] ?? claims['sub'] ?? claims['id'] ?? claims['user_id']);

function mappedAttributes(claims: Claims, { mapping }: Frozen<IdentityProvider>, pool: Frozen<Pool>): Record<string, string> {
  const given = Object.entries(mapping).flatMap(([Name, claim]) => {
    const Value = textOf(claims[claim]);
    return Name === 'username' || Value === undefined ? [] : [{ Name, Value }];
  });
  return readAttributes(given, pool);
}

/** @throws Fault for a user who may not sign in, or whose attributes the pool does not take */
export async function externalUser(claims: Claims, provider: Frozen<IdentityProvider>, place: LocatedClient): Promise<Frozen<User>> {
  const { pool, there } = place;
  const subject = subjectIn(claims, provider);
  if (subject === undefined || subject.length > 128) throw notAuthorized('The identity provider has not told who the user is.');
  const user = linkedUser(subject, claims, provider, place) ?? knownUser(subject, provider, place);
  if (user && !user.enabled) throw notAuthorized('User is disabled.');
  const attributes = mappedAttributes(claims, provider, pool);
  if (!user) return made(subject, attributes, provider, place);
  // Each sign-in brings the attributes up to date.
  const changed = { ...user.attributes, ...unverified(attributes, user), ...attributes };
  const isSame = Object.entries(changed).every(([name, value]) => user.attributes[name] === value);
  return isSame ? user : there.write((tx) => changeUser(tx, pool, user, { attributes: changed }, there));
}

/** The user who was made for this identity. Somebody who signed up by such a name is another one, and no identity leads to them. */
function knownUser(subject: string, provider: Frozen<IdentityProvider>, { pool, there }: LocatedClient): Frozen<User> | undefined {
  const name = externalName(provider.name, subject);
  const user = there.records(users).get([pool.id, keyOf(name, pool)]);
  const isTheirs = identitiesIn(user?.attributes ?? {}).some((each) => each.providerName === provider.name && each.userId === subject);
  if (user && !isTheirs) throw notAuthorized(`The username ${name} belongs to another user.`);
  return user;
}

/** An address that changes is not verified, unless the provider says so. */
const unverified = (attributes: Record<string, string>, user: Frozen<User>): Record<string, string> =>
  Object.fromEntries(
    ADDRESSES.filter((name) => attributes[name] !== undefined && attributes[name] !== user.attributes[name]).map((name) => [
      `${name}_verified`,
      'false',
    ]),
  );

/** A link by another claim becomes one by the subject at the first sign-in. */
function linkedUser(
  subject: string,
  claims: Claims,
  provider: Frozen<IdentityProvider>,
  { pool, there }: LocatedClient,
): Frozen<User> | undefined {
  const links = there.records(linkedIdentities);
  const bySubject = links.get([pool.id, provider.name, SUBJECT, subject]);
  const known = bySubject && userOf(bySubject, pool, there);
  if (known) return known;
  for (const claim of new Set(Object.values(provider.mapping))) {
    const key: [string, string, string, string] = [pool.id, provider.name, claim, textOf(claims[claim]) ?? ''];
    const link = links.get(key);
    const user = link && userOf(link, pool, there);
    if (!link || !user) continue;
    const identities = [...identitiesIn(user.attributes), newIdentity(subject, provider, false, there.now())];
    return there.write((tx) => {
      tx.delete(links, key);
      tx.put(links, [pool.id, provider.name, SUBJECT, subject], link);
      return changeUser(tx, pool, user, { attributes: withIdentities(user.attributes, identities) }, there);
    });
  }
  return undefined;
}

function userOf(link: { readonly userKey: string; readonly sub: string }, pool: Frozen<Pool>, there: Ctx): Frozen<User> | undefined {
  const user = there.records(users).get([pool.id, link.userKey]);
  return user?.sub === link.sub ? user : undefined;
}

async function made(
  subject: string,
  attributes: Record<string, string>,
  provider: Frozen<IdentityProvider>,
  place: LocatedClient,
): Promise<Frozen<User>> {
  const { pool, client, there } = place;
  checkRequired(attributes, pool);
  const name = externalName(provider.name, subject);
  const fresh = newUser({ name, attributes, password: undefined, status: 'EXTERNAL_PROVIDER' }, pool, there);
  const identities = [newIdentity(subject, provider, true, there.now())];
  const user: User = { ...fresh, username: name, attributes: withIdentities(attributes, identities) };
  const told = {
    source: 'ExternalProvider',
    username: name,
    clientId: client.id,
    request: { userAttributes: toldAttributes(user), validationData: {} },
    response: { autoConfirmUser: false, autoVerifyEmail: false, autoVerifyPhone: false },
  };
  await runTrigger('PreSignUp', told, pool, there);
  // The function may have linked the identity, which is asked to begin again; or somebody else has signed in meanwhile.
  if (there.records(linkedIdentities).has([pool.id, provider.name, SUBJECT, subject]))
    throw notAuthorized(`Already found an entry for username ${name}`);
  const userKey = keyOf(name, pool);
  const known = there.records(users).get([pool.id, userKey]);
  if (known) return known;
  const group = `${pool.id}_${provider.name}`;
  const membership = { sinceMs: there.now() };
  there.write((tx) => {
    putUser(tx, pool, user, there);
    if (!there.records(groups).has([pool.id, group])) {
      const description = `Autogenerated group for users who sign in using ${provider.name}`;
      tx.put(there.records(groups), [pool.id, group], { name: group, description, createdMs: there.now(), modifiedMs: there.now() });
    }
    tx.put(there.records(groupUsers), [pool.id, group, userKey], membership);
    tx.put(there.records(userGroups), [pool.id, userKey, group], membership);
  });
  await afterConfirmation('ConfirmSignUp', user as Frozen<User>, undefined, client.id, pool, there);
  return user as Frozen<User>;
}
