// Roles and policies.
import { IAM } from '@aws-sdk/client-iam';
import { expect } from 'vitest';
import { policy, ref, TAGS, type TypeCase } from './type-case.ts';

const trust = (Service: string) => policy({ Effect: 'Allow', Principal: { Service }, Action: 'sts:AssumeRole' });
const may = (Action: string) => policy({ Effect: 'Allow', Action, Resource: '*' });
const role = { Type: 'AWS::IAM::Role', Properties: { AssumeRolePolicyDocument: trust('lambda.amazonaws.com') } };
const managed = { Type: 'AWS::IAM::ManagedPolicy', Properties: { PolicyDocument: may('s3:GetObject') } };
const read = (text: string | undefined): unknown => JSON.parse(decodeURIComponent(text!));

async function policiesOf(client: IAM, RoleName: string) {
  const { PolicyNames } = await client.listRolePolicies({ RoleName });
  const { AttachedPolicies } = await client.listAttachedRolePolicies({ RoleName });
  const inline: Record<string, unknown> = {};
  for (const PolicyName of PolicyNames!) inline[PolicyName] = read((await client.getRolePolicy({ RoleName, PolicyName })).PolicyDocument);
  return { inline, attached: AttachedPolicies!.length };
}

export const cases: readonly TypeCase[] = [
  {
    type: 'AWS::IAM::Role',
    needs: { Limits: managed, Extra: managed },
    properties: {
      RoleName: 'every-property',
      Path: '/team/',
      Description: 'works',
      MaxSessionDuration: '7200',
      AssumeRolePolicyDocument: trust('lambda.amazonaws.com'),
      ManagedPolicyArns: [ref('Extra')],
      PermissionsBoundary: ref('Limits'),
      Policies: [{ PolicyName: 'inline', PolicyDocument: may('sqs:SendMessage') }],
      Tags: TAGS,
    },
    readBack: async (emulator, { ref: { It: RoleName } }) => {
      const client = emulator.client(IAM);
      const { Role } = await client.getRole({ RoleName: RoleName! });
      const tags = Object.fromEntries((Role!.Tags ?? []).map(({ Key, Value }) => [Key, Value]));
      return { ...Role, trust: read(Role!.AssumeRolePolicyDocument), ...(await policiesOf(client, RoleName!)), tags };
    },
    ref: /^every-property$/,
    expected: {
      Path: '/team/',
      Description: 'works',
      MaxSessionDuration: 7200,
      trust: trust('lambda.amazonaws.com'),
      attached: 1,
      inline: { inline: may('sqs:SendMessage') },
      PermissionsBoundary: { PermissionsBoundaryArn: expect.stringContaining('Limits') },
      tags: { team: 'blue', stage: 'test' },
    },
    change: {
      properties: {
        RoleName: 'every-property',
        Path: '/team/',
        AssumeRolePolicyDocument: JSON.stringify(trust('events.amazonaws.com')),
        Policies: [{ PolicyName: 'other', PolicyDocument: may('sqs:*') }],
        Tags: [{ Key: 'team', Value: 'red' }],
      },
      expected: {
        MaxSessionDuration: 3600,
        trust: trust('events.amazonaws.com'),
        attached: 0,
        inline: { other: may('sqs:*'), inline: undefined },
        PermissionsBoundary: undefined,
        tags: { team: 'red', stage: undefined },
      },
    },
  },
  {
    type: 'AWS::IAM::Policy',
    needs: {
      Role: role,
      Other: { Type: 'AWS::IAM::Role', Properties: { AssumeRolePolicyDocument: trust('ec2.amazonaws.com') } },
      ...{ User: { Type: 'AWS::IAM::User' }, Group: { Type: 'AWS::IAM::Group' } },
    },
    properties: {
      ...{ PolicyName: 'every-property', PolicyDocument: may('s3:*') },
      ...{ Roles: [ref('Role'), ref('Other')], Users: [ref('User')], Groups: [ref('Group')] },
    },
    readBack: async (emulator, { ref: { Role, Other, User: UserName, Group: GroupName } }) => {
      const client = emulator.client(IAM);
      const [one, two] = [(await policiesOf(client, Role!)).inline, (await policiesOf(client, Other!)).inline];
      const users = (await client.listUserPolicies({ UserName })).PolicyNames!.length;
      const groups = (await client.listGroupPolicies({ GroupName })).PolicyNames!.length;
      return one['every-property'] && { one: one['every-property'], two: two['every-property'], users, groups };
    },
    ref: /./,
    expected: { one: may('s3:*'), two: may('s3:*'), users: 1, groups: 1 },
    change: {
      properties: { PolicyName: 'every-property', PolicyDocument: may('s3:GetObject'), Roles: [ref('Role')] },
      expected: { one: may('s3:GetObject'), two: undefined, users: 0, groups: 0 },
    },
  },
  {
    type: 'AWS::IAM::ManagedPolicy',
    needs: { Role: role, User: { Type: 'AWS::IAM::User' }, Group: { Type: 'AWS::IAM::Group' } },
    properties: {
      ManagedPolicyName: 'every-property',
      Path: '/team/',
      Description: 'allows',
      PolicyDocument: may('s3:*'),
      ...{ Roles: [ref('Role')], Users: [ref('User')], Groups: [ref('Group')] },
    },
    readBack: async (emulator, { ref: { It: PolicyArn, Role } }) => {
      const client = emulator.client(IAM);
      const { Policy } = await client.getPolicy({ PolicyArn: PolicyArn! });
      const VersionId = Policy!.DefaultVersionId!;
      const { PolicyVersion } = await client.getPolicyVersion({ PolicyArn: PolicyArn!, VersionId });
      const { AttachmentCount: all } = Policy!;
      return { ...Policy, document: read(PolicyVersion!.Document), ...(await policiesOf(client, Role!)), all };
    },
    ref: /^arn:aws:iam::000000000000:policy\/team\/every-property$/,
    history: ['iam.'],
    expected: { Path: '/team/', Description: 'allows', document: may('s3:*'), attached: 1, all: 3 },
    change: {
      properties: { ManagedPolicyName: 'every-property', Path: '/team/', Description: 'allows', PolicyDocument: may('s3:GetObject') },
      expected: { document: may('s3:GetObject'), attached: 0, all: 0 },
    },
  },
];
