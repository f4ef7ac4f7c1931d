// The function itself: code, package type and the properties that pass through.
import { shown } from '#sam/message-text';
import { invalidResource } from '#sam/problems';
import type { Properties } from '#sam/property-rules';
import { keptAttributes, type MadeResource, made } from '#sam/resource';
import type { Transformation } from '#sam/transformation';
import { type Block, copy, filled, get, isBlock, isText, tagList, type Value } from '#sam/values';
import { codeLocation } from './code-location.ts';

const PASSED = [
  'Handler',
  'Runtime',
  'Description',
  'MemorySize',
  'Timeout',
  'VpcConfig',
  'Role',
  'Environment',
  'KmsKeyArn',
  'ReservedConcurrentExecutions',
  'Layers',
  'FileSystemConfigs',
  'ImageConfig',
  'PackageType',
  'Architectures',
  'SnapStart',
  'EphemeralStorage',
  'CodeSigningConfigArn',
  'RuntimeManagementConfig',
  'LoggingConfig',
  'TenancyConfig',
  'RecursiveLoop',
  'DurableConfig',
  'PublishToLatestPublished',
];
const RESERVED_TAGS = ['lambda:createdBy', 'serverlessrepo:applicationId', 'serverlessrepo:semanticVersion'];

/** Tags of a generated resource: the mark of SAM first. @throws SamProblem for reserved names */
export function samTags(id: string, tags: Value | undefined, more: Block = {}): Value[] {
  const reserved = RESERVED_TAGS.find((name) => isBlock(tags) && Object.hasOwn(tags, name));
  if (reserved)
    throw invalidResource(
      id,
      `${reserved} is a reserved Tag key name and cannot be set on your resource. Please change the tag key in the input.`,
    );
  return [...tagList({ 'lambda:createdBy': 'SAM' }), ...tagList(more), ...tagList(tags)];
}

export const isTraced = (properties: Properties, { resolver }: Transformation): boolean =>
  filled(properties.Tracing) && resolver.parameters(copy(properties.Tracing)) !== 'Disabled';

export function lambdaFunction(id: string, properties: Properties, declared: Block, there: Transformation): MadeResource {
  const Code = codeOf(id, properties);
  const lambda = made(
    id,
    'AWS::Lambda::Function',
    {
      ...Object.fromEntries(PASSED.map((name) => [name, properties[name]])),
      Code,
      FunctionName: filled(properties.FunctionName) ? properties.FunctionName : undefined,
      Tags: samTags(id, properties.Tags),
      TracingConfig: isTraced(properties, there) ? { Mode: properties.Tracing! } : undefined,
      DeadLetterConfig: filled(properties.DeadLetterQueue) ? { TargetArn: get(properties.DeadLetterQueue, 'TargetArn')! } : undefined,
      CapacityProviderConfig: filled(properties.CapacityProviderConfig) ? capacity(id, properties.CapacityProviderConfig!) : undefined,
      FunctionScalingConfig: filled(properties.FunctionScalingConfig) ? properties.FunctionScalingConfig : undefined,
    },
    keptAttributes(declared),
    get(declared, 'DependsOn'),
  );
  checkPackage(id, properties, Code);
  return lambda;
}

function capacity(id: string, config: Value): Block {
  const arn = get(config, 'Arn');
  const known = ['Arn', 'PerExecutionEnvironmentMaxConcurrency', 'ExecutionEnvironmentMemoryGiBPerVCpu'];
  const unknown = isBlock(config) ? Object.keys(config).filter((name) => !known.includes(name)) : [];
  const problems = [
    ...(arn === undefined ? [['Arn', 'field required (type=value_error.missing)']] : []),
    ...unknown.map((name) => [name, 'extra fields not permitted (type=value_error.extra)']),
  ];
  if (problems.length > 0)
    throw invalidResource(
      id,
      `Invalid CapacityProviderConfig: ${problems.length} validation error${problems.length > 1 ? 's' : ''} for CapacityProviderConfig\n${problems.map(([name, text]) => `${name}\n  ${text}`).join('\n')}`,
    );
  const passed = known.slice(1).filter((name) => get(config, name) !== undefined);
  return {
    LambdaManagedInstancesCapacityProviderConfig: {
      CapacityProviderArn: arn!,
      ...Object.fromEntries(passed.map((name) => [name, get(config, name)!])),
    },
  };
}

function codeOf(id: string, properties: Properties): Block {
  const type = filled(properties.PackageType) ? properties.PackageType! : 'Zip';
  if (type === 'Image') {
    if (properties.ImageUri === undefined) throw invalidResource(id, "'ImageUri' must be set.");
    if (!filled(properties.ImageUri)) throw invalidResource(id, "'ImageUri' requires that a image hosted at a registry be specified.");
    return { ImageUri: properties.ImageUri };
  }
  if (type !== 'Zip') throw invalidResource(id, `invalid 'PackageType' : ${shown(type)}`);
  if (properties.InlineCode === undefined && properties.CodeUri === undefined)
    throw invalidResource(id, "Only one of 'InlineCode' or 'CodeUri' can be set.");
  const code = properties.InlineCode === undefined ? codeLocation(id, 'CodeUri', properties.CodeUri) : { ZipFile: properties.InlineCode };
  return filled(properties.SourceKMSKeyArn) ? { ...code, SourceKMSKeyArn: properties.SourceKMSKeyArn! } : code;
}

function checkPackage(id: string, properties: Properties, code: Block): void {
  const type = filled(properties.PackageType) ? properties.PackageType : 'Zip';
  const any = (...names: readonly string[]): boolean => names.some((name) => filled(properties[name]));
  if (type === 'Zip') {
    if (!any('Runtime') || !any('Handler'))
      throw invalidResource(id, 'Runtime and Handler needs to be present when PackageType is of type `Zip`');
    if (any('ImageConfig')) throw invalidResource(id, 'ImageUri or ImageConfig cannot be present when PackageType is of type `Zip`');
  } else if (any('Handler', 'Runtime', 'Layers'))
    throw invalidResource(id, 'Runtime, Handler, Layers cannot be present when PackageType is of type `Image`');
  else if (!isText(code.ImageUri) && !isBlock(code.ImageUri))
    throw invalidResource(id, 'ImageUri needs to be present when PackageType is of type `Image`');
}
