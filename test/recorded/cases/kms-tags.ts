// Recorded answers about tags of the kms service.
import { call, localstack, type RecordedCases, refused } from '../case.ts';

const test = (name: string): string => localstack(`kms/test_kms.py::TestKMS::${name}`);
const KeyId = '{key.KeyMetadata.KeyId}';
const KeyUsage = 'ENCRYPT_DECRYPT';
const Description = 'test key 123';

export const recorded: RecordedCases = {
  service: 'kms',
  cases: [
    {
      title: 'a key is described as it was made',
      source: test('test_create_key'),
      recorded: '2025-11',
      steps: [
        call('kms.ListKeys', {}, { as: 'keys' }),
        call('kms.ListKeys', { Marker: '{keys.NextMarker}' }, { as: 'keys2' }),
        call('kms.CreateKey', { Description, KeyUsage }, { as: 'key' }),
        call('kms.ListKeys', {}, { as: 'keys4' }),
        call('kms.ListKeys', { Marker: '{keys4.NextMarker}' }, { as: 'keys5' }),
        call(
          'kms.DescribeKey',
          { KeyId },
          {
            contains: {
              KeyMetadata: {
                Arn: '{key.KeyMetadata.Arn}',
                CurrentKeyMaterialId: '{key.KeyMetadata.CurrentKeyMaterialId}',
                Enabled: true,
                EncryptionAlgorithms: ['SYMMETRIC_DEFAULT'],
                KeyId: '{key.KeyMetadata.KeyId}',
                KeyManager: 'CUSTOMER',
                KeySpec: 'SYMMETRIC_DEFAULT',
                KeyState: 'Enabled',
                KeyUsage: 'ENCRYPT_DECRYPT',
                MultiRegion: false,
                Origin: 'AWS_KMS',
              },
            },
          },
        ),
      ],
    },
    {
      title: 'tags of a key are put, listed and removed',
      source: test('test_tag_existing_key_and_untag'),
      recorded: '2025-01',
      steps: [
        call('kms.CreateKey', { Description, KeyUsage }, { as: 'key' }),
        call('kms.TagResource', {
          KeyId,
          Tags: [
            { TagKey: 'tag1', TagValue: 'value1' },
            { TagKey: 'tag2', TagValue: 'value2' },
          ],
        }),
        call(
          'kms.ListResourceTags',
          { KeyId },
          {
            contains: {
              Tags: [
                { TagKey: 'tag1', TagValue: 'value1' },
                { TagKey: 'tag2', TagValue: 'value2' },
              ],
            },
          },
        ),
        call('kms.UntagResource', { KeyId, TagKeys: ['tag1', 'tag2'] }),
        call('kms.ListResourceTags', { KeyId }, { contains: { Tags: [] } }),
      ],
    },
    {
      title: 'a key is made with tags',
      source: test('test_create_key_with_tag_and_untag'),
      recorded: '2025-01',
      steps: [
        call(
          'kms.CreateKey',
          {
            Description,
            KeyUsage,
            Tags: [
              { TagKey: 'tag1', TagValue: 'value1' },
              { TagKey: 'tag2', TagValue: 'value2' },
            ],
          },
          { as: 'key' },
        ),
        call(
          'kms.ListResourceTags',
          { KeyId },
          {
            contains: {
              Tags: [
                { TagKey: 'tag1', TagValue: 'value1' },
                { TagKey: 'tag2', TagValue: 'value2' },
              ],
            },
          },
        ),
        call('kms.UntagResource', { KeyId, TagKeys: ['tag1', 'tag2'] }),
        call('kms.ListResourceTags', { KeyId }, { contains: { Tags: [] } }),
      ],
    },
    {
      title: 'tags of a key do not begin with aws',
      source: test('test_tag_existing_key_with_invalid_tag_key'),
      recorded: '2025-01',
      steps: [
        call('kms.CreateKey', { Description, KeyUsage }, { as: 'key' }),
        refused(
          'kms.TagResource',
          { KeyId, Tags: [{ TagKey: 'aws:key1', TagValue: 'value1' }] },
          'TagException',
          'Tags beginning with aws: are reserved',
        ),
      ],
    },
    {
      title: 'a key of one region has no members about several',
      source: test('test_non_multi_region_keys_should_not_have_multi_region_properties'),
      recorded: '2025-11',
      steps: [
        call(
          'kms.CreateKey',
          { MultiRegion: false, Description: 'test non multi region key' },
          {
            contains: {
              KeyMetadata: {
                Enabled: true,
                EncryptionAlgorithms: ['SYMMETRIC_DEFAULT'],
                KeyManager: 'CUSTOMER',
                KeySpec: 'SYMMETRIC_DEFAULT',
                KeyState: 'Enabled',
                KeyUsage: 'ENCRYPT_DECRYPT',
                MultiRegion: false,
                Origin: 'AWS_KMS',
              },
            },
          },
        ),
      ],
    },
    {
      title: 'a rotation changes the material of a key',
      source: test('test_key_rotation_updates_current_key_material_id_for_aws_symmetric_keys'),
      recorded: '2025-11',
      steps: [
        call('kms.CreateKey', { KeyUsage, KeySpec: 'SYMMETRIC_DEFAULT', Description: 'test-key' }, { as: 'key' }),
        call(
          'kms.DescribeKey',
          { KeyId },
          {
            contains: {
              KeyMetadata: {
                Arn: '{key.KeyMetadata.Arn}',
                CurrentKeyMaterialId: '{key.KeyMetadata.CurrentKeyMaterialId}',
                Enabled: true,
                EncryptionAlgorithms: ['SYMMETRIC_DEFAULT'],
                KeyId: '{key.KeyMetadata.KeyId}',
                KeyManager: 'CUSTOMER',
                KeySpec: 'SYMMETRIC_DEFAULT',
                KeyState: 'Enabled',
                KeyUsage: 'ENCRYPT_DECRYPT',
                MultiRegion: false,
                Origin: 'AWS_KMS',
              },
            },
          },
        ),
        call('kms.RotateKeyOnDemand', { KeyId }),
        call('kms.DescribeKey', { KeyId }, { as: 'key3' }),
        call(
          'kms.DescribeKey',
          { KeyId },
          {
            contains: {
              KeyMetadata: {
                Arn: '{key3.KeyMetadata.Arn}',
                CurrentKeyMaterialId: '{key3.KeyMetadata.CurrentKeyMaterialId}',
                Enabled: true,
                EncryptionAlgorithms: ['SYMMETRIC_DEFAULT'],
                KeyId: '{key.KeyMetadata.KeyId}',
                KeyManager: 'CUSTOMER',
                KeySpec: 'SYMMETRIC_DEFAULT',
                KeyState: 'Enabled',
                KeyUsage: 'ENCRYPT_DECRYPT',
                MultiRegion: false,
                Origin: 'AWS_KMS',
              },
            },
          },
        ),
      ],
    },
    {
      title: 'a rotation on demand answers the key',
      source: test('test_rotate_key_on_demand_modifies_key_material'),
      recorded: '2025-03',
      steps: [
        call('kms.CreateKey', { KeyUsage, KeySpec: 'SYMMETRIC_DEFAULT', Description: 'test description - 1' }, { as: 'key' }),
        call(
          'kms.Encrypt',
          { KeyId, Plaintext: Buffer.from('dGVzdCBtZXNzYWdlIDEyMyAhJSRAIDEyMzQ1Njc4OTA='), EncryptionAlgorithm: 'SYMMETRIC_DEFAULT' },
          { as: 'encrypt' },
        ),
        call('kms.RotateKeyOnDemand', { KeyId }, { contains: { KeyId: '{encrypt.KeyId}' } }),
      ],
    },
    {
      title: 'a rotation on demand leaves the automatic one as it is',
      source: test('test_rotate_key_on_demand_with_symmetric_key_and_automatic_rotation_enabled'),
      recorded: '2025-03',
      steps: [
        call('kms.CreateKey', { Description: 'test description - 1' }, { as: 'key' }),
        call('kms.EnableKeyRotation', { KeyId }),
        call('kms.GetKeyRotationStatus', { KeyId }, { as: 'status' }),
        call('kms.RotateKeyOnDemand', { KeyId }, { contains: { KeyId: '{status.KeyId}' } }),
        call('kms.GetKeyRotationStatus', { KeyId }, { as: 'status3' }),
        call(
          'kms.GetKeyRotationStatus',
          { KeyId },
          { contains: { KeyId: '{status3.KeyId}', KeyRotationEnabled: true, RotationPeriodInDays: 365 } },
        ),
      ],
    },
    {
      title: 'a key pair is not rotated on demand',
      source: test('test_rotate_key_on_demand_raises_error_given_non_symmetric_key'),
      recorded: '2025-03',
      steps: [
        call('kms.CreateKey', { KeyUsage, KeySpec: 'RSA_4096', Description: 'test description - 1' }, { as: 'key' }),
        refused('kms.RotateKeyOnDemand', { KeyId }, 'UnsupportedOperationException'),
      ],
    },
    {
      title: 'material is imported into keys of external origin only',
      source: test('test_get_parameters_for_import_raises_for_non_external_kms_keys'),
      recorded: '2025-11',
      steps: [
        call('kms.CreateKey', { Description: 'test description - 1' }, { as: 'key' }),
        refused(
          'kms.GetParametersForImport',
          { KeyId, WrappingAlgorithm: 'RSAES_OAEP_SHA_256', WrappingKeySpec: 'RSA_2048' },
          'UnsupportedOperationException',
          '{key.KeyMetadata.Arn} origin is AWS_KMS which is not valid for this operation.',
        ),
      ],
    },
  ],
};
