// Users, groups and what is theirs; identity providers, certificates, profiles.
import { IAM } from '@aws-sdk/client-iam';
import { expect } from 'vitest';
import { openAuthority } from '../../../../emulator/src/gateway/tls/authority.ts';
import { policy, ref, TAGS, type TypeCase } from './type-case.ts';

const may = (Action: string) => policy({ Effect: 'Allow', Action, Resource: '*' });
const trust = policy({ Effect: 'Allow', Principal: { Service: 'ec2.amazonaws.com' }, Action: 'sts:AssumeRole' });
const role = { Type: 'AWS::IAM::Role', Properties: { AssumeRolePolicyDocument: trust } };
const managed = { Type: 'AWS::IAM::ManagedPolicy', Properties: { PolicyDocument: may('s3:GetObject') } };
const user = { Type: 'AWS::IAM::User' };
const group = { Type: 'AWS::IAM::Group' };
const read = (text: string | undefined): unknown => JSON.parse(decodeURIComponent(text!));
const tagsOf = (tags: readonly { Key?: string | undefined; Value?: string | undefined }[] = []): object =>
  Object.fromEntries(tags.map(({ Key, Value }) => [Key, Value]));
const TOLD_TAGS = { team: 'blue', stage: 'test' };
const NEXT_TAGS = [{ Key: 'team', Value: 'red' }];
const NEXT_TOLD_TAGS = { team: 'red', stage: undefined };
const metadata = (id: string) => `<EntityDescriptor entityID="${id}">${' '.repeat(1000)}</EntityDescriptor>`;
const print = (digit: string) => digit.repeat(40);

const { key, cert } = await (await openAuthority(undefined)).leaf('example.com');
const [leaf, chain] = [cert.trim(), cert.trim()];

const holderPolicy = (kind: 'Role' | 'User' | 'Group', readBack: TypeCase['readBack'], holder: object): TypeCase => ({
  type: `AWS::IAM::${kind}Policy`,
  needs: { Holder: holder },
  properties: { PolicyName: 'inline', [`${kind}Name`]: ref('Holder'), PolicyDocument: may('s3:*') },
  readBack,
  ref: /^inline\|t-/,
  expected: may('s3:*'),
  change: {
    properties: { PolicyName: 'inline', [`${kind}Name`]: ref('Holder'), PolicyDocument: may('s3:GetObject') },
    expected: may('s3:GetObject'),
  },
});

