// What Secrets Manager was recorded to answer.
import { moto, type RecordedCases } from '../case.ts';

const TOKEN = '11111111-2222-3333-4444-555555555555';

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
  ],
};
