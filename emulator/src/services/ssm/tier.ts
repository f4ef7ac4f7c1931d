// The tier of a parameter, and the longest value in that tier.
import type { ParameterTier } from './state.ts';

/** Limit: bytes of the value of a standard parameter. */
const MAX_STANDARD_SIZE = 4096;
/** Limit: bytes of the value of an advanced parameter. */
const MAX_ADVANCED_SIZE = 8192;
const MORE =
  'For more information, see https://docs.aws.amazon.com/systems-manager/latest/userguide/parameter-store-advanced-parameters.html';

export interface TierFacts {
  readonly asked: string | undefined;
  readonly before: ParameterTier | undefined;
  readonly value: string;
  readonly hasPolicies: boolean;
}

/** The tier, or the error about the requested one. */
export function chooseTier({ asked, before, value, hasPolicies }: TierFacts): ParameterTier | Error {
  const sizeBytes = Buffer.byteLength(value);
  const needsAdvanced = sizeBytes > MAX_STANDARD_SIZE || hasPolicies;
  const tier =
    asked === 'Intelligent-Tiering' ? (needsAdvanced || before === 'Advanced' ? 'Advanced' : 'Standard') : (asked ?? before ?? 'Standard');
  if (tier === 'Advanced') {
    return sizeBytes > MAX_ADVANCED_SIZE
      ? new Error(`Advanced tier parameters support a maximum parameter value of ${MAX_ADVANCED_SIZE} characters.`)
      : tier;
  }
  if (before === 'Advanced')
    return new Error(
      `This parameter uses the advanced-parameter tier. You can't downgrade a parameter from the advanced-parameter tier to the standard-parameter tier. If necessary, you can delete the advanced parameter and recreate it as a standard parameter. ${MORE}`,
    );
  if (sizeBytes > MAX_STANDARD_SIZE)
    return new Error(
      `Standard tier parameters support a maximum parameter value of ${MAX_STANDARD_SIZE} characters. To create a larger parameter value, upgrade the parameter to use the advanced-parameter tier. ${MORE}`,
    );
  if (hasPolicies)
    return new Error(
      `Standard tier parameters don't support parameter policies. To use them, upgrade the parameter to use the advanced-parameter tier. ${MORE}`,
    );
  return 'Standard';
}
