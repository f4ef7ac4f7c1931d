// `AWS::Serverless::LayerVersion`: a layer version whose logical id changes with its properties, so that each change makes a new version.

import { codeLocation } from './functions/code-location.ts';
import { hashOf } from './logical-ids.ts';
import { invalidResource } from './problems.ts';
import { readProperties } from './property-rules.ts';
import { checkLogicalId, inheritedAttributes, keptAttributes, made } from './resource.ts';
import type { ResourceTransform, Transformation } from './transformation.ts';
import { compact, filled, get, has, isBlock, isIntrinsic, isText, type Value } from './values.ts';

const RULES = {
  LayerName: 'str|map',
  Description: 'str',
  PublishLambdaVersion: 'bool',
  ContentUri: 'str|map!',
  CompatibleArchitectures: '[str|map]',
  CompatibleRuntimes: '[str|map]',
  LicenseInfo: 'str',
  RetentionPolicy: 'str',
};
const TYPE = 'AWS::Serverless::LayerVersion';
const POLICIES = ['Retain', 'Delete'];

export const layerVersion: ResourceTransform = (id, declared, there) => {
  const properties = readProperties(id, TYPE, declared, RULES);
  for (const name of ['LayerName', 'LicenseInfo', 'Description', 'RetentionPolicy'])
    properties[name] = resolved(id, name, properties[name], there);
  const retention = retentionPolicy(id, properties.RetentionPolicy);
  const attributes = inheritedAttributes(declared);
  if (retention !== undefined || !has(attributes, 'DeletionPolicy')) attributes.DeletionPolicy = retention ?? 'Retain';
  const needed = get(declared, 'DependsOn');
  const { DeletionPolicy: _deletion, UpdateReplacePolicy: _replacement, Metadata: _metadata, ...hashed } = keptAttributes(declared);
  const data = { Type: TYPE, ...(filled(needed) ? { DependsOn: needed! } : {}), ...hashed, Properties: compact(properties) };
  const newId = `${id}${hashOf({ [id]: data })}`;
  checkLogicalId(newId);
  there.changedIds.set(id, newId);
  checkArchitectures(newId, properties.CompatibleArchitectures);
  return [
    made(
      newId,
      'AWS::Lambda::LayerVersion',
      {
        LayerName: filled(properties.LayerName) ? properties.LayerName : id,
        Description: properties.Description,
        Content: codeLocation(newId, 'ContentUri', properties.ContentUri),
        CompatibleArchitectures: properties.CompatibleArchitectures,
        CompatibleRuntimes: properties.CompatibleRuntimes,
        LicenseInfo: properties.LicenseInfo,
      },
      attributes,
      needed,
    ),
  ];
};

function resolved(id: string, name: string, value: Value | undefined, { resolver }: Transformation): Value | undefined {
  if (!filled(value)) return value;
  const found = resolver.parameters(value);
  if (!isText(found) && !isBlock(found))
    throw invalidResource(id, `Could not resolve parameter for '${name}' or parameter is not a String.`);
  return found;
}

function retentionPolicy(id: string, value: Value | undefined): string | undefined {
  if (value === undefined) return undefined;
  const options = "['Retain', 'Delete']";
  if (isIntrinsic(value))
    throw invalidResource(id, `'RetentionPolicy' does not accept intrinsic functions, please use one of the following options: ${options}`);
  if (!isText(value)) throw invalidResource(id, `Invalid 'RetentionPolicy' type, please use one of the following options: ${options}`);
  const found = POLICIES.find((each) => each.toLowerCase() === value.toLowerCase());
  if (found === undefined) throw invalidResource(id, `'RetentionPolicy' must be one of the following options: ${options}.`);
  return found;
}

function checkArchitectures(id: string, value: Value | undefined): void {
  if (!filled(value) || isIntrinsic(value) || !Array.isArray(value)) return;
  if (value.some((each) => !isIntrinsic(each) && each !== 'arm64' && each !== 'x86_64'))
    throw invalidResource(id, "CompatibleArchitectures needs to be a list of 'x86_64' or 'arm64'");
}
