// The key that signs messages: RSA with a certificate of its own, made with the first message that needs a signature.
import { createPrivateKey, type KeyObject } from 'node:crypto';
import type { Ctx } from '#core/ctx';
import type { Owned } from '#core/owned';
import { selfSignedCertificate } from '#lib/self-signed-certificate';
import { signingKeys } from '#services/sns/state';

export interface SigningKey {
  /** Part of the certificate's URL. */
  readonly id: string;
  readonly privateKey: KeyObject;
}

const VALID_DAYS = 3650;
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
    const made = await selfSignedCertificate('CN=sns.amazonaws.com', ctx.now(), VALID_DAYS);
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
