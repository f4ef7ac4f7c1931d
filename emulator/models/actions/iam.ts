// Identities are named without their path, which the service adds. Where a user is left out, the caller's own is meant.
import type { ActionFacts } from '../build/action-facts.ts';

const named = (type: string, member: string) => `arn:$p:iam::$a:${type}{Path|=/}{${member}}`;
const created = (action: string, type: string, member: string) => [action, [{ action, on: [named(type, member)] }]] as const;

export const facts: ActionFacts = {
  slots: {
    UserNameWithPath: ['UserName', '$user'],
    GroupNameWithPath: ['GroupName'],
    RoleNameWithPath: ['RoleName', 'PolicySourceArn'],
    PolicyNameWithPath: ['PolicyArn'],
    InstanceProfileNameWithPath: ['InstanceProfileName'],
    MfaTokenIdWithPath: ['SerialNumber'],
    CertificateNameWithPath: ['ServerCertificateName'],
    OidcProviderName: ['OpenIDConnectProviderArn'],
    SamlProviderName: ['SAMLProviderArn', 'Name'],
  },
  operations: {
    ...Object.fromEntries([
      created('CreateUser', 'user', 'UserName'),
      created('CreateGroup', 'group', 'GroupName'),
      created('CreateRole', 'role', 'RoleName'),
      created('CreatePolicy', 'policy', 'PolicyName'),
      created('CreateInstanceProfile', 'instance-profile', 'InstanceProfileName'),
      created('CreateVirtualMFADevice', 'mfa', 'VirtualMFADeviceName'),
      created('UploadServerCertificate', 'server-certificate', 'ServerCertificateName'),
    ]),
    CreateOpenIDConnectProvider: [{ action: 'CreateOpenIDConnectProvider', on: ['arn:$p:iam::$a:oidc-provider/{Url:withoutScheme}'] }],
    CreateServiceLinkedRole: [{ action: 'CreateServiceLinkedRole', on: ['arn:$p:iam::$a:role/aws-service-role/{AWSServiceName}/*'] }],
    DeleteServiceLinkedRole: [{ action: 'DeleteServiceLinkedRole', on: ['arn:$p:iam::$a:role/aws-service-role/*/{RoleName}'] }],
    GetServiceLinkedRoleDeletionStatus: [{ action: 'GetServiceLinkedRoleDeletionStatus', on: ['arn:$p:iam::$a:role/aws-service-role/*'] }],
    SimulatePrincipalPolicy: [{ action: 'SimulatePrincipalPolicy', on: ['{PolicySourceArn}'] }],
    GetContextKeysForPrincipalPolicy: [{ action: 'GetContextKeysForPrincipalPolicy', on: ['{PolicySourceArn}'] }],
    ListPoliciesGrantingServiceAccess: [{ action: 'ListPoliciesGrantingServiceAccess', on: ['{Arn}'] }],
  },
  keys: {
    'iam:PolicyARN': 'PolicyArn',
    'iam:PermissionsBoundary': 'PermissionsBoundary',
    'iam:AWSServiceName': 'AWSServiceName',
    'iam:ServiceSpecificCredentialServiceName': 'ServiceName',
  },
  passes: { AddRoleToInstanceProfile: ['RoleName:role'] },
  principal: 'ec2.amazonaws.com',
};
