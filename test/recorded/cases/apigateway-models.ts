// Recorded answers of the control plane of REST APIs about models and validators.
import { ANY, json, type RecordedCase, type RecordedCases } from '../case.ts';
import { bad, conflict, create, missing, NO_API, patch, restApiId, root, test } from '../rest-api-steps.ts';

const resourceId = root;

const SCHEMA = JSON.stringify({ title: 'm', type: 'object' });
const EMPTY_SCHEMA = 'Model schema must have at least 1 property or array items defined';
const model = (more: object = {}) => ({ restApiId, name: 'm', contentType: 'application/json', schema: SCHEMA, ...more });
const models: RecordedCase[] = [
  {
    title: 'a model has a name of its own and a schema',
    source: test('TestApiGatewayApiModels::test_model_validation'),
    recorded: '2024-04',
    steps: [
      create,
      missing('GetModel', { restApiId, modelName: 'MySchema' }, 'Invalid model name specified: MySchema'),
      missing('DeleteModel', { restApiId, modelName: 'MySchema' }, 'Invalid model name specified: MySchema'),
      { call: 'apigateway.CreateModel', input: model(), answer: { contentType: 'application/json', id: ANY, name: 'm', schema: SCHEMA } },
      conflict('CreateModel', model(), 'Model name already exists for this REST API'),
      bad('CreateModel', model({ name: '' }), 'Model name must be non-empty'),
      bad('CreateModel', model({ name: 'e', schema: '' }), EMPTY_SCHEMA),
      bad('CreateModel', model({ name: 'e', schema: undefined }), EMPTY_SCHEMA),
    ],
  },
  {
    title: 'a model changes its description and its schema',
    source: test('TestApiGatewayApiModels::test_update_model'),
    recorded: '2024-04',
    steps: [
      create,
      missing(
        'UpdateModel',
        { restApiId, modelName: 'mySchema', ...patch('replace', '/schema', SCHEMA) },
        'Invalid model name specified: mySchema',
      ),
      { call: 'apigateway.CreateModel', input: model() },
      {
        call: 'apigateway.UpdateModel',
        input: { restApiId, modelName: 'm', ...patch('replace', '/schema', '{"title":"Updated schema","type":"object"}') },
        contains: { name: 'm', schema: json({ title: 'Updated schema', type: 'object' }) },
      },
      bad(
        'UpdateModel',
        { restApiId, modelName: 'm', ...patch('add', '/wrong-path', 'x') },
        "Invalid patch path  '/wrong-path' specified for op 'add'. Please choose supported operations",
      ),
      bad(
        'UpdateModel',
        { restApiId, modelName: 'm', ...patch('replace', '/name', 'x') },
        "Invalid patch path  '/name' specified for op 'replace'. Must be one of: [/description, /schema]",
      ),
      bad('UpdateModel', { restApiId, modelName: 'm', ...patch('replace', '/schema', '') }, EMPTY_SCHEMA),
    ],
  },
  {
    title: 'a model that a method names is kept',
    source: test('TestApiGatewayApiMethod::test_put_method_model'),
    recorded: '2024-04',
    steps: [
      create,
      { call: 'apigateway.CreateModel', input: model() },
      {
        call: 'apigateway.PutMethod',
        input: { restApiId, resourceId, httpMethod: 'ANY', authorizationType: 'NONE', requestModels: { 'application/json': 'm' } },
        answer: { apiKeyRequired: false, authorizationType: 'NONE', httpMethod: 'ANY', requestModels: { 'application/json': 'm' } },
      },
      conflict('DeleteModel', { restApiId, modelName: 'm' }, "Cannot delete model 'm', is referenced in method request: //ANY"),
      {
        call: 'apigateway.UpdateMethod',
        input: { restApiId, resourceId, httpMethod: 'ANY', ...patch('remove', '/requestModels/application~1json') },
        answer: { apiKeyRequired: false, authorizationType: 'NONE', httpMethod: 'ANY' },
      },
      { call: 'apigateway.DeleteModel', input: { restApiId, modelName: 'm' }, answer: {} },
    ],
  },
  {
    title: 'of two methods that name a model, the lower one is told',
    source: test('TestApiGatewayApiMethod::test_put_method_model'),
    recorded: '2024-04',
    steps: [
      create,
      { call: 'apigateway.CreateModel', input: model() },
      { call: 'apigateway.CreateResource', input: { restApiId, parentId: root, pathPart: 'test' }, as: 'below' },
      ...[root, '{below.id}'].map((id) => ({
        call: 'apigateway.PutMethod',
        input: { restApiId, resourceId: id, httpMethod: 'ANY', authorizationType: 'NONE', requestModels: { 'application/json': 'm' } },
      })),
      conflict('DeleteModel', { restApiId, modelName: 'm' }, "Cannot delete model 'm', is referenced in method request: /test/ANY"),
    ],
  },
];

