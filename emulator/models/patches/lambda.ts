// Functions: what the real service says otherwise than its model.
import type { ServicePatch } from '#protocol/patch';

// localstack/localstack, tests/aws/services/lambda_/test_lambda_api.py::TestLambdaLayer (2025-11): the model has an older form.
const LAYER_VERSION = String.raw`(arn:(aws[a-zA-Z-]*)?:lambda:(eusc-)?[a-z]{2}((-gov)|(-iso([a-z]?)))?-[a-z]+-\d{1}:\d{12}:layer:[a-zA-Z0-9-_]+:[0-9]+)|(arn:[a-zA-Z0-9-]+:lambda:::awslayer:[a-zA-Z0-9-_]+)`;

// localstack/localstack, tests/aws/services/lambda_/test_lambda_api.py::TestLambdaTag (2025-11): layers, too.
const TAGGED = {
  len: [1, 256] as const,
  pattern: String.raw`arn:(aws[a-zA-Z-]*):lambda:(eusc-)?[a-z]{2}((-gov)|(-iso([a-z]?)))?-[a-z]+-\d{1}:\d{12}:(function:[a-zA-Z0-9-_]+(:(\$LATEST|[a-zA-Z0-9-_]+))?|layer:([a-zA-Z0-9-_]+)|code-signing-config:csc-[a-z0-9]{17}|event-source-mapping:[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}|capacity-provider:[a-zA-Z0-9-_]+)`,
};

export const patch: ServicePatch = {
  profile: { unknownOperation: { code: 'UnknownOperationException', status: 404 } },
  // Archives of 50 MB as base64: the real service takes 70,167,211 bytes.
  operations: {
    CreateFunction: { maxBodyBytes: 70_167_211 },
    UpdateFunctionCode: { maxBodyBytes: 70_167_211 },
    PublishLayerVersion: { maxBodyBytes: 70_167_211 },
  },
  // localstack/localstack, tests/aws/services/lambda_/test_lambda_api.snapshot.json (2025-11)
  enums: {
    Architecture: ['x86_64', 'arm64'],
    EventSourcePosition: ['LATEST', 'AT_TIMESTAMP', 'TRIM_HORIZON'],
    InvokeMode: ['RESPONSE_STREAM', 'BUFFERED'],
    RecursiveLoop: ['Terminate', 'Allow'],
    SnapStartApplyOn: ['PublishedVersions', 'None'],
  },
  ownChecks: [
    'AliasRoutingConfiguration.AdditionalVersionWeights',
    'PutFunctionConcurrencyRequest.ReservedConcurrentExecutions',
    ...['CreateFunctionRequest.Layers', 'UpdateFunctionConfigurationRequest.Layers', 'GetLayerVersionByArnRequest.Arn'],
    ...['TagResourceRequest.Resource', 'UntagResourceRequest.Resource', 'ListTagsRequest.Resource'],
  ],
  members: {
    'InvocationResponse.Payload': { contentType: 'application/json' },
    // Checked by the service itself, which prints fractions.
    'AliasRoutingConfiguration.AdditionalVersionWeights': { constraint: { key: { len: [1, 1024], pattern: '[0-9]+' } } },
    // Checked by the service itself, after the function.
    'PutFunctionConcurrencyRequest.ReservedConcurrentExecutions': { constraint: { integer: 32 } },
    // Checked by the service itself: another error (InvalidParameterValueException), and an ARN is taken too.
    'CreateFunctionRequest.Runtime': { constraint: {} },
    'CreateFunctionRequest.Layers': { constraint: { item: { len: [1, 2048], pattern: LAYER_VERSION } } },
    'UpdateFunctionConfigurationRequest.Layers': { constraint: { item: { len: [1, 2048], pattern: LAYER_VERSION } } },
    'GetLayerVersionByArnRequest.Arn': { constraint: { len: [1, 140], pattern: LAYER_VERSION } },
    'TagResourceRequest.Resource': { constraint: TAGGED },
    'UntagResourceRequest.Resource': { constraint: TAGGED },
    'ListTagsRequest.Resource': { constraint: TAGGED },
    'UpdateFunctionConfigurationRequest.Runtime': { constraint: {} },
  },
};
