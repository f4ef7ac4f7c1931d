// IAM: the query protocol's name for an action that does not exist.
import type { ServicePatch } from '#protocol/patch';

export const patch: ServicePatch = {
  profile: { unknownOperation: { code: 'InvalidAction', status: 400 } },
  // Their values are left out of errors: localstack/localstack, tests/aws/services/iam/test_iam.snapshot.json (2025-03).
  members: Object.fromEntries(
    ['Update', 'Reset', 'Delete']
      .flatMap((verb) => [`${verb}ServiceSpecificCredentialRequest.ServiceSpecificCredentialId`])
      .concat('UpdateServiceSpecificCredentialRequest.Status')
      .map((member) => [member, { sensitive: 1 }]),
  ),
};
