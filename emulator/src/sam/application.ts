// `AWS::Serverless::Application`: a nested stack from a template's URL or from an application of the Serverless Application Repository.
import { samTags } from './functions/lambda-function.ts';
import { expectPresent, expectText, invalidResource, ofResource, SamProblem } from './problems.ts';
import { readProperties } from './property-rules.ts';
import type { Resolver } from './references.ts';
import { inheritedAttributes, made } from './resource.ts';
import type { Applications, ResourceTransform, TransformInput } from './transformation.ts';
import { type Block, copy, filled, get, has, isBlock, isText, type Value } from './values.ts';

const TYPE = 'AWS::Serverless::Application';
const RULES = {
  Location: 'str|map!',
  TemplateUrl: 'str',
  Parameters: 'map',
  NotificationARNs: '[str|map]',
  Tags: 'map',
  TimeoutInMinutes: 'int',
};
const DYNAMIC = /\{\{resolve:ssm:[a-zA-Z0-9_.\-/]+(:\d+)?\}\}/;

const keyOf = (application: Value | undefined, version: Value | undefined): string => JSON.stringify([application, version]);

/** Finds the templates of all applications of the repository, with parameters and mappings resolved in place. */
export function resolveApplications(resources: Block, resolver: Resolver, input: TransformInput): Applications {
  const found = new Map<string, string | SamProblem>();
  for (const [id, resource] of Object.entries(resources)) {
    const location = get(resource, 'Properties', 'Location');
    if (get(resource, 'Type') !== TYPE || !isBlock(location)) continue;
    if (get(location, 'ApplicationId') === undefined || get(location, 'SemanticVersion') === undefined) continue;
    const names = ['ApplicationId', 'SemanticVersion'] as const;
    for (const name of names) location[name] = resolver.mappings(resolver.parameters(copy(location[name]!)));
    const [application, version] = names.map((name) => location[name]);
    const key = keyOf(application, version);
    if (isBlock(application) || isBlock(version) || found.has(key)) continue;
    try {
      expectText(application, 'Location.ApplicationId', ofResource(id));
      expectText(version, 'Location.SemanticVersion', ofResource(id));
      found.set(key, templateOf(id, String(application), String(version), input));
    } catch (error) {
      if (!(error instanceof SamProblem)) throw error;
      found.set(key, error);
    }
  }
  return found;
}

function templateOf(id: string, application: string, version: string, input: TransformInput): string {
  if (DYNAMIC.test(application))
    throw invalidResource(id, "Serverless Application Repostiory does not support dynamic reference in 'ApplicationId' property.");
  try {
    return input.applicationTemplate(application, version);
  } catch (error) {
    throw invalidResource(id, error instanceof Error ? error.message : String(error));
  }
}

export const application: ResourceTransform = (id, declared, there) => {
  const given = get(declared, 'Properties') ?? {};
  const url = templateUrl(id, given, there.applications);
  const properties = readProperties(id, TYPE, declared, RULES);
  const [applicationId, version] = ['ApplicationId', 'SemanticVersion'].map((name) => get(properties.Location, name));
  const marks: Block = {
    ...(applicationId === undefined ? {} : { 'serverlessrepo:applicationId': applicationId }),
    ...(version === undefined ? {} : { 'serverlessrepo:semanticVersion': version }),
  };
  return [
    made(
      id,
      'AWS::CloudFormation::Stack',
      {
        TemplateURL: filled(url) ? url : '',
        Parameters: properties.Parameters,
        NotificationARNs: properties.NotificationARNs,
        Tags: samTags(id, properties.Tags, marks),
        TimeoutInMinutes: properties.TimeoutInMinutes,
      },
      inheritedAttributes(declared),
      get(declared, 'DependsOn'),
    ),
  ];
};

function templateUrl(id: string, properties: Value, applications: Applications): Value | undefined {
  const required = (value: Value | undefined, name: string): void => {
    if (!has(value, name)) throw invalidResource(id, `Resource is missing the required [${name}] property.`);
  };
  required(properties, 'Location');
  const location = (properties as Block).Location ?? undefined;
  if (!isBlock(location)) return location;
  required(location, 'ApplicationId');
  required(location, 'SemanticVersion');
  const unresolved = (name: string): SamProblem =>
    invalidResource(id, `Property '${name}' cannot be resolved. Only FindInMap and Ref intrinsic functions are supported.`);
  const name = expectPresent(get(location, 'ApplicationId'), 'ApplicationId', ofResource(id));
  if (isBlock(name)) throw unresolved('ApplicationId');
  const version = get(location, 'SemanticVersion');
  if (!filled(version)) throw invalidResource(id, "Property 'SemanticVersion' cannot be blank.");
  if (isBlock(version)) throw unresolved('SemanticVersion');
  const found = applications.get(keyOf(name, version));
  if (found instanceof SamProblem) throw found;
  return isText(found) ? found : undefined;
}
