// `/_emulator/organization`: the organization of the accounts here, whose policies limit principals and resources where calls are judged.
import { DEFAULT_ACCOUNT } from '#core/access-key';
import { checkedOrganization, type OrganizationRequest } from '#core/authorization/checked-organization';
import {
  CONTROL_POLICY_TYPES,
  deleteOrganization,
  findOrganization,
  type Organization,
  putOrganization,
} from '#core/authorization/organization';
import type { Frozen } from '#core/records';
import { answer, type JsonSchema, list, type ManagementRoute, mapOf, members, object, oneOf, refusal, text } from './route.ts';

const MEMBERS = {
  id: text('`o-a1b2c3d4e5`'),
  managementAccount: text('The account that its policies do not limit; none where absent.'),
  accounts: mapOf(text('`r-ab12/ou-ab12-11111111`'), 'By account, the root and the units above it.'),
  withoutFullAccess: list(
    text('`ou-ab12-11111111`'),
    'Root, units and accounts from which FullAWSAccess, which is attached to all, was detached.',
  ),
};
const CONTENT: JsonSchema = { type: 'object', description: 'A policy document.', additionalProperties: true };
const POLICY = {
  name: text('`no-deletion`'),
  type: oneOf([...CONTROL_POLICY_TYPES], 'Limits principals or resources.'),
  targets: list(text('`ou-ab12-11111111`, `111122223333`'), 'Root, units and accounts to which it is attached.'),
  content: CONTENT,
};
const policies = list(members(POLICY, Object.keys(POLICY)), 'Its service control policies and resource control policies.');
const ORGANIZATION = object({ ...MEMBERS, policies }, ['managementAccount']);
const ANSWER = object({ organization: ORGANIZATION }, ['organization']);
const EXAMPLE = {
  id: 'o-a1b2c3d4e5',
  accounts: { '000000000000': 'r-ab12/ou-ab12-11111111' },
  policies: [
    {
      name: 'no-deletion',
      type: 'SERVICE_CONTROL_POLICY',
      targets: ['ou-ab12-11111111'],
      content: { Version: '2012-10-17', Statement: [{ Effect: 'Deny', Action: 's3:DeleteBucket', Resource: '*' }] },
    },
  ],
};

const shown = (found: Frozen<Organization> | undefined): object =>
  found
    ? {
        organization: {
          ...found,
          policies: found.policies.map((policy) => ({ ...policy, content: JSON.parse(policy.content) as object })),
        },
      }
    : {};

export const ORGANIZATION_ROUTES: readonly ManagementRoute[] = [
  {
    method: 'GET',
    url: '/_emulator/organization',
    effect: 'reads',
    schema: {
      title: 'Answers the organization',
      description: 'Answers the organization of the accounts here with its policies; nothing where there is none.',
      response: { 200: answer('The organization.', ANSWER) },
    },
    handler: (_request, _reply, { contextIn }) => shown(findOrganization(contextIn(DEFAULT_ACCOUNT))),
  },
  {
    method: 'PUT',
    url: '/_emulator/organization',
    effect: 'changes',
    schema: {
      title: 'Sets the organization',
      description:
        'Sets the organization of accounts here, in place of an earlier one. Where calls are judged (`IAM_ENFORCEMENT`), its service control policies limit the users and roles of its accounts, and its resource control policies their resources. It is part of the state: kept by persistence and snapshots, gone after a reset.',
      body: members({ ...MEMBERS, policies }, ['id', 'accounts']),
      response: { 200: answer('The organization.', ANSWER), 400: refusal('`ORGANIZATION_INVALID`: it is not described as it must be.') },
    },
    examples: [{ body: EXAMPLE }],
    handler({ body }, _reply, { contextIn }) {
      const ctx = contextIn(DEFAULT_ACCOUNT);
      putOrganization(checkedOrganization(body as unknown as OrganizationRequest), ctx);
      return shown(findOrganization(ctx));
    },
  },
  {
    method: 'DELETE',
    url: '/_emulator/organization',
    effect: 'changes',
    schema: {
      title: 'Removes the organization',
      description: 'Removes the organization: no account is limited by it any more.',
      response: { 200: answer('There is none.', ANSWER) },
    },
    handler(_request, _reply, { contextIn }) {
      deleteOrganization(contextIn(DEFAULT_ACCOUNT));
      return {};
    },
  },
];
