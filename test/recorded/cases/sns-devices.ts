// Recorded answers about devices of the topics service.
import { call, localstack, type RecordedCases, refused } from '../case.ts';

const test = (name: string): string => localstack(`sns/test_sns.py::${name}`);
const PlatformPrincipal = 'dummy';
const PlatformCredential = 'dummy';
const Platform = 'ADM';
const PlatformApplicationArn = 'arn:aws:sns:us-east-1:{account}:app/ADM/platform-application-1';
const Name = 'platform-application-1';

export const recorded: RecordedCases = {
  service: 'sns',
  cases: [
    {
      title: 'a platform application is made',
      source: test('TestSNSPlatformApplicationCrud::test_create_platform_application'),
      recorded: '2025-10',
      steps: [
        call(
          'sns.CreatePlatformApplication',
          { Platform, Attributes: { PlatformPrincipal, PlatformCredential }, Name: 'platform-app-1' },
          { contains: { PlatformApplicationArn: 'arn:aws:sns:us-east-1:{account}:app/ADM/platform-app-1' } },
        ),
      ],
    },
    {
      title: 'platform applications are listed',
      source: test('TestSNSPlatformApplicationCrud::test_list_platform_applications'),
      recorded: '2025-10',
      steps: [
        call('sns.CreatePlatformApplication', { Name, Platform, Attributes: { PlatformPrincipal, PlatformCredential } }),
        call(
          'sns.ListPlatformApplications',
          {},
          {
            contains: {
              PlatformApplications: [
                {
                  Attributes: { Enabled: 'true' },
                  PlatformApplicationArn: 'arn:aws:sns:us-east-1:{account}:app/ADM/platform-application-1',
                },
              ],
            },
          },
        ),
      ],
    },
    {
      title: 'an application has a name of certain characters (too-long)',
      source: test('TestSNSPlatformApplicationCrud::test_create_platform_application_invalid_name[too-long]'),
      recorded: '2025-10',
      steps: [
        refused(
          'sns.CreatePlatformApplication',
          {
            Name: 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',
            Platform,
            Attributes: { PlatformPrincipal, PlatformCredential },
          },
          'InvalidParameterException',
          'Invalid parameter: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa Reason: must be at most 256 characters long',
        ),
      ],
    },
    {
      title: 'an application has a name of certain characters (empty)',
      source: test('TestSNSPlatformApplicationCrud::test_create_platform_application_invalid_name[empty]'),
      recorded: '2025-10',
      steps: [
        refused(
          'sns.CreatePlatformApplication',
          { Name: '', Platform, Attributes: { PlatformPrincipal, PlatformCredential } },
          'InvalidParameterException',
          'Invalid parameter:  Reason: cannot be empty',
        ),
      ],
    },
    {
      title: 'an application has a name of certain characters (invalid-char)',
      source: test('TestSNSPlatformApplicationCrud::test_create_platform_application_invalid_name[invalid-char]'),
      recorded: '2025-10',
      steps: [
        refused(
          'sns.CreatePlatformApplication',
          { Name: '@name', Platform, Attributes: { PlatformPrincipal, PlatformCredential } },
          'InvalidParameterException',
          "Invalid parameter: @name Reason: must contain only characters 'a'-'z', 'A'-'Z', '0'-'9', '_', '-', and '.'",
        ),
      ],
    },
    {
      title: 'an application is of a platform that there is',
      source: test('TestSNSPlatformApplicationCrud::test_create_platform_application_invalid_platform'),
      recorded: '2025-10',
      steps: [
        refused(
          'sns.CreatePlatformApplication',
          { Name, Platform: 'AAA', Attributes: { PlatformPrincipal, PlatformCredential } },
          'InvalidParameterException',
          'Invalid parameter: Platform Reason: AAA is not supported',
        ),
      ],
    },
    {
      title: 'a platform application tells its settings',
      source: test('TestSNSPlatformApplicationCrud::test_get_platform_application_attributes'),
      recorded: '2025-10',
      steps: [
        call('sns.CreatePlatformApplication', { Name, Platform, Attributes: { PlatformPrincipal, PlatformCredential } }),
        call('sns.GetPlatformApplicationAttributes', { PlatformApplicationArn }, { contains: { Attributes: { Enabled: 'true' } } }),
      ],
    },
    {
      title: 'an application is named by its ARN',
      source: test('TestSNSPlatformApplicationCrud::test_get_platform_application_attributes_invalid_arn'),
      recorded: '2025-10',
      steps: [
        refused(
          'sns.GetPlatformApplicationAttributes',
          { PlatformApplicationArn: 'invalid-arn' },
          'InvalidParameterException',
          'Invalid parameter: PlatformApplicationArn Reason: An ARN must have at least 6 elements, not 1',
        ),
      ],
    },
    {
      title: 'an application that is not there tells nothing',
      source: test('TestSNSPlatformApplicationCrud::test_get_platform_application_attributes_non_existing_app'),
      recorded: '2025-10',
      steps: [
        refused(
          'sns.GetPlatformApplicationAttributes',
          { PlatformApplicationArn: 'arn:aws:sns:us-east-1:{account}:app/ADM/NonExistingApp' },
          'NotFoundException',
          'PlatformApplication does not exist',
          { status: 404 },
        ),
      ],
    },
    {
      title: 'settings of a platform application are changed',
      source: test('TestSNSPlatformApplicationCrud::test_set_platform_application_attributes'),
      recorded: '2025-10',
      steps: [
        call('sns.CreatePlatformApplication', { Name, Platform, Attributes: { PlatformPrincipal, PlatformCredential } }),
        call('sns.SetPlatformApplicationAttributes', { Attributes: { SuccessFeedbackSampleRate: '50' }, PlatformApplicationArn }),
        call(
          'sns.GetPlatformApplicationAttributes',
          { PlatformApplicationArn },
          { contains: { Attributes: { Enabled: 'true', SuccessFeedbackSampleRate: '50' } } },
        ),
      ],
    },
    {
      title: 'an application that is not there is not changed (dummy-args)',
      source: test('TestSNSPlatformApplicationCrud::test_set_platform_application_attributes_non_existing_app[dummy-args]'),
      recorded: '2025-10',
      steps: [
        refused(
          'sns.SetPlatformApplicationAttributes',
          { PlatformApplicationArn: 'arn:aws:sns:us-east-1:{account}:app/ADM/NonExistingApp', Attributes: { PlatformPrincipal } },
          'NotFoundException',
          'PlatformApplication does not exist',
          { status: 404 },
        ),
      ],
    },
    {
      title: 'an endpoint that is made again is the same one',
      source: test('TestSNSPlatformEndpointCrud::test_create_platform_endpoint_idempotency'),
      recorded: '2025-10',
      steps: [
        call('sns.CreatePlatformApplication', { Name, Platform, Attributes: { PlatformPrincipal, PlatformCredential } }),
        call('sns.CreatePlatformEndpoint', { PlatformApplicationArn, Token: 'token_1' }, { as: 'endpoints' }),
        call(
          'sns.CreatePlatformEndpoint',
          { PlatformApplicationArn, Token: 'token_1' },
          { contains: { EndpointArn: '{endpoints.EndpointArn}' } },
        ),
        refused(
          'sns.CreatePlatformEndpoint',
          { PlatformApplicationArn, Token: 'token_1', Attributes: { Enabled: 'false' } },
          'InvalidParameterException',
          'Invalid parameter: Token Reason: Endpoint {endpoints.EndpointArn} already exists with the same Token, but different attributes.',
        ),
      ],
    },
    {
      title: 'attributes of an application that are not given are missed before the application',
      source: test('TestSNSPlatformApplicationCrud::test_set_platform_application_attributes_non_existing_app[no-args]'),
      recorded: '2025-10',
      steps: [
        refused(
          'sns.SetPlatformApplicationAttributes',
          { PlatformApplicationArn: 'arn:aws:sns:us-east-1:{account}:app/ADM/NonExistingApp', Attributes: {} },
          'ValidationError',
          "1 validation error detected: Value null at 'attributes' failed to satisfy constraint: Member must not be null",
          { status: 400 },
        ),
      ],
    },
  ],
};
