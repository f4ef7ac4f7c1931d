// Recorded answers about absent parts of the apigateway service.
import { ANY, call, json, localstack, type RecordedCases, refused } from '../case.ts';
import { missing, NO_API, patch } from '../rest-api-steps.ts';

const test = (name: string): string => localstack(`apigateway/test_apigateway_api.py::${name}`);
const restApiId = '{api.id}';

export const recorded: RecordedCases = {
  service: 'apigateway',
  cases: [
    {
      title: 'authorizers are of an API that is there',
      source: test('TestApiGatewayApiAuthorizer::test_authorizer_crud_no_api'),
      recorded: '2024-04',
      steps: [
        refused(
          'apigateway.CreateAuthorizer',
          {
            restApiId: 'test-fake-rest-id',
            name: 'fake-auth-name',
            type: 'TOKEN',
            authorizerUri:
              'arn:aws:apigateway:us-east-1:lambda:path/2015-03-31/functions/arn:aws:lambda:us-east-1:123456789012:function:myApiAuthorizer/invocations',
            identitySource: 'method.request.header.Authorization',
          },
          'ConflictException',
          'Unable to complete operation due to concurrent modification. Please try again later.',
          { status: 409 },
        ),
        refused(
          'apigateway.GetAuthorizers',
          { restApiId: 'test-fake-rest-id' },
          'NotFoundException',
          'Invalid API identifier specified {account}:test-fake-rest-id',
          { status: 404 },
        ),
      ],
    },
    {
      title: 'documentation is of an API that is there',
      source: test('TestApiGatewayApiDocumentationPart::test_doc_parts_crud_no_api'),
      recorded: '2024-04',
      steps: [
        refused(
          'apigateway.CreateDocumentationPart',
          {
            restApiId: 'test-fake-rest-id',
            location: { type: 'API' },
            properties: '{\n\t"info": {\n\t\t"description" : "Your first API with Amazon API Gateway."\n\t}\n}',
          },
          'NotFoundException',
          'Invalid API identifier specified {account}:test-fake-rest-id',
          { status: 404 },
        ),
        refused(
          'apigateway.GetDocumentationParts',
          { restApiId: 'test-fake-rest-id' },
          'NotFoundException',
          'Invalid API identifier specified {account}:test-fake-rest-id',
          { status: 404 },
        ),
      ],
    },
    {
      title: 'documentation is listed of an API that is there',
      source: test('TestApiGatewayApiDocumentationPart::test_invalid_get_documentation_parts'),
      recorded: '2024-04',
      steps: [
        refused(
          'apigateway.GetDocumentationParts',
          { restApiId: 'api_id' },
          'NotFoundException',
          'Invalid API identifier specified {account}:api_id',
          { status: 404 },
        ),
      ],
    },
    {
      title: 'of an API that is not there, a part of the documentation is what is missing',
      source: test('TestApiGatewayApiDocumentationPart::test_invalid_update_documentation_part'),
      recorded: '2024-04',
      steps: [
        missing(
          'GetDocumentationPart',
          { restApiId: 'nowhere0', documentationPartId: 'abcdef' },
          'Invalid Documentation part identifier specified',
        ),
        missing(
          'UpdateDocumentationPart',
          { restApiId: 'nowhere0', documentationPartId: 'abcdef', ...patch('replace', '/properties', '{}') },
          'Invalid Documentation part identifier specified',
        ),
        missing('DeleteDocumentationPart', { restApiId: 'nowhere0', documentationPartId: 'abcdef' }, NO_API),
      ],
    },
    {
      title: 'imported documentation has its members',
      source: test('TestApiGatewayApiDocumentationPart::test_import_documentation_parts_bad_file'),
      recorded: '2025-11',
      steps: [
        call('apigateway.CreateRestApi', { name: 'test-api-1', description: 'APIGW test import documentation' }, { as: 'api' }),
        refused(
          'apigateway.ImportDocumentationParts',
          { restApiId, mode: 'overwrite', body: 'test:\n    value:\n        - "value ... "escaped": $var, "dt": $(var +"%a")}"\n        ' },
          'BadRequestException',
          'Unable to build importer with provided input.',
        ),
        refused(
          'apigateway.ImportDocumentationParts',
          { restApiId, mode: 'overwrite', body: "{'key:value}" },
          'BadRequestException',
          'Unable to build importer with provided input.',
        ),
      ],
    },
    {
      title: 'a model is made, listed and gone',
      source: test('TestApiGatewayApiModels::test_model_lifecycle'),
      recorded: '2024-04',
      steps: [
        call('apigateway.CreateRestApi', { name: 'test-api-1', description: 'testing resource model lifecycle' }, { as: 'api' }),
        call(
          'apigateway.CreateModel',
          {
            name: 'CalcOutput',
            restApiId,
            contentType: 'application/json',
            description: 'Calc output model',
            schema:
              '{\n\t"title": "Calc output",\n\t"type": "object",\n\t"properties": {\n\t\t"a": {\n\t\t\t"type": "number"\n\t\t},\n\t\t"b": {\n\t\t\t"type": "number"\n\t\t},\n\t\t"op": {\n\t\t\t"description": "operation of +, -, * or /",\n\t\t\t"type": "string"\n\t\t},\n\t\t"c": {\n\t\t    "type": "number"\n\t\t}\n\t},\n\t"required": ["a", "b", "op"]\n}\n',
          },
          {
            contains: {
              contentType: 'application/json',
              description: 'Calc output model',
              name: 'CalcOutput',
              schema: json({
                title: 'Calc output',
                type: 'object',
                properties: {
                  a: { type: 'number' },
                  b: { type: 'number' },
                  op: { description: 'operation of +, -, * or /', type: 'string' },
                  c: { type: 'number' },
                },
                required: ['a', 'b', 'op'],
              }),
            },
          },
        ),
        call(
          'apigateway.GetModels',
          { restApiId },
          {
            contains: {
              items: [
                {
                  contentType: 'application/json',
                  description: 'Calc output model',
                  name: 'CalcOutput',
                  schema: json({
                    title: 'Calc output',
                    type: 'object',
                    properties: {
                      a: { type: 'number' },
                      b: { type: 'number' },
                      op: { description: 'operation of +, -, * or /', type: 'string' },
                      c: { type: 'number' },
                    },
                    required: ['a', 'b', 'op'],
                  }),
                },
                {
                  contentType: 'application/json',
                  description: 'This is a default empty schema model',
                  schema: json({ $schema: 'http://json-schema.org/draft-04/schema#', title: ANY, type: 'object' }),
                },
                {
                  contentType: 'application/json',
                  description: 'This is a default error schema model',
                  schema: json({
                    $schema: 'http://json-schema.org/draft-04/schema#',
                    title: ANY,
                    type: 'object',
                    properties: { message: { type: 'string' } },
                  }),
                },
              ],
            },
          },
        ),
        call(
          'apigateway.GetModel',
          { restApiId, modelName: 'CalcOutput' },
          {
            contains: {
              contentType: 'application/json',
              description: 'Calc output model',
              name: 'CalcOutput',
              schema: json({
                title: 'Calc output',
                type: 'object',
                properties: {
                  a: { type: 'number' },
                  b: { type: 'number' },
                  op: { description: 'operation of +, -, * or /', type: 'string' },
                  c: { type: 'number' },
                },
                required: ['a', 'b', 'op'],
              }),
            },
          },
        ),
        call('apigateway.DeleteModel', { restApiId, modelName: 'CalcOutput' }, { answer: {} }),
      ],
    },
    {
      title: 'validators are listed of an API that is there',
      source: test('TestApiGatewayApiRequestValidator::test_invalid_get_request_validators'),
      recorded: '2024-04',
      steps: [
        refused(
          'apigateway.GetRequestValidators',
          { restApiId: 'api_id' },
          'NotFoundException',
          'Invalid API identifier specified {account}:api_id',
          { status: 404 },
        ),
      ],
    },
    {
      title: 'a validator is made in an API that is there',
      source: test('TestApiGatewayApiRequestValidator::test_create_request_validator_invalid_api_id'),
      recorded: '2024-04',
      steps: [
        refused(
          'apigateway.CreateRequestValidator',
          { restApiId: 'api_id', name: 'test-validator-1' },
          'BadRequestException',
          'Invalid REST API identifier specified',
        ),
      ],
    },
    {
      title: 'a link that is not there is not read',
      source: test('TestApiGatewayVpcLink::test_get_vpc_link_invalid_id'),
      recorded: '2025-12',
      steps: [
        refused('apigateway.GetVpcLink', { vpcLinkId: 'invalid-id' }, 'NotFoundException', 'Invalid Vpc Link identifier specified', {
          status: 404,
        }),
      ],
    },
    {
      title: 'a link that is not there is not deleted',
      source: test('TestApiGatewayVpcLink::test_delete_vpc_link_invalid_id'),
      recorded: '2025-12',
      steps: [
        refused('apigateway.DeleteVpcLink', { vpcLinkId: 'invalid-id' }, 'NotFoundException', 'Invalid Vpc Link identifier specified', {
          status: 404,
        }),
      ],
    },
    {
      title: 'a link that is not there is not changed',
      source: test('TestApiGatewayVpcLink::test_update_vpc_link_invalid_id'),
      recorded: '2025-12',
      steps: [
        refused(
          'apigateway.UpdateVpcLink',
          { vpcLinkId: 'invalid-id', patchOperations: [{ op: 'replace', path: '/name', value: 'new-name' }] },
          'NotFoundException',
          'Invalid Vpc Link identifier specified',
          { status: 404 },
        ),
      ],
    },
  ],
};
