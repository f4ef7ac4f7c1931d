// `emulator.policyOf`: what an identity has done, has and lacks.
import { DEFAULT_ACCOUNT } from '#core/access-key';
import { Context } from '#core/context';
import type { Engine } from '#core/engine';
import { serviceCall } from '#core/service-call';
import { IDENTITY_MISSING } from '#gateway/messages';
import { parseArn } from '#lib/arn';
import { EmulatorError } from '#lib/emulator-error';
import type { IdentityPolicy } from './api.ts';

export async function identityPolicy(identity: string, engine: Engine): Promise<IdentityPolicy> {
  const arn = identity.startsWith('arn:') ? identity : `arn:aws:iam::${DEFAULT_ACCOUNT}:role/${identity}`;
  const account = parseArn(arn)?.account ?? DEFAULT_ACCOUNT;
  const { kernel } = engine;
  const facts = {
    service: 'emulator',
    operation: 'policyOf',
    account,
    region: 'us-east-1',
    principal: { kind: 'anonymous', account } as const,
  };
  const ctx = new Context(engine, serviceCall(kernel, facts));
  const report = await kernel.authorizer.report(arn, 0, ctx);
  if (report) return { ...report, covers: (access) => kernel.authorizer.covers(arn, access, ctx) };
  throw new EmulatorError(IDENTITY_MISSING, `Nothing is known about the identity ${identity}.`, {
    hint: 'IAM_ENFORCEMENT=warn judges calls; an identity is known once it exists or has called.',
  });
}
