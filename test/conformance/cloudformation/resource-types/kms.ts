// Keys and aliases.
import { KMS } from '@aws-sdk/client-kms';
import { policy, ref, TAGS, type TypeCase } from './type-case.ts';

const keyPolicy = (Sid: string) =>
  policy({ Sid, Effect: 'Allow', Principal: { AWS: 'arn:aws:iam::000000000000:root' }, Action: 'kms:*', Resource: '*' });
const KEY_ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

const readBack: TypeCase['readBack'] = async (emulator, { ref: { It: KeyId } }) => {
  const client = emulator.client(KMS);
  const { KeyMetadata } = await client.describeKey({ KeyId });
  if (KeyMetadata!.KeyState === 'PendingDeletion') return undefined;
  const { Policy } = await client.getKeyPolicy({ KeyId });
  const { Tags } = await client.listResourceTags({ KeyId });
  const rotates = KeyMetadata!.KeySpec === 'SYMMETRIC_DEFAULT' && KeyMetadata!.Origin === 'AWS_KMS';
  const rotation = rotates ? await client.getKeyRotationStatus({ KeyId }) : undefined;
  return { ...KeyMetadata, Policy, rotation, tags: Object.fromEntries(Tags!.map(({ TagKey, TagValue }) => [TagKey, TagValue])) };
};

export const cases: readonly TypeCase[] = [
  {
    type: 'AWS::KMS::Key',
    properties: {
      Description: 'turns',
      EnableKeyRotation: 'true',
      RotationPeriodInDays: '90',
      KeyPolicy: keyPolicy('one'),
      BypassPolicyLockoutSafetyCheck: true,
      MultiRegion: 'true',
      PendingWindowInDays: '7',
      KeySpec: 'SYMMETRIC_DEFAULT',
      KeyUsage: 'ENCRYPT_DECRYPT',
      Tags: TAGS,
    },
    readBack,
    ref: /^mrk-[0-9a-f]{32}$/,
    expected: {
      Description: 'turns',
      MultiRegion: true,
      Policy: JSON.stringify(keyPolicy('one')),
      rotation: { KeyRotationEnabled: true, RotationPeriodInDays: 90 },
      tags: { team: 'blue', stage: 'test' },
      Enabled: true,
    },
    change: {
      properties: {
        KeyPolicy: JSON.stringify(keyPolicy('two')),
        MultiRegion: true,
        Enabled: 'false',
        KeySpec: 'SYMMETRIC_DEFAULT',
        KeyUsage: 'ENCRYPT_DECRYPT',
        PendingWindowInDays: 7,
        Tags: [{ Key: 'team', Value: 'red' }],
      },
      expected: {
        Description: '',
        Policy: JSON.stringify(keyPolicy('two')),
        rotation: { KeyRotationEnabled: false },
        tags: { team: 'red' },
        Enabled: false,
      },
    },
  },
  {
    type: 'AWS::KMS::Key',
    title: 'signing',
    properties: { KeySpec: 'ECC_NIST_P256', KeyUsage: 'SIGN_VERIFY', Origin: 'AWS_KMS', Enabled: false },
    readBack,
    ref: KEY_ID,
    expected: { KeySpec: 'ECC_NIST_P256', KeyUsage: 'SIGN_VERIFY', Enabled: false },
    change: {
      properties: { KeySpec: 'ECC_NIST_P256', KeyUsage: 'SIGN_VERIFY', Origin: 'AWS_KMS' },
      expected: { Enabled: true },
    },
  },
  {
    type: 'AWS::KMS::Alias',
    needs: { One: { Type: 'AWS::KMS::Key' }, Two: { Type: 'AWS::KMS::Key', Properties: { Description: 'two' } } },
    properties: { AliasName: 'alias/every-property', TargetKeyId: ref('One') },
    readBack: async (emulator, { ref: { One, Two } }) => {
      const { Aliases } = await emulator.client(KMS).listAliases();
      const found = Aliases!.find(({ AliasName }) => AliasName === 'alias/every-property');
      return found && { target: found.TargetKeyId === One ? 'One' : found.TargetKeyId === Two ? 'Two' : found.TargetKeyId };
    },
    ref: /^alias\/every-property$/,
    expected: { target: 'One' },
    change: {
      properties: { AliasName: 'alias/every-property', TargetKeyId: { 'Fn::GetAtt': ['Two', 'Arn'] } },
      expected: { target: 'Two' },
    },
  },
];
