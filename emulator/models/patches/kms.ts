// Keys: enumerations in the order in which the real service prints them.
import type { ServicePatch } from '#protocol/patch';

export const patch: ServicePatch = {
  // localstack/localstack, tests/aws/services/kms/test_kms.snapshot.json (2023-04)
  enums: { MacAlgorithmSpec: ['HMAC_SHA_384', 'HMAC_SHA_256', 'HMAC_SHA_224', 'HMAC_SHA_512'] },
};
