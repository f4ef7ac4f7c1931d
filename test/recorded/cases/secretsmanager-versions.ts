// Recorded answers of Secrets Manager about versions, stages and deletion.
import { ANY, localstack, NONE, type RecordedCase, type RecordedCases, refused, type Step } from '../case.ts';

const test = (name: string): string => localstack(`secretsmanager/test_secretsmanager.py::TestSecretsManager::${name}`);
const create: Step = { call: 'secretsmanager.CreateSecret', input: { Name: 's', SecretString: 'S1' }, as: 'first' };
const put = (SecretString: string, as: string, VersionStages?: string[]): Step => ({
  call: 'secretsmanager.PutSecretValue',
  input: { SecretId: 's', SecretString, ...(VersionStages ? { VersionStages } : {}) },
  as,
  contains: { VersionStages: [...(VersionStages ?? ['AWSCURRENT'])].sort() },
});
const move = (from: string, to: string): Step => ({
  call: 'secretsmanager.UpdateSecretVersionStage',
  input: {
    SecretId: 's',
    VersionStage: 'AWSCURRENT',
    RemoveFromVersionId: `{${from}.VersionId}`,
    MoveToVersionId: `{${to}.VersionId}`,
  },
  answer: { ARN: '{first.ARN}', Name: 's' },
});
const current = (SecretString: string, version: string, VersionStages: string[]): Step => ({
  call: 'secretsmanager.GetSecretValue',
  input: { SecretId: 's' },
  answer: { ARN: '{first.ARN}', CreatedDate: ANY, Name: 's', SecretString, VersionId: `{${version}.VersionId}`, VersionStages },
});
/** Stages of a version, read by its id. */
const stages = (version: string, VersionStages: string[]): Step => ({
  call: 'secretsmanager.GetSecretValue',
  input: { SecretId: 's', VersionId: `{${version}.VersionId}` },
  contains: { VersionStages },
});
const MISSING = 'ResourceNotFoundException';
const INVALID = 'InvalidRequestException';

