// Code signing configurations as they bear on code that comes in. Nothing here can vouch for a signature, so all code is untrusted.
import type { Ctx } from '#core/ctx';
import { fault } from '#model/lambda';
import { signingConfigs, signingOfFunction } from './signing-record.ts';

/** Of the function's own configuration, unless another one is told. @throws Fault where untrusted code is not let in */
export function checkSignature(name: string, ctx: Ctx, id = ctx.records(signingOfFunction).get([name])?.id): void {
  const config = id === undefined ? undefined : ctx.records(signingConfigs).get([id]);
  if (!config) return;
  const said = `The code of ${name} counts as unsigned: no signing service is emulated, so no signature can be verified.`;
  if (config.untrusted === 'Warn') {
    ctx.log.warn(`${said} It is taken, as ${config.id} says Warn.`);
    return;
  }
  ctx.log.warn(`${said} It is refused, as ${config.id} says Enforce: UntrustedArtifactOnDeployment=Warn lets it in.`);
  throw fault(
    'CodeVerificationFailedException',
    'Lambda cannot deploy the function. The function or layer might be signed using a signature that the client is not configured to accept. Check the provided signature for unsigned.',
    { Type: 'User' },
  );
}
