// Recorded answers of STS, and services that have no model here.
import { ANY, localstack, type RecordedCases } from '../case.ts';

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

export const recorded: RecordedCases = {
  service: 'sts',
  cases: [
    {
      title: 'a token of a federated user tells the size of its policy, which may be none',
      source: localstack('sts/test_sts.py::TestSTSIntegrations::test_get_federation_token'),
      recorded: '2024-06',
      steps: [
        {
          call: 'sts.GetFederationToken',
          input: { Name: 'name', DurationSeconds: 900 },
          answer: {
            Credentials: { AccessKeyId: ANY, Expiration: ANY, SecretAccessKey: ANY, SessionToken: ANY },
            FederatedUser: { Arn: 'arn:aws:sts::{account}:federated-user/name', FederatedUserId: '{account}:name' },
            PackedPolicySize: 0,
            // Told since 2026, after the recording.
            SessionTokenSize: ANY,
            SessionTokenUtilization: ANY,
          },
        },
      ],
    },
    {
      title: 'a role that is no ARN is named in the error',
      source: localstack('sts/test_sts.py::TestSTSIntegrations::test_assume_role_invalid_arn'),
      recorded: 'before 2026-03',
      steps: [
        {
          call: 'sts.AssumeRole',
          input: { RoleArn: 'InvalidArn-with-twenty', RoleSessionName: 'session' },
          error: { code: 'ValidationError', message: 'InvalidArn-with-twenty is invalid', status: 400 },
        },
      ],
    },
    {
      title: 'an error about a service without a model has the form that clients of EC2 read',
      source: "the clients' own parsers (botocore ec2, SDK for JavaScript)",
      recorded: 'before 2026-03',
      steps: [
        {
          http: 'POST /',
          service: 'ec2',
          headers: FORM,
          body: 'Action=DescribeVpcs&Version=2016-11-15',
          status: 501,
          answerBody:
            /^<Response><Errors><Error><Code>NotImplementedException<\/Code><Message>.*ec2.*DescribeVpcs.*<\/Message><\/Error><\/Errors>/,
        },
        {
          http: 'POST /',
          service: 'autoscaling',
          headers: FORM,
          body: 'Action=DescribeAutoScalingGroups&Version=2011-01-01',
          status: 501,
          answerBody: /^<ErrorResponse><Error>.*autoscaling.*DescribeAutoScalingGroups/,
        },
        { http: 'GET /2013-04-01/hostedzone', service: 'route53', status: 501, answerBody: /^<ErrorResponse><Error>.*route53/ },
      ],
    },
    {
      title: 'tags of a session that contradict each other are invalid parameters',
      source: localstack('sts/test_sts.py::TestSTSAssumeRoleTagging::test_assume_role_tag_validation'),
      recorded: 'before 2026-03',
      steps: [
        {
          call: 'iam.CreateRole',
          input: {
            RoleName: 'r',
            AssumeRolePolicyDocument: JSON.stringify({
              Version: '2012-10-17',
              Statement: [{ Effect: 'Allow', Principal: { AWS: '*' }, Action: ['sts:AssumeRole', 'sts:TagSession'] }],
            }),
          },
        },
        {
          call: 'sts.AssumeRole',
          input: {
            RoleArn: 'arn:aws:iam::{account}:role/r',
            RoleSessionName: 'session',
            Tags: [{ Key: 'a', Value: '1' }],
            TransitiveTagKeys: ['b'],
          },
          error: {
            code: 'InvalidParameterValue',
            message: 'The specified transitive tag key must be included in the requested tags.',
          },
        },
        {
          call: 'sts.AssumeRole',
          input: {
            RoleArn: 'arn:aws:iam::{account}:role/r',
            RoleSessionName: 'session',
            Tags: [
              { Key: 'a', Value: '1' },
              { Key: 'A', Value: '2' },
            ],
          },
          error: {
            code: 'InvalidParameterValue',
            message: 'Duplicate tag keys found. Please note that Tag keys are case insensitive.',
          },
        },
      ],
    },
  ],
};
