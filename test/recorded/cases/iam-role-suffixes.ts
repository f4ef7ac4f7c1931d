// Recorded refusals of suffixes for the names of service-linked roles: one for each service whose role takes none.
import { localstack, type RecordedCase, type RecordedCases, refused } from '../case.ts';

const TEST = 'iam/test_iam.py::TestIAMServiceRoles::test_service_role_lifecycle_custom_suffix_not_allowed';

const SERVICES = [
  ...['eks', 'pullthroughcache.ecr', 'replication.cassandra', 'ops.apigateway', 'rolesanywhere'],
  ...['ram', 'iotmanagedintegrations', 'replication.ecr', 'dms', 'ec2.application-autoscaling'],
  ...['opensearchservice', 'cassandra.application-autoscaling', 'elasticbeanstalk', 'batch', 'lakeformation'],
  ...['cks.kms', 'observability.aoss', 'eks-fargate', 'codestar-notifications', 'kafkaconnect'],
  ...['backup', 'ecr', 'wafv2', 'emrwal', 's3-outposts'],
  ...['email.cognito-idp', 'docdb-elastic', 'grafana', 'memorydb', 'elasticache'],
  ...['imagebuilder', 'dms-fleet-advisor', 'elasticfilesystem', 'vpcorigin.cloudfront', 'waf'],
  ...['cloudtrail', 'appmesh', 'emr-containers', 'lightsail', 'opsinsights.ssm'],
  ...['ssm', 'eks-nodegroup', 'rds', 'mq', 'repository.sync.codeconnections'],
  ...['redshift', 'mrk.kms', 'eks-connector', 'opsdatasync.ssm', 'kafka'],
  ...['fis', 'config', 'ecs', 'ssm-incidents', 'ses'],
  ...['elasticloadbalancing', 'sso', 'accountdiscovery.ssm', 'lex', 'resource-explorer-2'],
  ...['autoscaling-plans', 'acm', 'ssm-quicksetup', 'ec2-instance-connect', 'notifications'],
  ...['m2', 'ops.emr-serverless', 'shield'],
];

const refusal = (service: string): RecordedCase => {
  const AWSServiceName = `${service}.amazonaws.com`;
  const input = { AWSServiceName, CustomSuffix: 'testsuffix' };
  return {
    title: `the role of ${service} takes no suffix`,
    source: localstack(`${TEST}[${AWSServiceName}]`),
    recorded: '2025-03',
    steps: [refused('iam.CreateServiceLinkedRole', input, 'InvalidInputException', `Custom suffix is not allowed for ${AWSServiceName}`)],
  };
};

export const recorded: RecordedCases = { service: 'iam', cases: SERVICES.map(refusal) };
