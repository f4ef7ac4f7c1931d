// Recorded answers about devices of the topics service.
import { call, localstack, type RecordedCases, refused } from '../case.ts';

const test = (name: string): string => localstack(`sns/test_sns.py::TestSNSPlatformEndpointCrud::${name}`);
const Name = 'platform-application-1';
const Platform = 'ADM';
const PlatformPrincipal = 'dummy';
const PlatformCredential = 'dummy';
const PlatformApplicationArn = 'arn:aws:sns:us-east-1:{account}:app/ADM/platform-application-1';
const Token = 'token_1';

export const recorded: RecordedCases = {
  service: 'sns',
  cases: [
    {
      title: 'settings of an endpoint are checked (Invalid_Name_Generic)',
      source: test('test_create_platform_endpoint_with_invalid_attributes'),
      recorded: '2025-10',
      steps: [
        call('sns.CreatePlatformApplication', { Name, Platform, Attributes: { PlatformPrincipal, PlatformCredential } }),
        refused(
          'sns.CreatePlatformEndpoint',
          { PlatformApplicationArn, Token, Attributes: { InvalidKey: 'Value' } },
          'InvalidParameterException',
          'Invalid parameter: Attributes Reason: Invalid attribute name: InvalidKey',
        ),
      ],
    },
    {
      title: 'settings of an endpoint are checked (Data_Too_Long)',
      source: test('test_create_platform_endpoint_with_invalid_attributes[Data_Too_Long]'),
      recorded: '2025-10',
      steps: [
        call('sns.CreatePlatformApplication', { Name, Platform, Attributes: { PlatformPrincipal, PlatformCredential } }),
        refused(
          'sns.CreatePlatformEndpoint',
          {
            PlatformApplicationArn,
            Token,
            Attributes: {
              CustomUserData:
                'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
            },
          },
          'InvalidParameterException',
          'Invalid parameter: Attributes Reason: Invalid value for attribute: CustomUserData: must be at most 2048 bytes long in UTF-8 encoding',
        ),
      ],
    },
    {
      title: 'an endpoint has data of its own',
      source: test('test_create_platform_endpoint_custom_data'),
      recorded: '2025-10',
      steps: [
        call('sns.CreatePlatformApplication', { Name, Platform, Attributes: { PlatformPrincipal, PlatformCredential } }),
        call('sns.CreatePlatformEndpoint', { PlatformApplicationArn, Token, CustomUserData: 'bar' }, { as: 'endpoints' }),
        call(
          'sns.GetEndpointAttributes',
          { EndpointArn: '{endpoints.EndpointArn}' },
          { contains: { Attributes: { CustomUserData: 'bar', Enabled: 'true', Token: 'token_1' } } },
        ),
      ],
    },
    {
      title: 'the data of an endpoint in its settings counts',
      source: test('test_create_platform_endpoint_double_custom_data'),
      recorded: '2025-10',
      steps: [
        call('sns.CreatePlatformApplication', { Name, Platform, Attributes: { PlatformPrincipal, PlatformCredential } }),
        call(
          'sns.CreatePlatformEndpoint',
          { PlatformApplicationArn, Token, Attributes: { CustomUserData: 'foo' }, CustomUserData: 'bar' },
          { as: 'endpoints' },
        ),
        call(
          'sns.GetEndpointAttributes',
          { EndpointArn: '{endpoints.EndpointArn}' },
          { contains: { Attributes: { CustomUserData: 'foo', Enabled: 'true', Token: 'token_1' } } },
        ),
      ],
    },
  ],
};
