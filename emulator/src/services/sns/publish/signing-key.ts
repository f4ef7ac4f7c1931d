// The key that signs messages: RSA with a certificate of its own, made with the first message that needs a signature.
import { createPrivateKey, type KeyObject, webcrypto } from 'node:crypto';
import type { Ctx } from '#core/ctx';
import type { Owned } from '#core/owned';
import { signingKeys } from '#services/sns/state';

export interface SigningKey {
  /** Part of the certificate's URL. */
  readonly id: string;
  readonly privateKey: KeyObject;
}

const ALGORITHM = { name: 'RSASSA-PKCS1-v1_5', modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]), hash: 'SHA-256' };
const VALID_DAYS = 3650;
const DAY_MS = 24 * 3_600_000;
const ID_LENGTH = 32;
/** One key serves all accounts. */
const OWNER = '000000000000';

class SigningKeys implements Owned {
  #making: Promise<void> | undefined;
  #known: SigningKey | undefined;

  async current(ctx: Ctx): Promise<SigningKey> {
    const records = ctx.in({ account: OWNER }).records(signingKeys);
    while (!records.has(['current'])) await (this.#making ??= this.#make(ctx).finally(() => (this.#making = undefined)));
    const { id, privateKey } = records.get(['current'])!;
    if (this.#known?.id !== id) this.#known = { id, privateKey: createPrivateKey(privateKey) };
    return this.#known;
  }

  async #make(ctx: Ctx): Promise<void> {
    const made = await makeCertificate(ctx.now());
    const there = ctx.in({ account: OWNER });
    there.write((tx) => tx.put(there.records(signingKeys), ['current'], { id: there.random(ID_LENGTH), ...made }));
  }

  stop(): Promise<void> {
    return Promise.resolve();
  }
}

export const signingKey = (ctx: Ctx): Promise<SigningKey> => ctx.own('sns.signing', () => new SigningKeys()).current(ctx);

/** The certificate in PEM, if there is one with this id. */
export function certificateOf(id: string, ctx: Ctx): string | undefined {
  const current = ctx.in({ account: OWNER }).records(signingKeys).get(['current']);
  return current?.id === id ? current.certificate : undefined;
}

async function makeCertificate(nowMs: number): Promise<{ privateKey: string; certificate: string }> {
  // The library requires the reflection polyfill to be loaded before it.
  await import('reflect-metadata');
  const x509 = await import('@peculiar/x509');
  x509.cryptoProvider.set(webcrypto as never);
  const keys = await webcrypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);
  const made = await x509.X509CertificateGenerator.createSelfSigned({
    serialNumber: Buffer.from(webcrypto.getRandomValues(new Uint8Array(8))).toString('hex'),
    name: 'CN=sns.amazonaws.com',
    notBefore: new Date(nowMs - DAY_MS),
    notAfter: new Date(nowMs + VALID_DAYS * DAY_MS),
    signingAlgorithm: ALGORITHM,
    keys: keys as never,
  });
  const der = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', keys.privateKey));
  const body = der.toString('base64').replace(/.{64}/g, '$&\n').trimEnd();
  return { privateKey: `-----BEGIN PRIVATE KEY-----\n${body}\n-----END PRIVATE KEY-----\n`, certificate: `${made.toString('pem')}\n` };
}
