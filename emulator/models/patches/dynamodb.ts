// DynamoDB: an AttributeValue with none or several types set is refused in words of its own.
import type { ServicePatch } from '#protocol/patch';

export const patch: ServicePatch = {
  profile: { lenientUnions: true },
  // Requests of 16 MB.
  operations: { BatchWriteItem: { maxBodyBytes: 16_777_216 } },
};
