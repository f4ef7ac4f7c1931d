// CloudWatch: JSON, query and CBOR are all in use (SDKs of different languages and ages).
import type { ServicePatch } from '#protocol/patch';

export const patch: ServicePatch = {
  also: ['awsQuery', 'rpcv2Cbor'],
  // localstack/localstack, recorded answer to SetAlarmState.
  enums: { StateValue: ['INSUFFICIENT_DATA', 'ALARM', 'OK'] },
};
