// The keys of a pool: made when they are first needed, in the thread pool, and published for verifiers of other services.
import { createPrivateKey, createPublicKey, generateKeyPair, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';
import type { Ctx } from '#core/ctx';
import { publishKey } from '#core/issuers';
import type { Owned } from '#core/owned';
import type { Frozen } from '#core/records';
import { type Pool, type PoolKeys, poolKeys, pools, type SigningKey } from '#services/cognito-idp/state';

const generate = promisify(generateKeyPair);
const MODULUS_BITS = 2048;
const KID_LENGTH = 43;
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** Keys that have been read from their text, which takes longer than a signature. */
class ReadKeys implements Owned {
  readonly #keys = new Map<string, { readonly signs: KeyObject; readonly verifies: KeyObject }>();

  get({ kid, privateKey }: SigningKey) {
    let found = this.#keys.get(kid);
    if (!found) {
      const signs = createPrivateKey(privateKey);
      found = { signs, verifies: createPublicKey(signs) };
      this.#keys.set(kid, found);
    }
    return found;
  }

  async stop(): Promise<void> {
    this.#keys.clear();
  }
}

export const keyObjects = (key: SigningKey, ctx: Ctx) => ctx.own('cognito-idp.read-keys', () => new ReadKeys()).get(key);

/** The keys of a pool that has made tokens. */
export const knownKeys = ({ id }: Pick<Frozen<Pool>, 'id'>, ctx: Ctx): Frozen<PoolKeys> | undefined => ctx.records(poolKeys).get([id]);

/** `there`: the context of the pool. */
export async function keysOf({ id }: Pick<Frozen<Pool>, 'id'>, there: Ctx): Promise<Frozen<PoolKeys>> {
  const known = knownKeys({ id }, there);
  if (known) return known;
  const [forId, forAccess] = await Promise.all([newKey(there), newKey(there)]);
  return there.write((tx) => {
    const other = knownKeys({ id }, there);
    // The pool may have been deleted, or another request may have made keys, in the meantime.
    if (other) return other;
    const made = { id: forId, access: forAccess };
    if (!there.records(pools).has([id])) return made;
    tx.put(there.records(poolKeys), [id], made);
    for (const key of [forId, forAccess]) publishKey(tx, key.kid, { issuer: id, ...numbersOf(key, there) }, there);
    return made;
  });
}

async function newKey(ctx: Ctx): Promise<SigningKey> {
  const { privateKey } = await generate('rsa', { modulusLength: MODULUS_BITS });
  return { kid: `${ctx.random(KID_LENGTH, ALPHABET)}=`, privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString() };
}

function numbersOf(key: SigningKey, ctx: Ctx): { readonly n: string; readonly e: string } {
  const { n = '', e = '' } = keyObjects(key, ctx).verifies.export({ format: 'jwk' });
  return { n, e };
}

export const jsonWebKey = (key: SigningKey, ctx: Ctx) => ({ alg: 'RS256', ...numbersOf(key, ctx), kid: key.kid, kty: 'RSA', use: 'sig' });
