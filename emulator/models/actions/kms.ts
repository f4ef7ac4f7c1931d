// An alias stands for its key (the service finds it), and operations on aliases need the action on both (developer guide: "Controlling access to aliases").
import type { ActionFacts } from '../build/action-facts.ts';

const ALIAS = 'arn:$p:kms:$r:$a:{AliasName}';
const both = (action: string) => [
  { action, on: [ALIAS] },
  { action, on: ['arn:$p:kms:$r:$a:key/{TargetKeyId:keyName|$service}'] },
];

export const facts: ActionFacts = {
  resourceControl: { except: ['RetireGrant'] },
  slots: { KeyId: ['KeyId:keyName', '$service'] },
  operations: {
    CreateAlias: both('CreateAlias'),
    UpdateAlias: both('UpdateAlias'),
    DeleteAlias: both('DeleteAlias'),
    ReEncrypt: [
      { action: 'ReEncryptFrom', on: ['arn:$p:kms:$r:$a:key/{SourceKeyId:keyName|$service}'] },
      { action: 'ReEncryptTo', on: ['arn:$p:kms:$r:$a:key/{DestinationKeyId:keyName}'] },
    ],
  },
  keys: {
    'kms:CallerAccount': '$account',
    'kms:EncryptionAlgorithm': 'EncryptionAlgorithm|=SYMMETRIC_DEFAULT',
    'kms:EncryptionContext:*': 'EncryptionContext',
    'kms:EncryptionContextKeys': 'EncryptionContext{}',
    'kms:GrantOperations': 'Operations[]',
    'kms:GranteePrincipal': 'GranteePrincipal',
    'kms:RetiringPrincipal': 'RetiringPrincipal',
    'kms:KeySpec': 'KeySpec',
    'kms:KeyUsage': 'KeyUsage',
    'kms:KeyOrigin': 'Origin',
    'kms:MultiRegion': 'MultiRegion',
    'kms:MessageType': 'MessageType',
    'kms:SigningAlgorithm': 'SigningAlgorithm',
    'kms:MacAlgorithm': 'MacAlgorithm',
    'kms:DataKeyPairSpec': 'KeyPairSpec',
    'kms:ReplicaRegion': 'ReplicaRegion',
    'kms:ScheduleKeyDeletionPendingWindowInDays': 'PendingWindowInDays',
    'kms:BypassPolicyLockoutSafetyCheck': 'BypassPolicyLockoutSafetyCheck',
    'kms:RequestAlias': 'KeyId:alias',
  },
};
