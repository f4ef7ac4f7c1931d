// Parameters as answers show them.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { parameterArn } from './parameter-name.ts';
import { DEFAULT_KEY, sealedText, unseal } from './secure-value.ts';
import type { Parameter, Version } from './state.ts';

export async function readValue(
  name: string,
  { value, keyId }: Frozen<Version>,
  decrypted: boolean | undefined,
  ctx: Ctx,
): Promise<string> {
  if (typeof value === 'string') return value;
  return decrypted ? unseal(name, value, keyId ?? DEFAULT_KEY, ctx) : sealedText(value);
}

export async function showValue(
  { name, type }: Frozen<Parameter>,
  version: Frozen<Version>,
  { decrypted, selector = '' }: { decrypted: boolean | undefined; selector?: string },
  ctx: Ctx,
) {
  return {
    Name: name,
    Type: type,
    Value: await readValue(name, version, decrypted, ctx),
    Version: version.version,
    ...(selector !== '' && { Selector: selector }),
    LastModifiedDate: new Date(version.modifiedMs),
    ARN: parameterArn(ctx, name),
    DataType: version.dataType,
  };
}

/** All properties except the value. */
export const showFacts = ({ name, type }: Frozen<Parameter>, version: Frozen<Version>) => ({
  Name: name,
  Type: type,
  KeyId: version.keyId,
  LastModifiedDate: new Date(version.modifiedMs),
  LastModifiedUser: version.modifiedBy,
  Description: version.description,
  AllowedPattern: version.allowedPattern,
  Version: version.version,
  Tier: version.tier,
  Policies: version.policies.map(({ type: PolicyType, text }) => ({ PolicyText: text, PolicyType, PolicyStatus: 'Pending' })),
  DataType: version.dataType,
});
