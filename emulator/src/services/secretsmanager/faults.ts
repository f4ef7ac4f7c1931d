// Errors that several operations share, in the words of the real service.
import type { Ctx } from '#core/ctx';
import type { Fault } from '#core/fault';
import { fault } from '#model/secretsmanager';

export const invalidRequest = (message: string): Fault => fault('InvalidRequestException', message);
export const invalidParameter = (message: string): Fault => fault('InvalidParameterException', message);
export const noSuchSecret = (): Fault => fault('ResourceNotFoundException', "Secrets Manager can't find the specified secret.");
export const noSuchValue = (what: string): Fault =>
  fault('ResourceNotFoundException', `Secrets Manager can't find the specified secret value for ${what}`);
export const markedForDeletion = (): Fault =>
  invalidRequest("You can't perform this operation on the secret because it was marked for deletion.");

/**
 * The token of a request. SDKs and the CLI add one to every request; other services of the emulator need none.
 * @throws Fault InvalidRequestException where a client leaves it out
 */
export function requestToken({ ClientRequestToken: token }: { readonly ClientRequestToken?: string | undefined }, ctx: Ctx): string {
  if (token !== undefined) return token;
  if (ctx.principal.kind === 'service') return ctx.id();
  throw invalidRequest('You must provide a ClientRequestToken value. We recommend a UUID-type value.');
}
