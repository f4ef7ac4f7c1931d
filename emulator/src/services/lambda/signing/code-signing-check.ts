// Applies code signing configurations to new code. The emulator cannot verify signatures, so all code counts as unsigned.
import type { Ctx } from '#core/ctx';
import { fault } from '#model/lambda';
import { signingConfigs, signingOfFunction } from './signing-record.ts';

/** Checks against configuration `id`, by default the function's own. @throws Fault if it does not allow unsigned code */
export function checkSignature(name: string, ctx: Ctx, id = ctx.records(signingOfFunction).get([name])?.id): void {
  const config = id === undefined ? undefined : ctx.records(signingConfigs).get([id]);
  if (!config) return;
  const said = `The code of ${name} counts as unsigned: no signing service is emulated, so no signature can be verified.`;
  if (config.untrusted === 'Warn') {
    ctx.log.warn(`${said} It is accepted because ${config.id} says Warn.`);
    return;
  }
  ctx.log.warn(`${said} It is refused because ${config.id} says Enforce. UntrustedArtifactOnDeployment=Warn accepts it.`);
  throw fault(
    'CodeVerificationFailedException',
    'Lambda cannot deploy the function. The function or layer might be signed using a signature that the client is not configured to accept. Check the provided signature for unsigned.',
    { Type: 'User' },
  );
}
