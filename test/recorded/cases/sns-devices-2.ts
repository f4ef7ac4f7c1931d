// Recorded answers about devices of the topics service.
import { call, localstack, type RecordedCases, refused } from '../case.ts';

const test = (name: string): string => localstack(`sns/test_sns.py::TestSNSPlatformEndpointCrud::${name}`);
const PlatformApplicationArn = 'arn:aws:sns:us-east-1:{account}:app/ADM/platform-application-1';
const Token = 'token_1';
const Name = 'platform-application-1';
const Platform = 'ADM';
const PlatformPrincipal = 'dummy';
const PlatformCredential = 'dummy';

export const recorded: RecordedCases = {
  service: 'sns',
  cases: [
    {
      title: 'an application that is not there has no endpoints',
      source: test('test_create_platform_endpoint_non_existent_app'),
      recorded: '2025-10',
      steps: [
        refused(
          'sns.CreatePlatformEndpoint',
          { PlatformApplicationArn: 'arn:aws:sns:us-east-1:{account}:app/ADM/non_existent_app', Token },
          'NotFoundException',
          'PlatformApplication does not exist',
          { status: 404 },
        ),
      ],
    },
    {
      title: 'endpoints of an application are listed',
      source: test('test_list_platform_endpoints'),
      recorded: '2025-10',
      steps: [
        call('sns.CreatePlatformApplication', { Name, Platform, Attributes: { PlatformPrincipal, PlatformCredential } }),
        call('sns.CreatePlatformEndpoint', { PlatformApplicationArn, Token }, { as: 'endpoints' }),
        call(
          'sns.ListEndpointsByPlatformApplication',
          { PlatformApplicationArn },
          { contains: { Endpoints: [{ Attributes: { Enabled: 'true', Token: 'token_1' }, EndpointArn: '{endpoints.EndpointArn}' }] } },
        ),
      ],
    },
    {
      title: 'a deleted endpoint is gone',
      source: test('test_delete_platform_endpoint'),
      recorded: '2025-10',
      steps: [
        call('sns.CreatePlatformApplication', { Name, Platform, Attributes: { PlatformPrincipal, PlatformCredential } }),
        call('sns.CreatePlatformEndpoint', { PlatformApplicationArn, Token }, { as: 'endpoints' }),
        call(
          'sns.ListEndpointsByPlatformApplication',
          { PlatformApplicationArn },
          {
            as: 'application2',
            contains: { Endpoints: [{ Attributes: { Enabled: 'true', Token: 'token_1' }, EndpointArn: '{endpoints.EndpointArn}' }] },
          },
        ),
        call('sns.DeleteEndpoint', { EndpointArn: '{application2.Endpoints.0.EndpointArn}' }, { answer: {} }),
        call('sns.ListEndpointsByPlatformApplication', { PlatformApplicationArn }, { contains: { Endpoints: [] } }),
      ],
    },
    {
      title: 'an endpoint tells its settings',
      source: test('test_get_platform_endpoint_attributes'),
      recorded: '2025-10',
      steps: [
        call('sns.CreatePlatformApplication', { Name, Platform, Attributes: { PlatformPrincipal, PlatformCredential } }),
        call('sns.CreatePlatformEndpoint', { PlatformApplicationArn, Token }, { as: 'endpoints' }),
        call(
          'sns.GetEndpointAttributes',
          { EndpointArn: '{endpoints.EndpointArn}' },
          { contains: { Attributes: { Enabled: 'true', Token: 'token_1' } } },
        ),
      ],
    },
    {
      title: 'settings of an endpoint are changed',
      source: test('test_set_platform_endpoint_attributes'),
      recorded: '2025-10',
      steps: [
        call('sns.CreatePlatformApplication', { Name, Platform, Attributes: { PlatformPrincipal, PlatformCredential } }),
        call('sns.CreatePlatformEndpoint', { PlatformApplicationArn, Token }, { as: 'endpoints' }),
        call('sns.SetEndpointAttributes', { EndpointArn: '{endpoints.EndpointArn}', Attributes: { Enabled: 'false' } }, { answer: {} }),
        call(
          'sns.GetEndpointAttributes',
          { EndpointArn: '{endpoints.EndpointArn}' },
          { contains: { Attributes: { Enabled: 'false', Token: 'token_1' } } },
        ),
      ],
    },
    {
      title: 'an endpoint that is not there tells nothing',
      source: test('test_get_platform_endpoint_attributes_non_existent_endpoint'),
      recorded: '2025-10',
      steps: [
        refused(
          'sns.GetEndpointAttributes',
          { EndpointArn: 'arn:aws:sns:us-east-1:{account}:endpoint/ADM/fakeapp/62b1c2aa-d1d1-414c-b409-2450eed644ea' },
          'NotFoundException',
          'Endpoint does not exist',
          { status: 404 },
        ),
      ],
    },
    {
      title: 'an endpoint that is not there is not changed',
      source: test('test_set_platform_endpoint_attributes_non_existent_endpoint'),
      recorded: '2025-10',
      steps: [
        refused(
          'sns.SetEndpointAttributes',
          {
            EndpointArn: 'arn:aws:sns:us-east-1:{account}:endpoint/ADM/fakeapp/7814e5fd-dad2-405b-88cb-836b6d4815e9',
            Attributes: { Enabled: 'false' },
          },
          'NotFoundException',
          'Endpoint does not exist',
          { status: 404 },
        ),
      ],
    },
    {
      title: 'settings of an endpoint are checked (Invalid_Name_Principal)',
      source: test('test_create_platform_endpoint_with_invalid_attributes'),
      recorded: '2025-10',
      steps: [
        call('sns.CreatePlatformApplication', { Name, Platform, Attributes: { PlatformPrincipal, PlatformCredential } }),
        refused(
          'sns.CreatePlatformEndpoint',
          { PlatformApplicationArn, Token, Attributes: { PlatformPrincipal: 'Principal' } },
          'InvalidParameterException',
          'Invalid parameter: Attributes Reason: Invalid attribute name: PlatformPrincipal',
        ),
      ],
    },
    {
      title: 'settings of an endpoint are checked (Invalid_Name_Credential)',
      source: test('test_create_platform_endpoint_with_invalid_attributes'),
      recorded: '2025-10',
      steps: [
        call('sns.CreatePlatformApplication', { Name, Platform, Attributes: { PlatformPrincipal, PlatformCredential } }),
        refused(
          'sns.CreatePlatformEndpoint',
          { PlatformApplicationArn, Token, Attributes: { PlatformCredential: 'Credential' } },
          'InvalidParameterException',
          'Invalid parameter: Attributes Reason: Invalid attribute name: PlatformCredential',
        ),
      ],
    },
  ],
};