const versions: RecordedCase[] = [
  {
    title: 'a version that becomes the current one stays the pending one',
    source: test('test_update_secret_version_stages_current_pending'),
    recorded: '2022-09',
    steps: [
      create,
      put('S2', 'second', ['AWSPENDING']),
      current('S1', 'first', ['AWSCURRENT']),
      move('first', 'second'),
      current('S2', 'second', ['AWSCURRENT', 'AWSPENDING']),
      stages('first', ['AWSPREVIOUS']),
      put('S3', 'third'),
      current('S3', 'third', ['AWSCURRENT']),
      stages('second', ['AWSPREVIOUS']),
    ],
  },
  {
    title: 'versions become pending, current and previous in turn',
    source: test('test_update_secret_version_stages_current_pending_cycle'),
    recorded: '2022-09',
    steps: [
      create,
      put('S2', 'second', ['AWSPENDING']),
      move('first', 'second'),
      put('S3', 'third', ['AWSPENDING']),
      current('S2', 'second', ['AWSCURRENT']),
      move('second', 'third'),
      current('S3', 'third', ['AWSCURRENT', 'AWSPENDING']),
      stages('second', ['AWSPREVIOUS']),
    ],
  },
  {
    title: 'stages of a client stay on their version',
    source: test('test_update_secret_version_stages_current_pending_cycle_custom_stages_1'),
    recorded: '2022-09',
    steps: [
      create,
      put('S2', 'second', ['AWSPENDING', 'AWSSOMETHING', 'PUT1']),
      move('first', 'second'),
      current('S2', 'second', ['AWSCURRENT', 'AWSPENDING', 'AWSSOMETHING', 'PUT1']),
      put('S3', 'third', ['AWSPENDING', 'PUT2']),
      current('S2', 'second', ['AWSCURRENT', 'AWSSOMETHING', 'PUT1']),
      move('second', 'third'),
      current('S3', 'third', ['AWSCURRENT', 'AWSPENDING', 'PUT2']),
      stages('second', ['AWSPREVIOUS', 'AWSSOMETHING', 'PUT1']),
    ],
  },
  {
    title: 'a version that loses all its stages is no longer listed, and one that keeps some is',
    source: test('test_non_versioning_version_stages_replacement, test_non_versioning_version_stages_no_replacement'),
    recorded: '2022-09',
    steps: [
      create,
      put('S2', 'second', ['one', 'two', 'three']),
      put('S3', 'third', ['one', 'two', 'four']),
      stages('second', ['three']),
      put('S4', 'fourth', ['one', 'two', 'three', 'four']),
      {
        call: 'secretsmanager.DescribeSecret',
        input: { SecretId: 's' },
        as: 'described',
        contains: { VersionIdsToStages: ANY },
      },
      {
        call: 'secretsmanager.ListSecretVersionIds',
        input: { SecretId: 's' },
        as: 'listed',
        contains: { Versions: [ANY, ANY] },
      },
    ],
  },
  {
    title: 'a new value makes the former one the previous one',
    source: test('test_update_secret_version_stages_current_previous'),
    recorded: '2022-09',
    steps: [
      create,
      {
        call: 'secretsmanager.ListSecretVersionIds',
        input: { SecretId: 's' },
        answer: {
          ARN: '{first.ARN}',
          Name: 's',
          Versions: [
            { CreatedDate: ANY, KmsKeyIds: ['DefaultEncryptionKey'], VersionId: '{first.VersionId}', VersionStages: ['AWSCURRENT'] },
          ],
        },
      },
      { call: 'secretsmanager.UpdateSecret', input: { SecretId: 's', SecretString: 'S2' }, as: 'second' },
      current('S2', 'second', ['AWSCURRENT']),
      stages('first', ['AWSPREVIOUS']),
    ],
  },
  {
    title: 'an update of the description makes no version',
    source: test('test_update_secret_description'),
    recorded: '2022-09',
    steps: [
      create,
      {
        call: 'secretsmanager.DescribeSecret',
        input: { SecretId: 's' },
        contains: { Description: NONE, LastAccessedDate: NONE, LastChangedDate: ANY },
      },
      {
        call: 'secretsmanager.UpdateSecret',
        input: { SecretId: 's', Description: 'MyDescription' },
        answer: { ARN: '{first.ARN}', Name: 's' },
      },
      {
        call: 'secretsmanager.UpdateSecret',
        input: { SecretId: 's', SecretString: 'S2', Description: 'MyNewDescription' },
        answer: { ARN: '{first.ARN}', Name: 's', VersionId: ANY },
      },
      { call: 'secretsmanager.DescribeSecret', input: { SecretId: 's' }, contains: { Description: 'MyNewDescription' } },
    ],
  },
  {
    title: 'a stage that no version has, and one that the version does not have, are told apart',
    source: test('test_get_secret_value_errors'),
    recorded: '2024-04',
    steps: [
      create,
      refused(
        'secretsmanager.GetSecretValue',
        { SecretId: 's', VersionStage: 'AWSPREVIOUS' },
        MISSING,
        "Secrets Manager can't find the specified secret value for staging label: AWSPREVIOUS",
      ),
      refused(
        'secretsmanager.GetSecretValue',
        { SecretId: 's', VersionId: '{first.VersionId}', VersionStage: 'AWSPREVIOUS' },
        INVALID,
        'You provided a VersionStage that is not associated to the provided VersionId.',
      ),
    ],
  },
  {
    title: 'a secret that was made without a value has none',
    source: test('test_create_secret_version_from_empty_secret'),
    recorded: '2023-09',
    steps: [
      { call: 'secretsmanager.CreateSecret', input: { Name: 's', Description: '' }, as: 'first', answer: { ARN: ANY, Name: 's' } },
      { call: 'secretsmanager.DescribeSecret', input: { SecretId: 's' }, contains: { VersionIdsToStages: NONE } },
      put('S1', 'second'),
      { call: 'secretsmanager.DescribeSecret', input: { SecretId: 's' }, contains: { VersionIdsToStages: ANY } },
    ],
  },
];

