// Applies code signing configurations to new code. The emulator cannot verify signatures, so all code counts as unsigned.
import type { Ctx } from '#core/ctx';
import { fault } from '#model/lambda';
import { CODE_REFUSED, CODE_UNSIGNED } from '#services/lambda/messages';
import { signingConfigs, signingOfFunction } from './signing-record.ts';

/** Checks against configuration `id`, by default the function's own. @throws Fault if it does not allow unsigned code */
export function checkSignature(name: string, ctx: Ctx, id = ctx.records(signingOfFunction).get([name])?.id): void {
  const config = id === undefined ? undefined : ctx.records(signingConfigs).get([id]);
  if (!config) return;
  const isAccepted = config.untrusted === 'Warn';
  ctx.log.write(isAccepted ? CODE_UNSIGNED : CODE_REFUSED, { name, config: config.id });
  if (isAccepted) return;
  throw fault(
    'CodeVerificationFailedException',
    'Lambda cannot deploy the function. The function or layer might be signed using a signature that the client is not configured to accept. Check the provided signature for unsigned.',
    { Type: 'User' },
  );
}
