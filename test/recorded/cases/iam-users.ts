// Recorded answers of IAM about roles, policies and credentials of services.
import { ANY, localstack, type RecordedCase, type RecordedCases, refused, type Step } from '../case.ts';

const test = (name: string): string => localstack(`iam/test_iam.py::${name}`);
const MISSING = 'NoSuchEntityException';
const user: Step = { call: 'iam.CreateUser', input: { UserName: 'u' } };
const trust = JSON.stringify({
  Version: '2012-10-17',
  Statement: [{ Effect: 'Allow', Principal: { Service: 'lambda.amazonaws.com' }, Action: 'sts:AssumeRole' }],
});
const policy = JSON.stringify({ Version: '2012-10-17', Statement: [{ Effect: 'Allow', Action: 'lambda:ListFunctions', Resource: '*' }] });

const roles: RecordedCase[] = [
  {
    title: 'a trust policy is JSON',
    source: test('TestIAMExtensions::test_create_role_with_malformed_assume_role_policy_document'),
    recorded: '2025-03',
    steps: [
      refused(
        'iam.CreateRole',
        { RoleName: 'r', AssumeRolePolicyDocument: '{"malformed"}' },
        'MalformedPolicyDocumentException',
        'This policy contains invalid Json',
        { status: 400 },
      ),
    ],
  },
  {
    title: 'a role is found by its name below its path',
    source: test('TestIAMExtensions::test_role_with_path_lifecycle; TestIAMIntegrations::test_create_describe_role'),
    recorded: '2025-06',
    steps: [
      {
        call: 'iam.CreateRole',
        input: { RoleName: 'r', Path: '/path1/path2/', AssumeRolePolicyDocument: trust },
        contains: { Role: { Arn: 'arn:aws:iam::{account}:role/path1/path2/r', Path: '/path1/path2/' } },
      },
      {
        call: 'iam.GetRole',
        input: { RoleName: 'r' },
        contains: { Role: { Arn: 'arn:aws:iam::{account}:role/path1/path2/r', MaxSessionDuration: 3600 } },
      },
      {
        call: 'iam.ListRoles',
        input: { PathPrefix: '/path1/' },
        contains: { IsTruncated: false, Roles: [{ RoleName: 'r', MaxSessionDuration: 3600 }] },
      },
      { call: 'iam.DeleteRole', input: { RoleName: 'r' }, answer: {} },
    ],
  },
  ...['Role', 'User'].map(
    (kind): RecordedCase => ({
      title: `only a policy that there is is attached to a ${kind.toLowerCase()}`,
      source: test(`TestIAMIntegrations::test_${kind.toLowerCase()}_attach_policy`),
      recorded: kind === 'Role' ? '2025-06' : '2025-03',
      steps: [
        kind === 'Role' ? { call: 'iam.CreateRole', input: { RoleName: 'r', AssumeRolePolicyDocument: trust } } : user,
        {
          call: 'iam.CreatePolicy',
          input: { PolicyName: 'p', PolicyDocument: policy },
          as: 'policy',
          answer: {
            Policy: {
              Arn: 'arn:aws:iam::{account}:policy/p',
              AttachmentCount: 0,
              CreateDate: ANY,
              DefaultVersionId: 'v1',
              IsAttachable: true,
              Path: '/',
              PermissionsBoundaryUsageCount: 0,
              PolicyId: ANY,
              PolicyName: 'p',
              UpdateDate: ANY,
            },
          },
        },
        ...['longpolicynamebutnoarn', 'p'.repeat(21)].map((PolicyArn) =>
          refused(
            `iam.Attach${kind}Policy`,
            { [`${kind}Name`]: kind === 'Role' ? 'r' : 'u', PolicyArn },
            'ValidationError',
            'Invalid ARN:  Could not be parsed!',
          ),
        ),
        refused(
          `iam.Attach${kind}Policy`,
          { [`${kind}Name`]: kind === 'Role' ? 'r' : 'u', PolicyArn: '{policy.Policy.Arn}123' },
          MISSING,
          'Policy {policy.Policy.Arn}123 does not exist or is not attachable.',
          { status: 404 },
        ),
        {
          call: `iam.Attach${kind}Policy`,
          input: { [`${kind}Name`]: kind === 'Role' ? 'r' : 'u', PolicyArn: '{policy.Policy.Arn}' },
          answer: {},
        },
      ],
    }),
  ),
  {
    title: 'a policy that is not there is not deleted',
    source: test('TestIAMIntegrations::test_delete_non_existent_policy_returns_no_such_entity'),
    recorded: '2025-03',
    steps: [
      refused(
        'iam.DeletePolicy',
        { PolicyArn: 'arn:aws:iam::{account}:policy/non-existent-policy' },
        MISSING,
        'Policy arn:aws:iam::{account}:policy/non-existent-policy was not found.',
        { status: 404 },
      ),
    ],
  },
  ...['User', 'Role', 'Group'].map((kind): RecordedCase => {
    const document = JSON.stringify({
      Version: '2012-10-17',
      Statement: [
        {
          Effect: 'Allow',
          Action: ['apigatway:PUT'],
          Resource: ['arn:aws:apigateway:us-east-1::/tags/arn%3Aaws%3Aapigateway%3Aus-east-1%3A%3A%2Frestapis%2Faaeeieije'],
        },
      ],
    });
    const name = { [`${kind}Name`]: 'x' };
    return {
      title: `what is encoded in a policy of a ${kind.toLowerCase()} stays encoded`,
      source: test(`TestIAMPolicyEncoding::test_put_${kind.toLowerCase()}_policy_encoding`),
      recorded: '2025-03',
      steps: [
        { call: `iam.Create${kind}`, input: { ...name, ...(kind === 'Role' ? { AssumeRolePolicyDocument: trust } : {}) } },
        { call: `iam.Put${kind}Policy`, input: { ...name, PolicyName: 'p', PolicyDocument: document } },
        {
          call: `iam.Get${kind}Policy`,
          input: { ...name, PolicyName: 'p' },
          answer: { ...name, PolicyName: 'p', PolicyDocument: encodeURIComponent(document) },
        },
      ],
    };
  }),
];

