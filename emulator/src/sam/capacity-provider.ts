// `AWS::Serverless::CapacityProvider`: instances that run functions, with an operator role if none is named.
import { trustPolicy } from './iam-documents.ts';
import { executionRole } from './policies/execution-role.ts';
import { invalidResource } from './problems.ts';
import { readProperties } from './property-rules.ts';
import { inheritedAttributes, keptAttributes, type MadeResource, made } from './resource.ts';
import { checkShape, type Shape } from './shapes.ts';
import { managedArn, type ResourceTransform } from './transformation.ts';
import { type Block, compact, filled, get, getAtt, isBlock, tagList, type Value } from './values.ts';

const TYPE = 'AWS::Serverless::CapacityProvider';
const RULES = {
  CapacityProviderName: '=str|map',
  VpcConfig: '=map!',
  OperatorRole: '=str|map',
  Tags: '=map',
  PropagateTags: '=bool',
  InstanceRequirements: '=map',
  ScalingConfig: '=map',
  KmsKeyArn: '=str|map',
};
const TEXTS: Shape = { either: ['dictionary', { listOf: { either: ['dictionary', 'string'] } }] };
const SHAPE: Shape = {
  members: {
    'VpcConfig!': { members: { SecurityGroupIds: TEXTS, 'SubnetIds!': TEXTS } },
    InstanceRequirements: { members: { Architectures: TEXTS, AllowedTypes: TEXTS, ExcludedTypes: TEXTS } },
    ScalingConfig: {
      members: { MaxVCpuCount: { either: ['dictionary', 'integer'] }, AverageCPUUtilization: { either: ['dictionary', 'number'] } },
    },
  },
  open: true,
};

export const capacityProvider: ResourceTransform = (id, declared, there) => {
  const properties = readProperties(id, TYPE, declared, RULES);
  const problems = checkShape(compact(properties), SHAPE);
  if (problems.length > 0) throw invalidResource(id, problems.join(' '));
  const requirements = properties.InstanceRequirements;
  if (get(requirements, 'AllowedTypes') !== undefined && get(requirements, 'ExcludedTypes') !== undefined)
    throw invalidResource(id, "Cannot specify 'InstanceRequirements.AllowedTypes' and 'InstanceRequirements.ExcludedTypes' together.");
  const inherited = inheritedAttributes(declared);
  const mark = tagList({ 'lambda:createdBy': 'SAM' });
  const resources: MadeResource[] = [];
  let operator = properties.OperatorRole;
  if (!filled(operator)) {
    const draft = {
      trust: trustPolicy('lambda.amazonaws.com'),
      policies: undefined,
      managed: [managedArn('AWSLambdaManagedEC2ResourceOperator', there)],
      tags: mark as Value[],
    };
    const role = executionRole(id, draft, inherited, there);
    role.id = `${id}OperatorRole`;
    resources.push(role);
    operator = getAtt(role.id, 'Arn');
  }
  resources.push(
    made(
      id,
      'AWS::Lambda::CapacityProvider',
      {
        CapacityProviderName: filled(properties.CapacityProviderName) ? properties.CapacityProviderName : undefined,
        VpcConfig: compact({
          SubnetIds: get(properties.VpcConfig, 'SubnetIds'),
          SecurityGroupIds: get(properties.VpcConfig, 'SecurityGroupIds'),
        }),
        PermissionsConfig: { CapacityProviderOperatorRoleArn: operator! },
        Tags: [...tagList(properties.Tags), ...mark],
        InstanceRequirements: filled(requirements)
          ? compact({
              Architectures: get(requirements, 'Architectures'),
              AllowedInstanceTypes: get(requirements, 'AllowedTypes'),
              ExcludedInstanceTypes: get(requirements, 'ExcludedTypes'),
            })
          : undefined,
        CapacityProviderScalingConfig: filled(properties.ScalingConfig) ? scaling(properties.ScalingConfig!) : undefined,
        KmsKeyArn: filled(properties.KmsKeyArn) ? properties.KmsKeyArn : undefined,
      },
      keptAttributes(declared),
      get(declared, 'DependsOn'),
    ),
  );
  if (filled(properties.PropagateTags) && isBlock(properties.Tags)) for (const each of resources) addTags(each, properties.Tags);
  return resources;
};

function scaling(config: Value): Block {
  const target = get(config, 'AverageCPUUtilization');
  const policies = [{ PredefinedMetricType: 'LambdaCapacityProviderAverageCPUUtilization', TargetValue: target! }];
  return {
    ...compact({ MaxVCpuCount: get(config, 'MaxVCpuCount') }),
    ScalingMode: target === undefined ? 'Auto' : 'Manual',
    ...(target === undefined ? {} : { ScalingPolicies: policies }),
  };
}

function addTags({ properties }: MadeResource, tags: Block): void {
  const present = (properties.Tags ?? []) as { Key: string; Value: Value }[];
  const all = new Map([...present.map(({ Key, Value: value }) => [Key, value] as const), ...Object.entries(tags)]);
  properties.Tags = [...all].map(([Key, value]) => ({ Key, Value: value }));
}
