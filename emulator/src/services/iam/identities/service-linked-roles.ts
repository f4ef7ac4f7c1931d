// Roles that belong to a service: it fixes their name and trust policy, and only it may change them.
import { fault, operation } from '#model/iam';
import { deletionTasks, identities, type Role } from '#services/iam/state';
import { describeRole } from './descriptions.ts';
import { deleteIdentity, findIdentity, keyOf, putIdentity } from './find-identity.ts';
import { identityArn, uniqueId, wholeSecond } from './naming.ts';

/** Services whose role is not named after their host name. */
const ROLE_NAMES: Readonly<Record<string, string>> = {
  apigateway: 'AWSServiceRoleForAPIGateway',
  'application-autoscaling': 'AWSServiceRoleForApplicationAutoScaling',
  autoscaling: 'AWSServiceRoleForAutoScaling',
  backup: 'AWSServiceRoleForBackup',
  cloudtrail: 'AWSServiceRoleForCloudTrail',
  dax: 'AWSServiceRoleForDAX',
  'dynamodb.application-autoscaling': 'AWSServiceRoleForApplicationAutoScaling_DynamoDBTable',
  'ecs.application-autoscaling': 'AWSServiceRoleForApplicationAutoScaling_ECSService',
  ecs: 'AWSServiceRoleForECS',
  eks: 'AWSServiceRoleForAmazonEKS',
  elasticache: 'AWSServiceRoleForElastiCache',
  elasticbeanstalk: 'AWSServiceRoleForElasticBeanstalk',
  elasticloadbalancing: 'AWSServiceRoleForElasticLoadBalancing',
  es: 'AWSServiceRoleForAmazonElasticsearchService',
  events: 'AWSServiceRoleForCloudWatchEvents',
  kafka: 'AWSServiceRoleForKafka',
  'lambda.application-autoscaling': 'AWSServiceRoleForApplicationAutoScaling_LambdaConcurrency',
  opensearchservice: 'AWSServiceRoleForAmazonOpenSearchService',
  'ops.apigateway': 'AWSServiceRoleForAPIGateway',
  organizations: 'AWSServiceRoleForOrganizations',
  rds: 'AWSServiceRoleForRDS',
  'replicator.lambda': 'AWSServiceRoleForLambdaReplicator',
  spot: 'AWSServiceRoleForEC2Spot',
  ssm: 'AWSServiceRoleForAmazonSSM',
};

const DEFAULT_SESSION_SECONDS = 3600;

/** `some-thing.amazonaws.com` becomes AWSServiceRoleForSomeThing unless the table has a name for it. */
function roleNameOf(service: string): string {
  const host = service.replace(/\.amazonaws\.com$/, '');
  const words = host.split(/[^A-Za-z0-9]+/).filter((word) => word !== '');
  return ROLE_NAMES[host] ?? `AWSServiceRoleFor${words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')}`;
}

export const CreateServiceLinkedRole = operation('CreateServiceLinkedRole', (input, ctx) => {
  const service = input.AWSServiceName;
  if (!service.endsWith('.amazonaws.com'))
    throw fault('InvalidInputException', `Service name ${service} is not valid: it must end with .amazonaws.com.`);
  const name = input.CustomSuffix === undefined ? roleNameOf(service) : `${roleNameOf(service)}_${input.CustomSuffix}`;
  if (ctx.records(identities).has(['role', keyOf(name)]))
    throw fault('InvalidInputException', `Service role name ${name} has been taken in this account, please try a different suffix.`);
  const role: Role = {
    kind: 'role',
    name,
    id: uniqueId('AROA', ctx),
    path: `/aws-service-role/${service}/`,
    createdMs: wholeSecond(ctx),
    tags: [],
    trustPolicy: JSON.stringify({
      Version: '2012-10-17',
      Statement: [{ Effect: 'Allow', Principal: { Service: service }, Action: 'sts:AssumeRole' }],
    }),
    description: input.Description,
    maxSessionSeconds: DEFAULT_SESSION_SECONDS,
    linkedService: service,
  };
  ctx.write((tx) => putIdentity(tx, role, ctx));
  return { Role: describeRole(role, ctx) };
});

/** The role is deleted at once: no emulated service has resources that would prevent it. */
export const DeleteServiceLinkedRole = operation('DeleteServiceLinkedRole', (input, ctx) => {
  const role = findIdentity('role', input.RoleName, ctx);
  if (role.linkedService === undefined)
    throw fault('NoSuchEntityException', `The role with name ${input.RoleName} is not a service-linked role: ${identityArn(role, ctx)}`);
  const id = `task${role.path}${role.name}/${ctx.id()}`;
  ctx.write((tx) => {
    deleteIdentity(tx, role, ctx);
    tx.put(ctx.records(deletionTasks), [id], { id, status: 'SUCCEEDED' });
  });
  return { DeletionTaskId: id };
});

export const GetServiceLinkedRoleDeletionStatus = operation('GetServiceLinkedRoleDeletionStatus', (input, ctx) => {
  const task = ctx.records(deletionTasks).get([input.DeletionTaskId]);
  if (!task) throw fault('NoSuchEntityException', `Deletion task ${input.DeletionTaskId} cannot be found.`);
  return { Status: task.status };
});
