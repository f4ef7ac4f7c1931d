// Recorded answers of Secrets Manager.
import { localstack, moto, NONE, type RecordedCase, type RecordedCases, type Step } from '../case.ts';

const TOKEN = '11111111-2222-3333-4444-555555555555';

const listed = (Filters: object[], ...names: string[]): Step => ({
  call: 'secretsmanager.ListSecrets',
  input: { Filters, SortBy: 'name' },
  contains: { SecretList: names.map((Name) => ({ Name })) },
});

export const recorded: RecordedCases = {
  service: 'secretsmanager',
  cases: [
    {
      title: 'a token that was used for another value names the version that has it',
      source: moto('tests/test_secretsmanager/test_secretsmanager.py::test_create_secret_with_client_request_token'),
      recorded: 'before 2026-03',
      steps: [
        { call: 'secretsmanager.CreateSecret', input: { Name: 's', SecretString: 'a', ClientRequestToken: TOKEN }, as: 'secret' },
        {
          call: 'secretsmanager.CreateSecret',
          input: { Name: 's', SecretString: 'b', ClientRequestToken: TOKEN },
          error: {
            code: 'ResourceExistsException',
            message: `You can't use ClientRequestToken ${TOKEN} because that value is already in use for a version of secret {secret.ARN}.`,
          },
        },
      ],
    },
    ...['DeleteSecret', 'DescribeSecret', 'GetSecretValue', 'ListSecretVersionIds'].map(
      (operation): RecordedCase => ({
        title: `${operation} of a name that no secret can have is refused`,
        source: localstack('secretsmanager/test_secretsmanager.py::TestSecretsManager::test_invalid_secret_name'),
        recorded: 'before 2026-03',
        steps: [
          {
            call: `secretsmanager.${operation}`,
            input: { SecretId: 'Inv Name' },
            error: {
              code: 'ValidationException',
              message: 'Invalid name. Must be a valid name containing alphanumeric characters, or any of the following: -/_+=.@!',
            },
          },
        ],
      }),
    ),
    ...['CreateSecret', 'UpdateSecret', 'RotateSecret', 'PutSecretValue'].map(
      (operation): RecordedCase => ({
        title: `${operation} without a token is refused`,
        source: localstack('secretsmanager/test_secretsmanager.py::TestSecretsManager::test_no_client_request_token'),
        recorded: 'before 2026-03',
        steps: [
          {
            http: 'POST /',
            service: 'secretsmanager',
            headers: { 'x-amz-target': `secretsmanager.${operation}`, 'content-type': 'application/x-amz-json-1.1' },
            body: JSON.stringify({ [operation === 'CreateSecret' ? 'Name' : 'SecretId']: 'none', SecretString: 's' }),
            status: 400,
            answerBody: /You must provide a ClientRequestToken value\. We recommend a UUID-type value\./,
          },
        ],
      }),
    ),
    {
      title: 'the words of a filter begin words of the description, in any order',
      source: moto(
        'tests/test_secretsmanager/test_list_secrets.py::test_with_filter_with_value_with_multiple_words, test_with_duplicate_filter_keys',
      ),
      recorded: 'before 2026-03',
      steps: [
        ...Object.entries({ foo: 'one two', bar: 'one and two', baz: 'one', qux: 'two', none: 'unrelated' }).map(
          ([Name, Description]): Step => ({ call: 'secretsmanager.CreateSecret', input: { Name, Description, SecretString: 's' } }),
        ),
        listed([{ Key: 'description', Values: ['one two'] }], 'bar', 'foo'),
        listed([{ Key: 'description', Values: ['o t'] }], 'bar', 'foo'),
        listed([{ Key: 'description', Values: ['t'] }], 'bar', 'foo', 'qux'),
        listed(
          [
            { Key: 'description', Values: ['one'] },
            { Key: 'description', Values: ['and two'] },
          ],
          'bar',
        ),
        listed([{ Key: 'all', Values: ['RELA'] }]),
        listed([{ Key: 'all', Values: ['Unre'] }], 'none'),
      ],
    },
    {
      title: 'an empty description is not shown, and tags that were removed leave an empty list',
      source: localstack(
        'secretsmanager/test_secretsmanager.py::TestSecretsManager::test_create_secret_version_from_empty_secret (and of tags)',
      ),
      recorded: '2023-09',
      steps: [
        { call: 'secretsmanager.CreateSecret', input: { Name: 's', Description: '' } },
        { call: 'secretsmanager.DescribeSecret', input: { SecretId: 's' }, contains: { Description: NONE, Tags: NONE } },
        { call: 'secretsmanager.TagResource', input: { SecretId: 's', Tags: [{ Key: 'k', Value: 'v' }] } },
        { call: 'secretsmanager.UntagResource', input: { SecretId: 's', TagKeys: ['k'] } },
        { call: 'secretsmanager.DescribeSecret', input: { SecretId: 's' }, contains: { Tags: [] } },
      ],
    },
    {
      title: 'the value of a secret with the default key is closed to other accounts',
      source: localstack('secretsmanager/test_secretsmanager.py::TestSecretsManagerMultiAccounts::test_cross_account_access'),
      recorded: 'before 2026-03',
      steps: [
        { call: 'secretsmanager.CreateSecret', input: { Name: 's', SecretString: 's' }, as: 'secret' },
        ...['GetSecretValue', 'PutSecretValue'].map(
          (operation): Step => ({
            call: `secretsmanager.${operation}`,
            by: '777777777777',
            input: { SecretId: '{secret.ARN}', ...(operation === 'PutSecretValue' ? { SecretString: 'n' } : {}) },
            error: {
              code: 'InvalidRequestException',
              message: "You can't access a secret from a different AWS account if you encrypt the secret with the default KMS service key.",
            },
          }),
        ),
      ],
    },
  ],
};