export const cases: readonly TypeCase[] = [
  {
    type: 'AWS::IAM::User',
    needs: { Limits: managed, Extra: managed, First: group, Second: group },
    properties: {
      UserName: 'every-property',
      Path: '/team/',
      PermissionsBoundary: ref('Limits'),
      ManagedPolicyArns: [ref('Extra')],
      Policies: [{ PolicyName: 'inline', PolicyDocument: may('sqs:SendMessage') }],
      Groups: [ref('First')],
      LoginProfile: { Password: 'Correct-Horse-7', PasswordResetRequired: true },
      Tags: TAGS,
    },
    readBack: async (emulator, { ref: { It: UserName } }) => {
      const client = emulator.client(IAM);
      const { User } = await client.getUser({ UserName });
      const { Groups } = await client.listGroupsForUser({ UserName });
      const { AttachedPolicies } = await client.listAttachedUserPolicies({ UserName });
      const { PolicyNames } = await client.listUserPolicies({ UserName });
      const login = await client.getLoginProfile({ UserName }).catch(() => undefined);
      const groups = Groups!.map(({ GroupName }) => GroupName!.split('-').at(-2));
      const reset = login && (login.LoginProfile!.PasswordResetRequired ?? false);
      return { ...User, tags: tagsOf(User!.Tags), groups, attached: AttachedPolicies!.length, inline: PolicyNames, reset };
    },
    ref: /^every-property$/,
    expected: {
      ...{ Path: '/team/', tags: TOLD_TAGS, groups: ['First'], attached: 1, inline: ['inline'], reset: true },
      PermissionsBoundary: { PermissionsBoundaryArn: expect.stringContaining('Limits') },
    },
    change: {
      properties: {
        UserName: 'every-property',
        Groups: [ref('Second')],
        Policies: [{ PolicyName: 'other', PolicyDocument: JSON.stringify(may('sqs:*')) }],
        LoginProfile: { Password: 'Correct-Horse-8' },
        Tags: NEXT_TAGS,
      },
      expected: {
        ...{ Path: '/', tags: NEXT_TOLD_TAGS, groups: ['Second'], attached: 0, inline: ['other'], reset: false },
        PermissionsBoundary: undefined,
      },
    },
    history: ['iam.login-profiles'],
  },
  {
    type: 'AWS::IAM::Group',
    needs: { Extra: managed },
    properties: {
      GroupName: 'every-property',
      Path: '/team/',
      ManagedPolicyArns: [ref('Extra')],
      Policies: [{ PolicyName: 'inline', PolicyDocument: may('sqs:SendMessage') }],
    },
    readBack: async (emulator, { ref: { It: GroupName } }) => {
      const client = emulator.client(IAM);
      const { Group } = await client.getGroup({ GroupName });
      const { AttachedPolicies } = await client.listAttachedGroupPolicies({ GroupName });
      const { PolicyNames } = await client.listGroupPolicies({ GroupName });
      return { ...Group, attached: AttachedPolicies!.length, inline: PolicyNames };
    },
    ref: /^every-property$/,
    expected: { Path: '/team/', attached: 1, inline: ['inline'] },
    change: { properties: { GroupName: 'every-property' }, expected: { Path: '/', attached: 0, inline: [] } },
  },
  holderPolicy(
    'Role',
    async (emulator, { ref: { Holder: RoleName } }) =>
      read((await emulator.client(IAM).getRolePolicy({ RoleName, PolicyName: 'inline' })).PolicyDocument),
    role,
  ),
  holderPolicy(
    'User',
    async (emulator, { ref: { Holder: UserName } }) =>
      read((await emulator.client(IAM).getUserPolicy({ UserName, PolicyName: 'inline' })).PolicyDocument),
    user,
  ),
  holderPolicy(
    'Group',
    async (emulator, { ref: { Holder: GroupName } }) =>
      read((await emulator.client(IAM).getGroupPolicy({ GroupName, PolicyName: 'inline' })).PolicyDocument),
    group,
  ),
  {
    type: 'AWS::IAM::AccessKey',
    needs: { User: user },
    properties: { UserName: ref('User'), Status: 'Inactive', Serial: 1 },
    readBack: async (emulator, { ref: { It, User: UserName } }) => {
      const { AccessKeyMetadata } = await emulator.client(IAM).listAccessKeys({ UserName });
      return AccessKeyMetadata!.find(({ AccessKeyId }) => AccessKeyId === It);
    },
    ref: /^AKIA/,
    expected: { Status: 'Inactive' },
    change: { properties: { UserName: ref('User'), Serial: 1 }, expected: { Status: 'Active' } },
  },
  {
    type: 'AWS::IAM::InstanceProfile',
    needs: { One: role, Two: role },
    properties: { InstanceProfileName: 'every-property', Path: '/team/', Roles: [ref('One')] },
    readBack: async (emulator, { ref: { It: InstanceProfileName } }) => {
      const { InstanceProfile } = await emulator.client(IAM).getInstanceProfile({ InstanceProfileName });
      return { ...InstanceProfile, roles: InstanceProfile!.Roles!.map(({ RoleName }) => RoleName!.split('-').at(-2)) };
    },
    ref: /^every-property$/,
    expected: { Path: '/team/', roles: ['One'] },
    change: {
      properties: { InstanceProfileName: 'every-property', Path: '/team/', Roles: [ref('Two')] },
      expected: { roles: ['Two'] },
    },
  },
  {
    type: 'AWS::IAM::OIDCProvider',
    properties: { Url: 'https://id.example.com/path', ClientIdList: ['one', 'two'], ThumbprintList: [print('a')], Tags: TAGS },
    readBack: async (emulator, { ref: { It: OpenIDConnectProviderArn } }) => {
      const found = await emulator.client(IAM).getOpenIDConnectProvider({ OpenIDConnectProviderArn });
      return { ...found, tags: tagsOf(found.Tags) };
    },
    ref: /^arn:aws:iam::000000000000:oidc-provider\/id\.example\.com\/path$/,
    expected: { Url: 'id.example.com/path', ClientIDList: ['one', 'two'], ThumbprintList: [print('a')], tags: TOLD_TAGS },
    change: {
      properties: { Url: 'https://id.example.com/path', ClientIdList: ['two', 'three'], ThumbprintList: [print('b')], Tags: NEXT_TAGS },
      expected: { ClientIDList: ['two', 'three'], ThumbprintList: [print('b')], tags: NEXT_TOLD_TAGS },
    },
  },
  {
    type: 'AWS::IAM::SAMLProvider',
    properties: {
      ...{ Name: 'every-property', SamlMetadataDocument: metadata('one'), AssertionEncryptionMode: 'Allowed' },
      ...{ AddPrivateKey: key, Tags: TAGS },
    },
    readBack: async (emulator, { ref: { It: SAMLProviderArn } }) => {
      const found = await emulator.client(IAM).getSAMLProvider({ SAMLProviderArn });
      return { ...found, keys: found.PrivateKeyList?.length, tags: tagsOf(found.Tags) };
    },
    ref: /^arn:aws:iam::000000000000:saml-provider\/every-property$/,
    expected: { SAMLMetadataDocument: metadata('one'), AssertionEncryptionMode: 'Allowed', keys: 1, tags: TOLD_TAGS },
    change: {
      properties: {
        ...{ Name: 'every-property', SamlMetadataDocument: metadata('two'), AssertionEncryptionMode: 'Required' },
        ...{ AddPrivateKey: key, Tags: NEXT_TAGS },
      },
      expected: { SAMLMetadataDocument: metadata('two'), AssertionEncryptionMode: 'Required', tags: NEXT_TOLD_TAGS },
    },
  },
  {
    type: 'AWS::IAM::ServerCertificate',
    properties: {
      ...{ ServerCertificateName: 'every-property', Path: '/team/', CertificateBody: leaf, CertificateChain: chain },
      ...{ PrivateKey: key, Tags: TAGS },
    },
    readBack: async (emulator, { ref: { It: ServerCertificateName } }) => {
      const { ServerCertificate } = await emulator.client(IAM).getServerCertificate({ ServerCertificateName });
      const { CertificateBody, CertificateChain, ServerCertificateMetadata, Tags } = ServerCertificate!;
      return { body: CertificateBody, chain: CertificateChain, path: ServerCertificateMetadata!.Path, tags: tagsOf(Tags) };
    },
    ref: /^every-property$/,
    expected: { body: leaf, chain, path: '/team/', tags: TOLD_TAGS },
    change: {
      properties: {
        ...{ ServerCertificateName: 'every-property', CertificateBody: leaf, CertificateChain: chain, PrivateKey: key, Tags: NEXT_TAGS },
      },
      expected: { path: '/', tags: NEXT_TOLD_TAGS },
    },
  },
  {
    type: 'AWS::IAM::ServiceLinkedRole',
    properties: { AWSServiceName: 'autoscaling.amazonaws.com', CustomSuffix: 'every', Description: 'works' },
    readBack: async (emulator, { ref: { It: RoleName } }) => (await emulator.client(IAM).getRole({ RoleName })).Role,
    ref: /^AWSServiceRoleFor.*_every$/,
    expected: { Description: 'works', Path: '/aws-service-role/autoscaling.amazonaws.com/' },
    change: {
      properties: { AWSServiceName: 'autoscaling.amazonaws.com', CustomSuffix: 'every', Description: 'works on' },
      expected: { Description: 'works on' },
    },
  },
  {
    type: 'AWS::IAM::UserToGroupAddition',
    needs: { Group: group, Other: group, One: user, Two: user },
    properties: { GroupName: ref('Group'), Users: [ref('One'), ref('Two')] },
    readBack: async (emulator, { ref: { Group, Other } }) => {
      const client = emulator.client(IAM);
      const members = async (GroupName: string) =>
        (await client.getGroup({ GroupName })).Users!.map(({ UserName }) => UserName!.split('-').at(-2)).sort();
      const [first, second] = [await members(Group!), await members(Other!)];
      return first.length + second.length > 0 ? { first, second } : undefined;
    },
    ref: /./,
    expected: { first: ['One', 'Two'], second: [] },
    change: { properties: { GroupName: ref('Other'), Users: [ref('Two')] }, expected: { first: [], second: ['Two'] } },
  },
  {
    type: 'AWS::IAM::VirtualMFADevice',
    needs: { User: user },
    properties: { VirtualMfaDeviceName: 'every-property', Path: '/team/', Users: [ref('User')], Tags: TAGS },
    readBack: async (emulator, { ref: { It: SerialNumber } }) => {
      const client = emulator.client(IAM);
      const { VirtualMFADevices } = await client.listVirtualMFADevices();
      const found = VirtualMFADevices!.find((each) => each.SerialNumber === SerialNumber);
      const { Tags } = await client.listMFADeviceTags({ SerialNumber });
      return found && { user: found.User?.UserName?.split('-').at(-2), tags: tagsOf(Tags) };
    },
    ref: /^arn:aws:iam::000000000000:mfa\/team\/every-property$/,
    expected: { user: 'User', tags: TOLD_TAGS },
    change: {
      properties: { VirtualMfaDeviceName: 'every-property', Path: '/team/', Users: [ref('User')], Tags: NEXT_TAGS },
      expected: { user: 'User', tags: NEXT_TOLD_TAGS },
    },
  },
];
