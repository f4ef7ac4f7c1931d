// REST APIs and what they consist of, but for methods and stages.
import { API, CHANGED_TAGS, FUNCTION_URI, ID, MOCKED, of, RestApiId, restApiId } from './apigateway-parts.ts';
import { getAtt, policy, ROLE, ref, TAGS, type TypeCase } from './type-case.ts';

const documentOf = (title: string) => ({
  swagger: '2.0',
  info: { title, version: '7' },
  paths: { '/pets': { get: { 'x-amazon-apigateway-integration': { type: 'mock' } } } },
});
const POLICY = policy({ Effect: 'Allow', Principal: '*', Action: 'execute-api:Invoke', Resource: 'execute-api:/*' });

export const cases: readonly TypeCase[] = [
  {
    type: 'AWS::ApiGateway::RestApi',
    title: 'properties',
    needs: API,
    properties: {
      ...{ Name: 'every-property', Description: 'one', ApiKeySourceType: 'AUTHORIZER', BinaryMediaTypes: ['image/png'], Version: '7' },
      ...{ DisableExecuteApiEndpoint: 'true', MinimumCompressionSize: '100', Policy: POLICY, Tags: TAGS, CloneFrom: ref('Api') },
      ...{ SecurityPolicy: 'TLS_1_2', EndpointAccessMode: 'BASIC' },
      EndpointConfiguration: { Types: ['PRIVATE'], VpcEndpointIds: ['vpce-1'], IpAddressType: 'dualstack' },
    },
    readBack: (emulator, { ref: { It } }) => of(emulator).getRestApi({ restApiId: It! }),
    expected: {
      ...{ name: 'every-property', description: 'one', apiKeySource: 'AUTHORIZER', binaryMediaTypes: ['image/png'], version: '7' },
      ...{
        disableExecuteApiEndpoint: true,
        minimumCompressionSize: 100,
        tags: { team: 'blue', stage: 'test' },
        policy: JSON.stringify(JSON.stringify(POLICY)).slice(1, -1),
      },
      endpointConfiguration: { types: ['PRIVATE'], vpcEndpointIds: ['vpce-1'], ipAddressType: 'dualstack' },
    },
    ref: ID,
    change: {
      properties: {
        ...{ Name: 'renamed', BinaryMediaTypes: ['image/gif'], Tags: CHANGED_TAGS, CloneFrom: ref('Api') },
        EndpointConfiguration: { Types: ['PRIVATE'], VpcEndpointIds: ['vpce-2'], IpAddressType: 'dualstack' },
      },
      expected: {
        ...{ name: 'renamed', description: undefined, apiKeySource: 'HEADER', binaryMediaTypes: ['image/gif'], version: undefined },
        ...{ disableExecuteApiEndpoint: false, minimumCompressionSize: undefined, tags: { team: 'red' }, policy: undefined },
        endpointConfiguration: { vpcEndpointIds: ['vpce-2'] },
      },
    },
  },
  {
    type: 'AWS::ApiGateway::RestApi',
    title: 'document',
    properties: {
      Body: documentOf('from a document'),
      Parameters: { basepath: 'ignore' },
      FailOnWarnings: true,
      Mode: 'overwrite',
      Description: 'beside',
    },
    readBack: (emulator, { ref: { It } }) => of(emulator).getRestApi({ restApiId: It! }),
    expected: { name: 'from a document', version: '7', description: 'beside' },
    ref: ID,
    change: { properties: { Body: documentOf('another'), Description: 'beside' }, expected: { name: 'another', description: 'beside' } },
    history: ['apigateway.resources', 'apigateway.models'],
    untested: { BodyS3Location: 'in test/conformance/apigateway/stacks.test.ts' },
  },
  {
    type: 'AWS::ApiGateway::Resource',
    needs: API,
    properties: { RestApiId, ParentId: getAtt('Api', 'RootResourceId'), PathPart: 'pets' },
    readBack: (emulator, { ref: made }) => of(emulator).getResource({ ...restApiId(made), resourceId: made['It']! }),
    expected: { path: '/pets', pathPart: 'pets' },
    ref: ID,
  },
  {
    type: 'AWS::ApiGateway::Model',
    needs: API,
    properties: { RestApiId, Name: 'Pet', ContentType: 'application/xml', Description: 'one', Schema: { type: 'object' } },
    readBack: (emulator, { ref: made }) => of(emulator).getModel({ ...restApiId(made), modelName: made['It']! }),
    expected: { name: 'Pet', contentType: 'application/xml', description: 'one', schema: '{"type":"object"}' },
    ref: /^Pet$/,
    change: {
      properties: { RestApiId, Name: 'Pet', ContentType: 'application/xml', Schema: { type: 'array' } },
      expected: { description: undefined, schema: '{"type":"array"}' },
    },
  },
  {
    type: 'AWS::ApiGateway::RequestValidator',
    needs: API,
    properties: { RestApiId, Name: 'all', ValidateRequestBody: 'true', ValidateRequestParameters: true },
    readBack: (emulator, { ref: made }) => of(emulator).getRequestValidator({ ...restApiId(made), requestValidatorId: made['It']! }),
    expected: { name: 'all', validateRequestBody: true, validateRequestParameters: true },
    ref: ID,
    change: {
      properties: { RestApiId, Name: 'all', ValidateRequestBody: true },
      expected: { validateRequestBody: true, validateRequestParameters: false },
    },
  },
  {
    type: 'AWS::ApiGateway::GatewayResponse',
    needs: API,
    properties: {
      ...{ RestApiId, ResponseType: 'THROTTLED', StatusCode: '430' },
      ...{ ResponseParameters: { 'gatewayresponse.header.X': "'1'" }, ResponseTemplates: { 'application/json': '{}' } },
    },
    readBack: async (emulator, { ref: made }) => {
      const found = await of(emulator).getGatewayResponse({ ...restApiId(made), responseType: 'THROTTLED' });
      return found.defaultResponse ? undefined : found;
    },
    expected: {
      statusCode: '430',
      responseParameters: { 'gatewayresponse.header.X': "'1'" },
      responseTemplates: { 'application/json': '{}' },
    },
    ref: /^[a-z0-9]+:THROTTLED$/,
    change: {
      properties: { RestApiId, ResponseType: 'THROTTLED', StatusCode: '431', ResponseTemplates: { 'text/plain': 'x' } },
      expected: { statusCode: '431', responseParameters: {}, responseTemplates: { 'text/plain': 'x' } },
    },
  },
  {
    type: 'AWS::ApiGateway::Authorizer',
    title: 'function',
    needs: API,
    properties: {
      ...{ RestApiId, Name: 'token', Type: 'TOKEN', AuthType: 'custom', AuthorizerUri: FUNCTION_URI, AuthorizerCredentials: ROLE },
      ...{ IdentitySource: 'method.request.header.X', IdentityValidationExpression: '[a-z]+', AuthorizerResultTtlInSeconds: '60' },
    },
    readBack: (emulator, { ref: made }) => of(emulator).getAuthorizer({ ...restApiId(made), authorizerId: made['It']! }),
    expected: {
      ...{ name: 'token', type: 'TOKEN', authType: 'custom', authorizerUri: FUNCTION_URI, authorizerCredentials: ROLE },
      ...{ identitySource: 'method.request.header.X', identityValidationExpression: '[a-z]+', authorizerResultTtlInSeconds: 60 },
    },
    ref: ID,
    change: {
      properties: {
        ...{ RestApiId, Name: 'renamed', Type: 'TOKEN', AuthType: 'custom', AuthorizerUri: FUNCTION_URI },
        IdentitySource: 'method.request.header.Y',
      },
      expected: {
        ...{ name: 'renamed', identitySource: 'method.request.header.Y', authorizerResultTtlInSeconds: 300 },
        identityValidationExpression: undefined,
      },
    },
  },
  {
    type: 'AWS::ApiGateway::Authorizer',
    title: 'pool',
    needs: API,
    properties: {
      ...{ RestApiId, Name: 'pool', Type: 'COGNITO_USER_POOLS', IdentitySource: 'method.request.header.X' },
      ProviderARNs: ['arn:aws:cognito-idp:us-east-1:000000000000:userpool/one'],
    },
    readBack: (emulator, { ref: made }) => of(emulator).getAuthorizer({ ...restApiId(made), authorizerId: made['It']! }),
    expected: { providerARNs: ['arn:aws:cognito-idp:us-east-1:000000000000:userpool/one'], authType: 'cognito_user_pools' },
    ref: ID,
  },
  {
    type: 'AWS::ApiGateway::DocumentationPart',
    needs: API,
    properties: {
      ...{ RestApiId, Properties: '{"description":"one"}' },
      Location: { Type: 'RESPONSE_HEADER', Path: '/pets', Method: 'GET', StatusCode: '200', Name: 'X' },
    },
    readBack: (emulator, { ref: made }) => of(emulator).getDocumentationPart({ ...restApiId(made), documentationPartId: made['It']! }),
    expected: {
      properties: '{"description":"one"}',
      location: { type: 'RESPONSE_HEADER', path: '/pets', method: 'GET', statusCode: '200', name: 'X' },
    },
    ref: ID,
    change: {
      properties: {
        ...{ RestApiId, Properties: '{"description":"two"}' },
        Location: { Type: 'RESPONSE_HEADER', Path: '/pets', Method: 'GET', StatusCode: '200', Name: 'X' },
      },
      expected: { properties: '{"description":"two"}' },
    },
  },
  {
    type: 'AWS::ApiGateway::DocumentationVersion',
    needs: MOCKED,
    properties: { RestApiId, DocumentationVersion: '1', Description: 'one' },
    readBack: (emulator, { ref: made }) => of(emulator).getDocumentationVersion({ ...restApiId(made), documentationVersion: '1' }),
    expected: { version: '1', description: 'one' },
    ref: /^1$/,
    change: { properties: { RestApiId, DocumentationVersion: '1', Description: 'two' }, expected: { description: 'two' } },
  },
];