const credential = (ServiceName = 'codecommit.amazonaws.com', as = 'made'): Step => ({
  call: 'iam.CreateServiceSpecificCredential',
  input: { UserName: 'u', ServiceName },
  as,
});
const ID = '{made.ServiceSpecificCredential.ServiceSpecificCredentialId}';
const onCredential = (input: object, code: string, message: string): Step[] =>
  ['Update', 'Reset', 'Delete'].map((verb) =>
    refused(
      `iam.${verb}ServiceSpecificCredential`,
      { UserName: 'u', ServiceSpecificCredentialId: ID, ...(verb === 'Update' ? { Status: 'Inactive' } : {}), ...input },
      code,
      message,
    ),
  );

const credentials: RecordedCase[] = [
  ...['codecommit', 'cassandra'].map((service): RecordedCase => {
    const ServiceName = `${service}.amazonaws.com`;
    const shown = {
      CreateDate: ANY,
      ServiceName,
      ServiceSpecificCredentialId: ANY,
      ServiceUserName: 'u-at-{account}',
      UserName: 'u',
    };
    return {
      title: `credentials for ${service} are made, listed without their password, disabled and deleted`,
      source: test(`TestIAMServiceSpecificCredentials::test_service_specific_credential_lifecycle[${ServiceName}]`),
      recorded: '2025-03',
      steps: [
        user,
        {
          ...credential(ServiceName),
          answer: { ServiceSpecificCredential: { ...shown, ServicePassword: ANY, Status: 'Active' } },
        } as Step,
        {
          call: 'iam.ListServiceSpecificCredentials',
          input: { UserName: 'u', ServiceName },
          answer: { ServiceSpecificCredentials: [{ ...shown, Status: 'Active' }] },
        },
        {
          call: 'iam.UpdateServiceSpecificCredential',
          input: { UserName: 'u', ServiceSpecificCredentialId: ID, Status: 'Inactive' },
          answer: {},
        },
        {
          call: 'iam.ResetServiceSpecificCredential',
          input: { UserName: 'u', ServiceSpecificCredentialId: ID },
          answer: { ServiceSpecificCredential: { ...shown, ServicePassword: ANY, Status: 'Inactive' } },
        },
        { call: 'iam.DeleteServiceSpecificCredential', input: { UserName: 'u', ServiceSpecificCredentialId: ID }, answer: {} },
      ],
    };
  }),
  {
    title: 'credentials of a service are those of a user that there is',
    source: test('TestIAMServiceSpecificCredentials::test_create_service_specific_credential_invalid_user, test_id_match_user_mismatch'),
    recorded: '2025-03',
    steps: [
      ...['codecommit.amazonaws.com', 'nonexistentservice.amazonaws.com'].map((ServiceName) =>
        refused(
          'iam.CreateServiceSpecificCredential',
          { UserName: 'non-existent-user', ServiceName },
          MISSING,
          'The user with name non-existent-user cannot be found.',
        ),
      ),
      user,
      credential(),
      ...onCredential({ UserName: 'wrong-user-name' }, MISSING, 'The user with name wrong-user-name cannot be found.'),
    ],
  },
  {
    title: 'credentials of a service are for a service that takes them',
    source: test(
      'TestIAMServiceSpecificCredentials::test_create_service_specific_credential_invalid_service, test_list_service_specific_credential_different_service',
    ),
    recorded: '2025-03',
    steps: [
      user,
      ...['nonexistentservice.amazonaws.com', 'o3on3n3onosneo', 'lambda.amazonaws.com'].map((ServiceName) =>
        refused(
          'iam.CreateServiceSpecificCredential',
          { UserName: 'u', ServiceName },
          MISSING,
          `No such service ${ServiceName} is supported for Service Specific Credentials`,
          { status: 404 },
        ),
      ),
      credential(),
      {
        call: 'iam.ListServiceSpecificCredentials',
        input: { UserName: 'u', ServiceName: 'cassandra.amazonaws.com' },
        answer: { ServiceSpecificCredentials: [] },
      },
    ],
  },
  {
    title: 'a user who has credentials of a service is not deleted',
    source: test('TestIAMServiceSpecificCredentials::test_delete_user_after_service_credential_created'),
    recorded: '2025-03',
    steps: [
      user,
      credential(),
      refused(
        'iam.DeleteUser',
        { UserName: 'u' },
        'DeleteConflictException',
        'Cannot delete entity, must remove referenced objects first.',
        {
          status: 409,
        },
      ),
    ],
  },
  {
    title: 'the id of credentials has letters and digits, and is told in an error only if it has',
    source: test('TestIAMServiceSpecificCredentials::test_user_match_id_mismatch'),
    recorded: '2025-03',
    steps: [
      user,
      credential(),
      ...onCredential(
        { ServiceSpecificCredentialId: 'totally-wrong-credential-id-with-hyphens' },
        'ValidationError',
        "1 validation error detected: Value at 'serviceSpecificCredentialId' failed to satisfy constraint: Member must satisfy regular expression pattern: [\\w]+",
      ),
      ...onCredential(
        { ServiceSpecificCredentialId: 'satisfiesregexbutstillinvalid' },
        MISSING,
        'No such credential satisfiesregexbutstillinvalid exists',
      ),
    ],
  },
  {
    title: 'the status of credentials is one that there is, and is not told in the error',
    source: test('TestIAMServiceSpecificCredentials::test_invalid_update_parameters'),
    recorded: '2025-03',
    steps: [
      user,
      credential(),
      refused(
        'iam.UpdateServiceSpecificCredential',
        { UserName: 'u', ServiceSpecificCredentialId: ID, Status: 'Invalid' },
        'ValidationError',
        "1 validation error detected: Value at 'status' failed to satisfy constraint: Member must satisfy enum value set",
      ),
    ],
  },
];

export const recorded: RecordedCases = { service: 'iam', cases: [...roles, ...credentials] };
