// Keys of issuers: found by their discovery documents, kept for two hours, fetched again for a key that is not known.
import type { KeyObject } from 'node:crypto';
import { ExchangeError, exchange } from '#lib/http-exchange';
import { publicKeyOf } from '#lib/jwt';
import type { Ctx } from './ctx.ts';
import { publishedKey } from './issuers.ts';
import type { Owned } from './owned.ts';
import { publicIssuerKey } from './token-issuer.ts';

const KEPT_MS = 2 * 60 * 60_000;
/** An unknown key makes the gateway ask again, but not more often than this: tokens are free to name any key. */
const MIN_REFETCH_MS = 60_000;
const TIMEOUT_MS = 1500;
/** Limit: characters of the documents of an issuer of tokens. */
const MAX_DOCUMENT = 150_000;
const MAX_ISSUERS = 100;
const UNREACHABLE = 'OIDC discovery endpoint communication error';

interface IssuerKeys {
  readonly keys: ReadonlyMap<string, KeyObject>;
  readonly fetchedMs: number;
}

type FoundKey = { readonly key: KeyObject } | { readonly error: string };

export class IssuerKeyStore implements Owned {
  readonly #issuers = new Map<string, IssuerKeys>();
  /** Keys of issuers that run here, by their ids. */
  readonly #here = new Map<string, KeyObject>();

  /** A key of the emulator's own issuer signs for every issuer: nobody is asked then. */
  async find(issuer: string, kid: string, ctx: Ctx): Promise<FoundKey> {
    const own = publicIssuerKey(kid, ctx);
    const ownKey = own && publicKeyOf({ ...own });
    if (ownKey) return { key: ownKey };
    const here = this.#publishedHere(issuer, kid, ctx);
    if (here) return { key: here };
    const kept = this.#issuers.get(issuer);
    const age = kept === undefined ? KEPT_MS : ctx.now() - kept.fetchedMs;
    const known = age < KEPT_MS ? kept?.keys.get(kid) : undefined;
    if (known) return { key: known };
    if (kept && age < MIN_REFETCH_MS) return { error: 'the signing key of the token is not one of its issuer' };
    const fetched = await fetchKeys(issuer, ctx);
    if ('error' in fetched) return fetched;
    if (this.#issuers.size >= MAX_ISSUERS) this.#issuers.delete(this.#issuers.keys().next().value!);
    this.#issuers.set(issuer, { keys: fetched.keys, fetchedMs: ctx.now() });
    const key = fetched.keys.get(kid);
    return key ? { key } : { error: 'the signing key of the token is not one of its issuer' };
  }

  /** Whether it is one of the issuer is asked each time: the issuer may be gone. */
  #publishedHere(issuer: string, kid: string, ctx: Ctx): KeyObject | undefined {
    const published = publishedKey(issuer, kid, ctx);
    if (!published) return undefined;
    let key = this.#here.get(kid);
    if (!key) {
      key = publicKeyOf({ kty: 'RSA', n: published.n, e: published.e });
      if (this.#here.size >= MAX_ISSUERS) this.#here.clear();
      if (key) this.#here.set(kid, key);
    }
    return key;
  }

  async stop(): Promise<void> {
    this.#issuers.clear();
    this.#here.clear();
  }
}

export const issuerKeysOf = (ctx: Ctx): IssuerKeyStore => ctx.own('core.issuer-key-store', () => new IssuerKeyStore());

async function fetchKeys(issuer: string, ctx: Ctx): Promise<{ readonly keys: Map<string, KeyObject> } | { readonly error: string }> {
  const discovery = await fetchJson(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`, ctx);
  const uri = discovery?.['jwks_uri'];
  const document = typeof uri === 'string' && URL.canParse(uri) ? await fetchJson(uri, ctx) : undefined;
  const listed = document?.['keys'];
  if (!Array.isArray(listed)) return { error: UNREACHABLE };
  const keys = new Map<string, KeyObject>();
  for (const each of listed as Record<string, unknown>[]) {
    const key = typeof each === 'object' && each !== null ? publicKeyOf(each) : undefined;
    if (key && typeof each['kid'] === 'string') keys.set(each['kid'], key);
  }
  return { keys };
}

/** The document at the address; undefined if it cannot be fetched. */
async function fetchJson(address: string, ctx: Ctx): Promise<Record<string, unknown> | undefined> {
  try {
    const { status, body } = await exchange(
      { method: 'GET', url: new URL(address), headers: { accept: 'application/json' }, timeoutMs: TIMEOUT_MS },
      ctx,
    );
    if (status !== 200 || body.length > MAX_DOCUMENT) return undefined;
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch (error) {
    if (error instanceof ExchangeError || error instanceof SyntaxError) return undefined;
    throw error;
  }
}