const NOT_FOUND = "Secrets Manager can't find the specified secret.";
const deletion: RecordedCase[] = [
  {
    title: 'a secret that is not there is not found',
    source: test('test_secret_not_found'),
    recorded: '2022-09',
    steps: ['GetSecretValue', 'ListSecretVersionIds'].map(
      (operation): Step => refused(`secretsmanager.${operation}`, { SecretId: 'none' }, MISSING, NOT_FOUND, { status: 400 }),
    ),
  },
  {
    title: 'a name has one secret',
    source: test('test_secret_exists_snapshots'),
    recorded: '2022-10',
    steps: [
      create,
      refused(
        'secretsmanager.CreateSecret',
        { Name: 's', SecretString: 'other' },
        'ResourceExistsException',
        'The operation failed because the secret s already exists.',
      ),
    ],
  },
  {
    title: 'the name of a secret that waits for its deletion is taken, and free after a deletion at once',
    source: test('test_exp_raised_on_creation_of_secret_scheduled_for_deletion, test_can_recreate_delete_secret'),
    recorded: '2022-09',
    steps: [
      create,
      {
        call: 'secretsmanager.DeleteSecret',
        input: { SecretId: 's' },
        answer: { ARN: '{first.ARN}', DeletionDate: ANY, Name: 's' },
      },
      refused(
        'secretsmanager.CreateSecret',
        { Name: 's', SecretString: 'other' },
        INVALID,
        "You can't create this secret because a secret with this name is already scheduled for deletion.",
      ),
      { call: 'secretsmanager.DeleteSecret', input: { SecretId: 's', ForceDeleteWithoutRecovery: true } },
      create,
    ],
  },
  {
    title: 'tags of a secret that waits for its deletion do not change',
    source: test('test_tag_untag_resource_on_deleted_secret'),
    recorded: '2026-01',
    steps: [
      create,
      { call: 'secretsmanager.DeleteSecret', input: { SecretId: 's' } },
      refused(
        'secretsmanager.TagResource',
        { SecretId: 's', Tags: [{ Key: 'k', Value: 'v' }] },
        INVALID,
        "You can't perform this operation on the secret because it was marked for deletion.",
      ),
      refused(
        'secretsmanager.UntagResource',
        { SecretId: 's', TagKeys: ['k'] },
        INVALID,
        "You can't perform this operation on the secret because it was marked for deletion.",
      ),
    ],
  },
  {
    title: 'a secret that was restored is there',
    source: test('test_secret_restore'),
    recorded: '2024-03',
    steps: [
      create,
      { call: 'secretsmanager.DeleteSecret', input: { SecretId: 's', RecoveryWindowInDays: 7 } },
      { call: 'secretsmanager.RestoreSecret', input: { SecretId: 's' }, answer: { ARN: '{first.ARN}', Name: 's' } },
      current('S1', 'first', ['AWSCURRENT']),
    ],
  },
];

const rotation: RecordedCase[] = [
  {
    title: 'a rotation needs a function, which the service may call',
    source: test('test_first_rotate_secret_with_missing_lambda_arn, test_rotate_secret_invalid_lambda_arn'),
    recorded: '2025-03',
    steps: [
      create,
      refused(
        'secretsmanager.RotateSecret',
        { SecretId: 's', RotationRules: { AutomaticallyAfterDays: 1 } },
        INVALID,
        'No Lambda rotation function ARN is associated with this secret.',
      ),
      refused(
        'secretsmanager.RotateSecret',
        {
          SecretId: 's',
          RotationLambdaARN: 'arn:aws:lambda:us-east-1:{account}:function:none',
          RotationRules: { AutomaticallyAfterDays: 1 },
        },
        'AccessDeniedException',
        'Secrets Manager cannot invoke the specified Lambda function. Ensure that the function policy grants access to the principal secretsmanager.amazonaws.com.',
      ),
    ],
  },
];

export const recorded: RecordedCases = { service: 'secretsmanager', cases: [...versions, ...deletion, ...rotation] };
