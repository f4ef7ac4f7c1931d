// Keys: state, aliases, encrypt and decrypt a text.
import { callOf, type OutputOf } from '#api/model.ts';
import { textFromBase64, toBase64 } from '#ui/format.ts';
import { Json } from '#ui/json.tsx';
import { resource } from '#ui/resource.ts';

type Entry = NonNullable<OutputOf<'kms', 'ListKeys'>['Keys']>[number];
interface Key {
  readonly key: NonNullable<OutputOf<'kms', 'DescribeKey'>['KeyMetadata']>;
  readonly aliases: readonly string[];
  readonly policy: string | undefined;
}

const USAGES = [
  ['SYMMETRIC_DEFAULT ENCRYPT_DECRYPT', 'Encrypt and decrypt'],
  ['RSA_2048 SIGN_VERIFY', 'Sign and verify (RSA 2048)'],
  ['ECC_NIST_P256 SIGN_VERIFY', 'Sign and verify (P-256)'],
  ['HMAC_256 GENERATE_VERIFY_MAC', 'Message authentication (HMAC)'],
] as const;

export const view = resource<Entry, Key>({
  about: 'Keys encrypt, sign, and wrap the keys of other services.',
  example: 'kms create-key --description shop',
  nameOf: ({ KeyId = '' }) => KeyId,
  columns: [
    ['Key', 'KeyId', 'mono'],
    ['ARN', 'KeyArn', 'arn'],
  ],
  create: {
    title: 'Create key',
    submit: 'Create key',
    fields: [
      { name: 'Description', label: 'Description' },
      { name: 'kind', label: 'Usage', kind: 'select', options: USAGES },
    ],
    calls: ({ Description = '', kind = '' }) => {
      const [KeySpec, KeyUsage] = kind.split(' ');
      return [callOf('kms', 'CreateKey', { Description, ...(KeySpec && { KeySpec }), ...(KeyUsage && { KeyUsage }) })];
    },
    opens: (_, [output]) => (output as OutputOf<'kms', 'CreateKey'>).KeyMetadata?.KeyId,
  },
  load: async (KeyId, { call }) => {
    const [{ KeyMetadata }, { Aliases = [] }, { Policy }] = await Promise.all([
      call('kms', 'DescribeKey', { KeyId }),
      call('kms', 'ListAliases', { KeyId }),
      call('kms', 'GetKeyPolicy', { KeyId, PolicyName: 'default' }),
    ]);
    return { key: KeyMetadata!, aliases: Aliases.map(({ AliasName = '' }) => AliasName), policy: Policy };
  },
  facts: ({ key, aliases }) => [
    ['State', key.KeyState, 'badge'],
    ['ARN', key.Arn, 'copy'],
    ['Aliases', aliases.join(', ')],
    ['Usage', key.KeyUsage],
    ['Spec', key.KeySpec],
    ['Created', key.CreationDate, 'time'],
    ['Deletion', key.DeletionDate, 'time'],
    ['Description', key.Description],
  ],
  tabs: [{ id: 'policy', title: 'Policy', view: ({ policy }) => <Json value={policy ?? ''} label="Policy" /> }],
  actions: ({ key: { KeyId = '', KeyUsage, Enabled } }) => [
    ...(KeyUsage === 'ENCRYPT_DECRYPT'
      ? [
          {
            title: 'Encrypt',
            submit: 'Encrypt',
            fields: [{ name: 'text', label: 'Text', kind: 'area', required: true } as const],
            calls: ({ text = '' }) => [callOf('kms', 'Encrypt', { KeyId, Plaintext: toBase64(new TextEncoder().encode(text)) })],
            done: ([output]: readonly unknown[]) => (
              <Json value={(output as OutputOf<'kms', 'Encrypt'>).CiphertextBlob ?? ''} label="Ciphertext" />
            ),
          },
          {
            title: 'Decrypt',
            submit: 'Decrypt',
            fields: [{ name: 'text', label: 'Ciphertext in base64', kind: 'area', required: true } as const],
            calls: ({ text = '' }) => [callOf('kms', 'Decrypt', { KeyId, CiphertextBlob: text.trim() })],
            done: ([output]: readonly unknown[]) => (
              <Json value={textFromBase64((output as OutputOf<'kms', 'Decrypt'>).Plaintext ?? '')} label="Text" />
            ),
          },
        ]
      : []),
    {
      title: 'Create alias',
      submit: 'Create alias',
      fields: [{ name: 'AliasName', label: 'Name', required: true, placeholder: 'alias/shop' }],
      calls: ({ AliasName = '' }) => [callOf('kms', 'CreateAlias', { AliasName, TargetKeyId: KeyId })],
    },
    Enabled
      ? { title: 'Disable', submit: 'Disable the key', fields: [], calls: () => [callOf('kms', 'DisableKey', { KeyId })] }
      : { title: 'Enable', submit: 'Enable the key', fields: [], calls: () => [callOf('kms', 'EnableKey', { KeyId })] },
    {
      title: 'Schedule deletion',
      submit: 'Schedule deletion',
      danger: true,
      fields: [{ name: 'days', label: 'Days until then', kind: 'number', initial: '7', required: true }],
      calls: ({ days }) => [callOf('kms', 'ScheduleKeyDeletion', { KeyId, PendingWindowInDays: Number(days) })],
    },
  ],
});