const NO_VALIDATOR = 'Invalid Request Validator identifier specified';
const validatorIs = (body: boolean) => ({ id: '{validator.id}', name: 'v', validateRequestBody: body, validateRequestParameters: false });
const requestValidatorId = '{validator.id}';
const validators: RecordedCase[] = [
  {
    title: 'a validator is made, changed and gone',
    source: test('TestApiGatewayApiRequestValidator::test_request_validator_lifecycle'),
    recorded: '2025-07',
    steps: [
      create,
      {
        call: 'apigateway.CreateRequestValidator',
        input: { restApiId, name: 'v' },
        as: 'validator',
        contains: { name: 'v', validateRequestBody: false, validateRequestParameters: false },
      },
      { call: 'apigateway.GetRequestValidators', input: { restApiId }, answer: { items: [validatorIs(false)] } },
      {
        call: 'apigateway.UpdateRequestValidator',
        input: { restApiId, requestValidatorId, ...patch('replace', '/validateRequestBody', 'true') },
        answer: validatorIs(true),
      },
      {
        call: 'apigateway.UpdateRequestValidator',
        input: { restApiId, requestValidatorId, ...patch('replace', '/validateRequestBody') },
        answer: validatorIs(false),
      },
      { call: 'apigateway.DeleteRequestValidator', input: { restApiId, requestValidatorId }, answer: {} },
      missing('GetRequestValidator', { restApiId, requestValidatorId }, NO_VALIDATOR),
      { call: 'apigateway.GetRequestValidators', input: { restApiId }, answer: { items: [] } },
    ],
  },
  {
    title: 'a validator is of an API that is there',
    source: test(
      'TestApiGatewayApiRequestValidator::test_validators_crud_no_api, …test_invalid_get_request_validator, …test_invalid_delete_request_validator',
    ),
    recorded: '2024-04',
    steps: [
      bad('CreateRequestValidator', { restApiId: 'nowhere0', name: 'v' }, 'Invalid REST API identifier specified'),
      missing('GetRequestValidators', { restApiId: 'nowhere0' }, NO_API),
      missing('GetRequestValidator', { restApiId: 'nowhere0', requestValidatorId: 'v' }, NO_VALIDATOR),
      missing('DeleteRequestValidator', { restApiId: 'nowhere0', requestValidatorId: 'v' }, NO_VALIDATOR),
    ],
  },
  {
    title: 'a validator changes its name and what it validates',
    source: test('TestApiGatewayApiRequestValidator::test_invalid_update_request_validator_operations'),
    recorded: '2025-07',
    steps: [
      create,
      { call: 'apigateway.CreateRequestValidator', input: { restApiId, name: 'v' }, as: 'validator' },
      ...['add', 'remove'].map((op) =>
        bad(
          'UpdateRequestValidator',
          { restApiId, requestValidatorId, ...patch(op, '/validateRequestBody', 'true') },
          `Invalid patch path  '/validateRequestBody' specified for op '${op}'. Please choose supported operations`,
        ),
      ),
      bad(
        'UpdateRequestValidator',
        { restApiId, requestValidatorId, ...patch('replace', '/invalidPath', 'true') },
        "Invalid patch path  '/invalidPath' specified for op 'replace'. Must be one of: [/name, /validateRequestParameters, /validateRequestBody]",
      ),
      bad(
        'UpdateRequestValidator',
        { restApiId, requestValidatorId, ...patch('replace', '/name', '') },
        'Request Validator name cannot be blank',
      ),
    ],
  },
];

export const recorded: RecordedCases = { service: 'apigateway', cases: [...models, ...validators] };
