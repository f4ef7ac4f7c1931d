// `emulator.policyOf`: what an identity has done, has and lacks.
import { DEFAULT_ACCOUNT } from '#core/access-key';
import { emulatorContext } from '#core/emulator-context';
import type { Engine } from '#core/engine';
import { IDENTITY_MISSING } from '#gateway/messages';
import { parseArn } from '#lib/arn';
import { EmulatorError } from '#lib/emulator-error';
import type { IdentityPolicy } from './api.ts';

export async function identityPolicy(identity: string, engine: Engine): Promise<IdentityPolicy> {
  const arn = identity.startsWith('arn:') ? identity : `arn:aws:iam::${DEFAULT_ACCOUNT}:role/${identity}`;
  const ctx = emulatorContext('policyOf', parseArn(arn)?.account ?? DEFAULT_ACCOUNT, engine);
  const { authorizer } = engine.kernel;
  const report = await authorizer.report(arn, 0, ctx);
  if (report) return { ...report, covers: (access) => authorizer.covers(arn, access, ctx) };
  throw new EmulatorError(IDENTITY_MISSING, `Nothing is known about the identity ${identity}.`, {
    hint: 'An identity is known once it exists or has called.',
  });
}
