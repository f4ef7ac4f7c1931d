// Recorded answers about canaries of the apigateway service.
import { call, localstack, type RecordedCases, refused } from '../case.ts';

const test = (name: string): string => localstack(`apigateway/test_apigateway_canary.py::${name}`);
const restApiId = '{api.id}';
const resourceId = '{api.rootResourceId}';
const httpMethod = 'GET';
const statusCode = '200';
const testVar = 'canary';

export const recorded: RecordedCases = {
  service: 'apigateway',
  cases: [
    {
      title: 'a stage has a canary',
      source: test('TestCanaryDeployments::test_invoking_canary_deployment'),
      recorded: '2025-05',
      steps: [
        call('apigateway.CreateRestApi', { name: 'api-1' }, { as: 'api' }),
        call('apigateway.PutMethod', { restApiId, resourceId, httpMethod, authorizationType: 'NONE' }),
        call('apigateway.PutMethodResponse', { restApiId, resourceId, httpMethod, statusCode }),
        call('apigateway.PutIntegration', {
          restApiId,
          resourceId,
          httpMethod,
          type: 'MOCK',
          requestTemplates: { 'application/json': '{"statusCode": 200}' },
        }),
        call('apigateway.PutIntegrationResponse', {
          restApiId,
          resourceId,
          httpMethod,
          statusCode,
          selectionPattern: '',
          responseTemplates: {
            'application/json':
              '{"statusCode": 200, "message": "default deployment", "variable": "$stageVariables.testVar", "nonExistingDefault": "$stageVariables.noStageVar", "nonOverridden": "$stageVariables.defaultVar", "isCanary": "$context.isCanaryRequest"}',
          },
        }),
        call('apigateway.CreateDeployment', { restApiId, stageName: 'dev', variables: { testVar: 'default', defaultVar: 'default' } }),
        call('apigateway.UpdateIntegrationResponse', {
          restApiId,
          resourceId,
          httpMethod,
          statusCode,
          patchOperations: [
            {
              op: 'replace',
              path: '/responseTemplates/application~1json',
              value:
                '{"statusCode": 200, "message": "canary deployment", "variable": "$stageVariables.testVar", "nonExistingDefault": "$stageVariables.noStageVar", "nonOverridden": "$stageVariables.defaultVar", "isCanary": "$context.isCanaryRequest"}',
            },
          ],
        }),
        call('apigateway.CreateDeployment', {
          restApiId,
          stageName: 'dev',
          canarySettings: { percentTraffic: 0, stageVariableOverrides: { testVar, noStageVar: 'canary' } },
        }),
        call(
          'apigateway.UpdateStage',
          { restApiId, stageName: 'dev', patchOperations: [{ op: 'replace', path: '/canarySettings/percentTraffic', value: '100.0' }] },
          {
            contains: {
              cacheClusterEnabled: false,
              cacheClusterStatus: 'NOT_AVAILABLE',
              canarySettings: {
                percentTraffic: 100.0,
                stageVariableOverrides: { noStageVar: 'canary', testVar: 'canary' },
                useStageCache: false,
              },
              methodSettings: {},
              stageName: 'dev',
              tracingEnabled: false,
              variables: { defaultVar: 'default', testVar: 'default' },
            },
          },
        ),
      ],
    },
    {
      title: 'a canary is of a stage that is there',
      source: test('TestStageCrudCanary::test_create_canary_deployment_validation'),
      recorded: '2025-05',
      steps: [
        call('apigateway.CreateRestApi', { name: 'api-1' }, { as: 'api' }),
        call('apigateway.PutMethod', { restApiId, resourceId, httpMethod, authorizationType: 'NONE' }),
        call('apigateway.PutMethodResponse', { restApiId, resourceId, httpMethod, statusCode }),
        call('apigateway.PutIntegration', {
          restApiId,
          resourceId,
          httpMethod,
          type: 'MOCK',
          requestTemplates: { 'application/json': '{"statusCode": 200}' },
        }),
        call('apigateway.PutIntegrationResponse', {
          restApiId,
          resourceId,
          httpMethod,
          statusCode,
          selectionPattern: '',
          responseTemplates: { 'application/json': '{"statusCode": 200, "message": "default deployment"}' },
        }),
        refused(
          'apigateway.CreateDeployment',
          { restApiId, canarySettings: { percentTraffic: 50, stageVariableOverrides: { testVar } } },
          'BadRequestException',
          'Invalid deployment content specified.Non null and non empty stageName must be provided for canary deployment. Provided value is null',
        ),
        refused(
          'apigateway.CreateDeployment',
          { restApiId, stageName: '', canarySettings: { percentTraffic: 50, stageVariableOverrides: { testVar } } },
          'BadRequestException',
          'Invalid deployment content specified.Non null and non empty stageName must be provided for canary deployment. Provided value is ',
        ),
        refused(
          'apigateway.CreateDeployment',
          { restApiId, stageName: 'non-existing', canarySettings: { percentTraffic: 50, stageVariableOverrides: { testVar } } },
          'BadRequestException',
          'Invalid deployment content specified.Stage non-existing must already be created before making a canary release deployment',
        ),
      ],
    },
  ],
};
