// `AutoPublishAlias`: a version per change of the code, and an alias that leads to it.
import { hashOf } from '#sam/logical-ids';
import { invalidResource } from '#sam/problems';
import type { Properties } from '#sam/property-rules';
import { type MadeResource, made, render } from '#sam/resource';
import type { Transformation } from '#sam/transformation';
import { type Block, copy, filled, get, getAtt, has, isBlock, isText, ref, referencedId, type Value } from '#sam/values';

/** The name of the alias, and the hash of the code that stands for it. Adds the hash to the function's description. @throws SamProblem */
export function aliasName(id: string, properties: Properties, { resolver }: Transformation): string {
  const name = resolver.parameters(copy(properties.AutoPublishAlias));
  if (!isText(name)) throw invalidResource(id, "'AutoPublishAlias' must be a string or a Ref to a template parameter");
  return name;
}

export function codeHash(id: string, properties: Properties, lambda: MadeResource, { resolver }: Transformation): string | undefined {
  if (!filled(properties.AutoPublishCodeSha256)) return undefined;
  const hash = resolver.parameters(copy(properties.AutoPublishCodeSha256));
  if (!isText(hash)) throw invalidResource(id, 'AutoPublishCodeSha256 must be a string');
  const description = resolver.parameters(copy(properties.Description));
  lambda.properties.Description = !filled(description)
    ? hash
    : isText(description)
      ? `${description} ${hash}`
      : { 'Fn::Join': [' ', [description!, hash]] };
  return hash;
}

export function versionOf(
  id: string,
  properties: Properties,
  lambda: MadeResource,
  hash: string | undefined,
  attributes: Block,
  there: Transformation,
): MadeResource {
  const data = filled(properties.AutoPublishAliasAllProperties) ? allProperties(lambda, there) : changingProperties(lambda, there);
  there.budget.count(data);
  const suffix = hash === undefined || hash === '' ? hashOf(data) : hash.slice(0, 10);
  const standard = properties.CapacityProviderConfig === undefined ? 'Retain' : 'Delete';
  const kept = has(attributes, 'DeletionPolicy') ? {} : { DeletionPolicy: properties.VersionDeletionPolicy ?? standard };
  return made(
    `${id}Version${suffix}`,
    'AWS::Lambda::Version',
    {
      FunctionName: ref(id),
      Description: properties.VersionDescription,
      FunctionScalingConfig: properties.CapacityProviderConfig === undefined ? undefined : properties.FunctionScalingConfig,
    },
    { ...attributes, ...kept },
  );
}

/** A change of these makes a new version. */
function changingProperties({ properties }: MadeResource, { resolver }: Transformation): Block {
  const data: Block = { ...(resolver.parameters(copy(properties.Code)) as Block) };
  properties.Code = resolver.parameters(properties.Code);
  if (isBlock(properties.Environment)) Object.assign(data, properties.Environment);
  if (filled(properties.MemorySize)) data.MemorySize = properties.MemorySize!;
  const snapshot = get(properties.SnapStart, 'ApplyOn') ?? 'None';
  if (filled(properties.SnapStart) && snapshot !== 'None') data.SnapStart = properties.SnapStart!;
  return data;
}

function allProperties(lambda: MadeResource, { declared }: Transformation): Block {
  const data: Block = { ...(render(lambda).Properties as Block) };
  for (const layer of (Array.isArray(lambda.properties.Layers) ? lambda.properties.Layers : []) as Value[]) {
    const id = referencedId(layer);
    const properties = id === undefined ? undefined : get(declared, id, 'Properties');
    if (id !== undefined && filled(get(properties, 'PublishLambdaVersion'))) data[id] = properties!;
  }
  return data;
}

export function aliasOf(id: string, name: string, version: MadeResource, properties: Properties, attributes: Block): MadeResource {
  if (name === '') throw invalidResource(id, 'Alias name is required to create an alias');
  if (!/^(?!^[0-9]+$)([a-zA-Z0-9\-_]+)$/.test(name))
    throw invalidResource(
      id,
      `AutoPublishAlias name ('${name}') must contain only alphanumeric characters, hyphens, or underscores matching (?!^[0-9]+$)([a-zA-Z0-9-_]+) pattern.`,
    );
  const provisioned = properties.ProvisionedConcurrencyConfig;
  return made(
    `${id}Alias${name.replaceAll('-', 'D').replaceAll('_', 'U')}`,
    'AWS::Lambda::Alias',
    {
      Name: name,
      FunctionName: ref(id),
      FunctionVersion: getAtt(version.id, 'Version'),
      ProvisionedConcurrencyConfig: filled(provisioned) ? provisioned : undefined,
    },
    attributes,
  );
}
