// Recorded answers of KMS about keys, their rotation, replicas and tags.
import { ANY, localstack, type RecordedCase, type RecordedCases, refused, type Step } from '../case.ts';

const test = (name: string): string => localstack(`kms/test_kms.py::TestKMS::${name}`);
const key = (input: object = {}, as = 'key'): Step => ({ call: 'kms.CreateKey', input: { ...input }, as });
const ID = '{key.KeyMetadata.KeyId}';
const ARN = '{key.KeyMetadata.Arn}';
const bytes = (length: number): Uint8Array => new Uint8Array(length).fill(1);
const INVALID = 'ValidationException';
const NO_KEY = 'arn:aws:kms:us-east-1:{account}:key/134f2428-cec1-4b25-a1ae-9048164dba47';
const keys: RecordedCase[] = [
  ...['fake-key-id', '134f2428cec14b25a1ae9048164dba47', 'mrk-fake-key-id'].map(
    (KeyId): RecordedCase => ({
      title: `"${KeyId}" is no id of a key`,
      source: test('test_get_key_invalid_uuid'),
      recorded: '2023-11',
      steps: [refused('kms.DescribeKey', { KeyId }, 'NotFoundException', `Invalid keyId '${KeyId}'`)],
    }),
  ),
  {
    title: 'a key that does not exist is named by its ARN',
    source: test('test_get_key_does_not_exist, test_rotate_key_on_demand_raises_error_given_key_that_does_not_exist'),
    recorded: '2025-09',
    steps: [
      refused('kms.DescribeKey', { KeyId: '134f2428-cec1-4b25-a1ae-9048164dba47' }, 'NotFoundException', `Key '${NO_KEY}' does not exist`),
      refused('kms.DescribeKey', { KeyId: NO_KEY }, 'NotFoundException', `Key '${NO_KEY}' does not exist`),
      refused('kms.RotateKeyOnDemand', { KeyId: NO_KEY }, 'NotFoundException', `Key '${NO_KEY}' does not exist`),
    ],
  },
  {
    title: 'a key is not found in another region, and its ARN is invalid there',
    source: test('test_get_key_in_different_region'),
    recorded: '2025-11',
    steps: [
      key(),
      {
        ...refused('kms.DescribeKey', { KeyId: ID }, 'NotFoundException', `Key 'arn:aws:kms:us-west-2:{account}:key/${ID}' does not exist`),
        region: 'us-west-2',
      },
      { ...refused('kms.DescribeKey', { KeyId: ARN }, 'NotFoundException', 'Invalid arn us-east-1'), region: 'us-west-2' },
    ],
  },
  {
    title: 'the name of an alias begins with alias/',
    source: test('test_create_alias'),
    recorded: '2023-04',
    steps: [
      key(),
      refused(
        'kms.CreateAlias',
        { AliasName: 'none', TargetKeyId: ID },
        INVALID,
        'Alias must start with the prefix "alias/". Please see https://docs.aws.amazon.com/kms/latest/developerguide/kms-alias.html',
      ),
    ],
  },
  {
    title: 'a key for codes says so, by a spec that there is',
    source: test('test_hmac_create_key_invalid_operations'),
    recorded: '2023-04',
    steps: [
      refused(
        'kms.CreateKey',
        { KeySpec: 'HMAC_256' },
        INVALID,
        'You must specify a KeyUsage value for all KMS keys except for symmetric encryption keys.',
      ),
      refused(
        'kms.CreateKey',
        { KeySpec: 'HMAC_random', KeyUsage: 'GENERATE_VERIFY_MAC' },
        INVALID,
        /^1 validation error detected: Value 'HMAC_random' at 'keySpec' failed to satisfy constraint: Member must satisfy enum value set: \[/,
      ),
    ],
  },
  {
    title: 'a key for codes is described by its algorithm',
    source: test('test_hmac_create_key'),
    recorded: '2025-11',
    steps: [
      {
        call: 'kms.CreateKey',
        input: { Description: 'test key', KeySpec: 'HMAC_256', KeyUsage: 'GENERATE_VERIFY_MAC' },
        answer: {
          KeyMetadata: {
            AWSAccountId: '{account}',
            Arn: ANY,
            CreationDate: ANY,
            CustomerMasterKeySpec: 'HMAC_256',
            Description: 'test key',
            Enabled: true,
            KeyId: ANY,
            KeyManager: 'CUSTOMER',
            KeySpec: 'HMAC_256',
            KeyState: 'Enabled',
            KeyUsage: 'GENERATE_VERIFY_MAC',
            MacAlgorithms: ['HMAC_SHA_256'],
            MultiRegion: false,
            Origin: 'AWS_KMS',
          },
        },
      },
    ],
  },
  {
    title: 'a key of the service takes no material',
    source: test('test_get_parameters_for_import'),
    recorded: '2023-10',
    steps: [
      key(),
      refused(
        'kms.GetParametersForImport',
        { KeyId: ID, WrappingAlgorithm: 'RSAES_OAEP_SHA_256', WrappingKeySpec: 'RSA_2048' },
        'UnsupportedOperationException',
        `${ARN} origin is AWS_KMS which is not valid for this operation.`,
      ),
    ],
  },
  {
    title: 'a key without material encrypts nothing and is not rotated',
    source: test('test_import_key_symmetric, test_rotate_key_on_demand_on_external_key_with_no_key_material[SYMMETRIC_DEFAULT]'),
    recorded: '2025-11',
    steps: [
      key({ Origin: 'EXTERNAL' }),
      refused('kms.Encrypt', { KeyId: ID, Plaintext: bytes(9) }, 'KMSInvalidStateException', `${ARN} is pending import.`),
      refused('kms.RotateKeyOnDemand', { KeyId: ID }, 'KMSInvalidStateException', `${ARN} is pending import.`),
    ],
  },
  {
    title: 'a disabled key is not rotated, and neither is one that is not symmetric',
    source: test('test_rotate_key_on_demand_raises_error_given_key_is_disabled, …given_non_symmetric_key'),
    recorded: '2025-03',
    steps: [
      key(),
      { call: 'kms.DisableKey', input: { KeyId: ID } },
      refused('kms.RotateKeyOnDemand', { KeyId: ID }, 'DisabledException', `${ARN} is disabled.`),
      key({ KeySpec: 'HMAC_256', KeyUsage: 'GENERATE_VERIFY_MAC' }, 'other'),
      refused('kms.RotateKeyOnDemand', { KeyId: '{other.KeyMetadata.KeyId}' }, 'UnsupportedOperationException'),
    ],
  },
  ...[90, 180].map(
    (RotationPeriodInDays): RecordedCase => ({
      title: `a key that is rotated every ${RotationPeriodInDays} days says so`,
      source: test(`test_key_enable_rotation_status[${RotationPeriodInDays}]`),
      recorded: '2025-03',
      steps: [
        key(),
        { call: 'kms.EnableKeyRotation', input: { KeyId: ID, RotationPeriodInDays } },
        {
          call: 'kms.GetKeyRotationStatus',
          input: { KeyId: ID },
          answer: { KeyId: ANY, KeyRotationEnabled: true, NextRotationDate: ANY, RotationPeriodInDays },
        },
      ],
    }),
  ),
  {
    title: 'only a primary key is replicated',
    source: test('test_replicate_replica_key_should_fail'),
    recorded: '2025-09',
    steps: [
      key({ MultiRegion: true }),
      { call: 'kms.ReplicateKey', input: { KeyId: ID, ReplicaRegion: 'us-west-2' }, as: 'replica' },
      {
        ...refused(
          'kms.ReplicateKey',
          { KeyId: ID, ReplicaRegion: 'eu-west-1' },
          'UnsupportedOperationException',
          '{replica.ReplicaKeyMetadata.Arn} is not a multi-region primary key.',
        ),
        region: 'us-west-2',
      },
    ],
  },
  ...['GenerateDataKeyPair', 'GenerateDataKeyPairWithoutPlaintext'].map(
    (operation): RecordedCase => ({
      title: `${operation} tells that it would have succeeded`,
      source: localstack(
        `kms/test_kms.py::TestKMSGenerateKeys::test_generate_data_key_pair${operation.endsWith('t') ? '_without_plaintext' : ''}_dry_run`,
      ),
      recorded: '2025-04',
      steps: [
        key(),
        refused(
          `kms.${operation}`,
          { KeyId: ID, KeyPairSpec: 'RSA_2048', DryRun: true },
          'DryRunOperationException',
          'The request would have succeeded, but the DryRun option is set.',
        ),
      ],
    }),
  ),
];

const tag = (TagKey: string, TagValue: string) => ({ TagKey, TagValue });
const tags: RecordedCase[] = [
  {
    title: 'tags of a key are replaced, added and removed by their keys',
    source: test('test_update_and_add_tags_on_tagged_key, test_untag_key_partially'),
    recorded: '2025-01',
    steps: [
      key({ Tags: [tag('tag1', 'value1'), tag('tag2', 'value2'), tag('tag3', 'value3')] }),
      { call: 'kms.TagResource', input: { KeyId: ID, Tags: [tag('tag2', 'updated_value2'), tag('tag4', 'value4')] } },
      {
        call: 'kms.ListResourceTags',
        input: { KeyId: ID },
        contains: { Tags: [tag('tag1', 'value1'), tag('tag2', 'updated_value2'), tag('tag3', 'value3'), tag('tag4', 'value4')] },
      },
      { call: 'kms.UntagResource', input: { KeyId: ID, TagKeys: ['tag1', 'tag2', 'tag3', 'tag4'] } },
      { call: 'kms.ListResourceTags', input: { KeyId: ID }, answer: { Tags: [], Truncated: false } },
    ],
  },
  {
    title: 'a key has 50 tags, each once',
    source: test('test_create_key_with_too_many_tags_raises_error, test_tag_key_with_duplicate_tag_keys_raises_error'),
    recorded: '2025-01',
    steps: [
      refused('kms.CreateKey', { Tags: Array.from({ length: 51 }, (_, i) => tag(`key${i}`, 'value')) }, 'TagException', 'Too many tags'),
      key(),
      refused('kms.TagResource', { KeyId: ID, Tags: [tag('a', '1'), tag('a', '2')] }, 'TagException', 'Duplicate tag keys'),
    ],
  },
  {
    title: 'the key of a tag has 128 characters, and its value 256',
    source: test('test_create_key_with_invalid_tag_key[too_long_key], test_key_with_long_tag_value_raises_error'),
    recorded: '2025-01',
    steps: [
      refused(
        'kms.CreateKey',
        { Tags: [tag('a'.repeat(129), 'v')] },
        INVALID,
        `1 validation error detected: Value '${'a'.repeat(129)}' at 'tags.1.member.tagKey' failed to satisfy constraint: Member must have length less than or equal to 128`,
      ),
      refused(
        'kms.CreateKey',
        { Tags: [tag('a', 'v'.repeat(257))] },
        INVALID,
        `1 validation error detected: Value '${'v'.repeat(257)}' at 'tags.1.member.tagValue' failed to satisfy constraint: Member must have length less than or equal to 256`,
      ),
    ],
  },
];

export const recorded: RecordedCases = { service: 'kms', cases: [...keys, ...tags] };
