// Changes attributes of a user, by the user or by an administrator. A new address is to be verified.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { table } from '#lib/table';
import type { CodeDeliveryDetailsType } from '#model/cognito-idp';
import { invalid } from '#services/cognito-idp/faults';
import { deliveryDetails } from '#services/cognito-idp/messages/addresses';
import { newCode, putCode } from '#services/cognito-idp/messages/codes';
import { sendMessage } from '#services/cognito-idp/messages/send-message';
import type { Client, Pool, User } from '#services/cognito-idp/state';
import { ADDRESSES, type Address, aliasExists, checkMutable, checkWritable } from '#services/cognito-idp/users/attributes';
import { aliasNames, changeUser, keyOf, ownerOfAlias } from '#services/cognito-idp/users/find-user';

export interface AttributeChange {
  readonly user: Frozen<User>;
  readonly given: Readonly<Record<string, string>>;
  /** Absent where an administrator acts. */
  readonly client: Frozen<Client> | undefined;
  readonly metadata: Readonly<Record<string, string>> | undefined;
}

export async function changeAttributes(
  { user, given, client, metadata }: AttributeChange,
  pool: Frozen<Pool>,
  there: Ctx,
): Promise<CodeDeliveryDetailsType[]> {
  if (client) checkWritable(Object.keys(given), client);
  checkMutable(Object.keys(given), user, pool);
  checkAliases(given, user, pool, there);
  const changed = ADDRESSES.filter((name) => given[name] !== undefined && given[name] !== user.attributes[name]);
  const isSaidVerified = (name: Address) => given[`${name}_verified`] === 'true';
  // New addresses wait for their verification where the pool keeps the old ones until then.
  const waiting = changed.filter(
    (name) => !isSaidVerified(name) && pool.settings.UserAttributeUpdateSettings?.AttributesRequireVerificationBeforeUpdate?.includes(name),
  );
  const toVerify = changed.filter((name) => !isSaidVerified(name) && pool.settings.AutoVerifiedAttributes?.includes(name));
  const next = table<string>({ ...user.attributes, ...given });
  const pending = table<string>({ ...user.pending });
  for (const name of changed) {
    delete pending[name];
    if (waiting.includes(name)) {
      pending[name] = given[name]!;
      if (user.attributes[name] === undefined) delete next[name];
      else next[name] = user.attributes[name];
    } else if (!isSaidVerified(name)) next[`${name}_verified`] = 'false';
  }
  for (const [name, value] of Object.entries(next)) if (value === '') delete next[name];
  const codes = new Map([...new Set([...toVerify, ...waiting])].map((name) => [name, newCode(there)]));
  const written = there.write((tx) => {
    const result = changeUser(tx, pool, user, { attributes: { ...next }, pending: { ...pending } }, there);
    for (const [name, code] of codes) putCode(tx, pool, user, name, name, code, there);
    return result;
  });
  const details: CodeDeliveryDetailsType[] = [];
  for (const [attribute, code] of codes) {
    const destination = { attribute, to: given[attribute]! };
    await sendMessage({ reason: 'UpdateUserAttribute', user: written, destination, code, clientId: client?.id, metadata }, pool, there);
    details.push(deliveryDetails(destination));
  }
  return details;
}

function checkAliases(given: Readonly<Record<string, string>>, user: Frozen<User>, pool: Frozen<Pool>, there: Ctx): void {
  for (const attribute of aliasNames(pool)) {
    const value = given[attribute];
    const owner = value === undefined ? undefined : ownerOfAlias(attribute, value, pool, there);
    if (owner !== undefined && owner !== keyOf(user.username, pool)) throw aliasExists(attribute);
  }
}

export function removeAttributes(user: Frozen<User>, names: readonly string[], pool: Frozen<Pool>, there: Ctx): void {
  for (const name of names) {
    const declared = pool.schema.find(({ Name }) => Name === name);
    if (!declared) throw invalid(`Attributes did not conform to the schema: ${name}: Attribute does not exist in the schema.`);
    if (declared.Required || name === 'sub') throw invalid(`Cannot delete the required attribute ${name}.`);
  }
  checkMutable(names, user, pool);
  // Whether an address is verified goes with it.
  const gone = new Set([
    ...names,
    ...names.filter((name) => (ADDRESSES as readonly string[]).includes(name)).map((name) => `${name}_verified`),
  ]);
  const attributes = Object.fromEntries(Object.entries(user.attributes).filter(([name]) => !gone.has(name)));
  there.write((tx) => changeUser(tx, pool, user, { attributes }, there));
}
