// Callers who ask for themselves need nothing (API reference: "No permissions are required to perform this operation"), and tokens of providers speak for themselves.
import type { ActionFacts } from '../build/action-facts.ts';

const ROLE = ['arn:$p:iam::$a:role/{RoleArn}'];

export const facts: ActionFacts = {
  resourceControl: {},
  slots: { RoleNameWithPath: ['RoleArn'], FederatedUserName: ['Name'] },
  operations: {
    GetCallerIdentity: [],
    GetSessionToken: [],
    AssumeRoleWithWebIdentity: [],
    AssumeRoleWithSAML: [],
    AssumeRole: [
      { action: 'AssumeRole', on: ROLE },
      { action: 'TagSession', on: ROLE, when: 'Tags[]' },
      { action: 'SetSourceIdentity', on: ROLE, when: 'SourceIdentity' },
    ],
    GetFederationToken: [{ action: 'GetFederationToken', on: ['arn:$p:sts::$a:federated-user/{Name}'] }],
    GetWebIdentityToken: [{ action: 'GetWebIdentityToken', on: ['*'] }],
  },
  keys: {
    'sts:RoleSessionName': 'RoleSessionName',
    'sts:ExternalId': 'ExternalId',
    'sts:SourceIdentity': 'SourceIdentity',
    'sts:TransitiveTagKeys': 'TransitiveTagKeys[]',
    'sts:DurationSeconds': 'DurationSeconds',
  },
};
