// State machines: an enumeration in the order in which the real service prints it.
import type { ServicePatch } from '#protocol/patch';

export const patch: ServicePatch = {
  // localstack/localstack, tests/aws/services/stepfunctions/v2/test_sfn_api.snapshot.json (2024-03)
  enums: { ExecutionStatus: ['SUCCEEDED', 'TIMED_OUT', 'PENDING_REDRIVE', 'ABORTED', 'FAILED', 'RUNNING'] },
};
