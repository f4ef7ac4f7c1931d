// Turns a CreateKey request into a key: checks that spec, usage and origin go together.
import type { Ctx } from '#core/ctx';
import type { CreateKeyRequest } from '#model/kms';
import { invalid, unsupported } from '#services/kms/faults';
import { KEY_SPECS, REFUSED_SPECS } from '#services/kms/key-specs';
import { checkKeyPolicy, defaultKeyPolicy } from '#services/kms/policies/policy-text';
import type { Key, KeyUsage } from '#services/kms/state';
import { KEY_TAGS } from '#services/kms/tags';

/** The key without material. Throws for combinations that the cloud refuses. */
export function draftKey(input: CreateKeyRequest, ctx: Ctx): Key {
  const spec = specOf(input);
  const usage = usageOf(input, spec);
  const origin = originOf(input);
  if (input.Policy !== undefined) checkKeyPolicy(input.Policy, input.BypassPolicyLockoutSafetyCheck);
  return {
    id: input.MultiRegion ? `mrk-${ctx.random(32)}` : ctx.id(),
    createdMs: ctx.now(),
    description: input.Description ?? '',
    usage,
    spec,
    origin,
    manager: 'CUSTOMER',
    state: origin === 'EXTERNAL' ? 'PendingImport' : 'Enabled',
    policy: input.Policy ?? defaultKeyPolicy(ctx.account, ctx.region),
    tags: KEY_TAGS.ofNew(input.Tags, ctx),
    rotation: { enabled: false, periodDays: 0, nextMs: 0 },
    ...(input.MultiRegion && { multiRegion: { primary: ctx.region, replicas: [] } }),
  };
}

function specOf({ KeySpec, CustomerMasterKeySpec: old }: CreateKeyRequest): string {
  if (KeySpec !== undefined && old !== undefined)
    throw invalid('You cannot specify KeySpec and CustomerMasterKeySpec in the same request. CustomerMasterKeySpec is deprecated.');
  const spec = KeySpec ?? old ?? 'SYMMETRIC_DEFAULT';
  const refused = REFUSED_SPECS[spec];
  if (refused) throw unsupported(refused);
  return spec;
}

function usageOf({ KeyUsage: given }: CreateKeyRequest, spec: string): KeyUsage {
  const { usages } = KEY_SPECS[spec]!;
  if (given === undefined && spec === 'SYMMETRIC_DEFAULT') return 'ENCRYPT_DECRYPT';
  if (given === undefined) throw invalid(`You must specify a KeyUsage value for all KMS keys except for symmetric encryption keys.`);
  const usage = usages.find((name) => name === given);
  if (usage === undefined) throw invalid(`KeyUsage ${given} is not compatible with KeySpec ${spec}`);
  return usage;
}

function originOf({ Origin = 'AWS_KMS', CustomKeyStoreId, XksKeyId }: CreateKeyRequest): Key['origin'] {
  if (CustomKeyStoreId !== undefined || XksKeyId !== undefined || (Origin !== 'AWS_KMS' && Origin !== 'EXTERNAL'))
    throw unsupported('Custom key stores are not emulated: they are hardware modules or key managers outside the cloud.');
  return Origin as Key['origin'];
}
