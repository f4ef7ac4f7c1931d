// Refusals of signers by their own policies, where identities are enforced.
import type { Access } from '#core/authorization/needed-access';
import type { ServedRequest } from '#core/authorization/served-request';
import type { Ctx } from '#core/ctx';
import { Fault } from '#core/fault';

export interface SignerRefusal {
  /** The message for clients, who are not told the account of the API. */
  readonly message: string;
  /** The whole sentence. */
  readonly reason: string;
  readonly remedy: string | undefined;
}

export interface SignedAccess extends Pick<ServedRequest, 'headers' | 'remoteAddress'> {
  readonly accessKeyId: string;
  readonly access: Access;
  /** The resource policy of the API. */
  policy?(): string | undefined;
}

/** Clients are not told the account of an API: `********0000`. */
export const masked = (text: string, { account }: Pick<Ctx, 'account'>): string =>
  text.replace(`:${account}:`, `:********${account.slice(-4)}:`);

/** Undefined where the request may go on. `ctx`: in the account and region of the API. */
export async function signerRefusal({ access, ...signed }: SignedAccess, ctx: Ctx): Promise<SignerRefusal | undefined> {
  try {
    await ctx.admitServed({ ...signed, service: 'execute-api', action: access.action, accesses: () => [access] });
    return undefined;
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    const at = error.message.indexOf(access.resource);
    const message = at < 0 ? error.message : error.message.replace(access.resource, masked(access.resource, ctx));
    return { message, reason: error.message, remedy: error.options.remedy };
  }
}
