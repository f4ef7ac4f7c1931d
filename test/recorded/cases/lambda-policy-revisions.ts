// Recorded answers about the revisions of functions' policies, and about a name that is too long.
import { call, type RecordedCases, refused } from '../case.ts';
import { ARN, api, createFunction, settled, ZipFile } from '../functions.ts';

const allow = (StatementId: string, more: object = {}) =>
  call('lambda.AddPermission', {
    FunctionName: 'f',
    Action: 'lambda:InvokeFunction',
    StatementId,
    Principal: 's3.amazonaws.com',
    SourceArn: 'arn:aws:s3:::test-bucket',
    ...more,
  });
const LONG = 'a'.repeat(65);

export const recorded: RecordedCases = {
  service: 'lambda',
  cases: [
    {
      title:
        'a policy keeps its revision when a version is published, and when other qualifiers get policies; it is changed by this revision',
      source: api('TestLambdaPermissions::test_lambda_permission_fn_versioning'),
      recorded: '2025-11',
      steps: [
        createFunction(),
        settled,
        allow('s3'),
        call('lambda.GetPolicy', { FunctionName: 'f' }, { as: 'policy' }),
        call('lambda.PublishVersion', { FunctionName: 'f' }, { contains: { FunctionArn: `${ARN}f:1` } }),
        settled,
        call('lambda.GetPolicy', { FunctionName: 'f' }, { contains: { RevisionId: '{policy.RevisionId}' } }),
        refused(
          'lambda.GetPolicy',
          { FunctionName: 'f', Qualifier: '1' },
          'ResourceNotFoundException',
          'The resource you requested does not exist.',
        ),
        allow('s3', { Qualifier: '1' }),
        call('lambda.CreateAlias', { FunctionName: 'f', Name: 'permission-alias', FunctionVersion: '1' }, { as: 'alias' }),
        refused(
          'lambda.AddPermission',
          {
            FunctionName: 'f',
            Action: 'lambda:InvokeFunction',
            StatementId: 's3',
            Principal: 's3.amazonaws.com',
            Qualifier: 'permission-alias',
            RevisionId: 'wrong',
          },
          'PreconditionFailedException',
        ),
        allow('s3', { Qualifier: 'permission-alias', RevisionId: '{alias.RevisionId}' }),
        call('lambda.GetPolicy', { FunctionName: 'f' }, { contains: { RevisionId: '{policy.RevisionId}' } }),
        allow('s3_2', { RevisionId: '{policy.RevisionId}' }),
      ],
    },
    {
      title: 'a name of 65 characters is refused as an error of the user',
      source: api('TestLambdaFunction::test_function_arns'),
      recorded: '2025-11',
      steps: [
        refused(
          'lambda.CreateFunction',
          {
            FunctionName: LONG,
            Runtime: 'python3.12',
            Handler: 'index.handler',
            Role: 'arn:aws:iam::{account}:role/any',
            Code: { ZipFile },
          },
          'InvalidParameterValueException',
          `1 validation error detected: Value '${LONG}' at 'functionName' failed to satisfy constraint: Member must have length less than or equal to 64`,
          { contains: { Type: 'User' } },
        ),
      ],
    },
  ],
};
