// Functions: what the real service says otherwise than its model.
import type { ServicePatch } from '#protocol/patch';

export const patch: ServicePatch = {
  profile: { unknownOperation: { code: 'UnknownOperationException', status: 404 } },
  // Archives of 50 MB as base64: the real service takes 70,167,211 bytes.
  operations: {
    CreateFunction: { maxBodyBytes: 70_167_211 },
    UpdateFunctionCode: { maxBodyBytes: 70_167_211 },
    PublishLayerVersion: { maxBodyBytes: 70_167_211 },
  },
  // localstack/localstack, tests/aws/services/lambda_/test_lambda_api.snapshot.json (2025-11)
  enums: { EventSourcePosition: ['LATEST', 'AT_TIMESTAMP', 'TRIM_HORIZON'] },
  ownChecks: ['AliasRoutingConfiguration.AdditionalVersionWeights', 'PutFunctionConcurrencyRequest.ReservedConcurrentExecutions'],
  members: {
    'InvocationResponse.Payload': { contentType: 'application/json' },
    // Checked by the service itself, which prints fractions.
    'AliasRoutingConfiguration.AdditionalVersionWeights': { constraint: { key: { len: [1, 1024], pattern: '[0-9]+' } } },
    // Checked by the service itself, after the function.
    'PutFunctionConcurrencyRequest.ReservedConcurrentExecutions': { constraint: { integer: 32 } },
    // Checked by the service itself: another error (InvalidParameterValueException), and an ARN is taken too.
    'CreateFunctionRequest.Runtime': { constraint: {} },
    'UpdateFunctionConfigurationRequest.Runtime': { constraint: {} },
  },
};
