// Checks a template before anything is created: references, cycles, types, properties, policies. One answer names all problems.
import type { ResourceType } from '#core/resources/resource-type';
import { checkProperties, refusals } from '#resources/check-properties';
import type { Json } from '#resources/json';
import { nearest } from '#resources/nearest';
import type { Types } from '#resources/resource-data';
import { isRecordedByDefault } from '#services/cloudformation/records/recorded-by-default';
import { wrongShapes } from './checks/call-shapes.ts';
import { conditionProblems } from './checks/condition-checks.ts';
import { dependsOnStack, importedNames, outputProblems } from './checks/output-checks.ts';
import { policyProblems } from './checks/policy-checks.ts';
import { referenceProblems } from './checks/reference-checks.ts';
import { findCycle } from './graph.ts';
import { checkDeclarations } from './parameters.ts';
import { references } from './references.ts';
import type { Template } from './template.ts';

export const PSEUDO = new Set([
  'AWS::AccountId',
  'AWS::NotificationARNs',
  'AWS::NoValue',
  'AWS::Partition',
  'AWS::Region',
  'AWS::StackId',
  'AWS::StackName',
  'AWS::URLSuffix',
]);

interface StructureOptions {
  /** The template declares the language extensions. */
  readonly extended?: boolean;
}

/** The restrictions of the sections, dangling references and cycles: all that needs nothing but the template. */
export function checkStructure(template: Template, { extended = false }: StructureOptions = {}): string[] {
  const { resources, parameters, conditions, outputs } = template;
  const isParameter = (name: string) => Object.hasOwn(parameters, name) || PSEUDO.has(name);
  const known = (name: string) => Object.hasOwn(resources, name) || Object.hasOwn(parameters, name) || PSEUDO.has(name);
  const dangling = new Set<string>();
  const problems = [
    ...sharedNames(template),
    ...checkDeclarations(parameters),
    ...wrongShapes(conditions, { extended, conditional: true }),
    ...conditionProblems(template, isParameter),
    ...outputProblems(template),
    ...referenceProblems(template),
  ];
  const look = (value: Json, what: string) => {
    const misshapen = wrongShapes(value, { extended });
    problems.push(...misshapen.filter((problem) => !problems.includes(problem)));
    if (misshapen.length > 0) return;
    for (const { name, attribute, kind } of references(value)) {
      if (kind === 'condition' && !Object.hasOwn(conditions, name))
        problems.push(`Template error: unresolved condition dependency ${name} in Fn::If`);
      else if (kind === 'name' && attribute !== undefined && !Object.hasOwn(resources, name))
        problems.push(`Template error: instance of Fn::GetAtt references undefined resource ${name}`);
      else if (kind === 'name' && attribute === undefined && !known(name)) dangling.add(`${name} ${what}`);
    }
  };
  for (const [id, resource] of Object.entries(resources)) {
    look([resource.properties, resource.metadata ?? {}, resource.creationPolicy ?? {}, resource.updatePolicy ?? {}], 'Resources');
    if (resource.condition !== undefined && !Object.hasOwn(conditions, resource.condition))
      problems.push(`Template format error: Unresolved condition dependency ${resource.condition} in the Resources block of the template`);
    for (const other of resource.dependsOn) if (!Object.hasOwn(resources, other)) dangling.add(`${other} Resources`);
    problems.push(...policyProblems(id, resource));
    if (id.length > 255) problems.push(`Template format error: The logical id ${id} is longer than 255 characters.`);
  }
  for (const output of Object.values(outputs)) {
    look(output, 'Outputs');
    if (typeof output.Condition === 'string' && !Object.hasOwn(conditions, output.Condition))
      problems.push(`Template format error: Unresolved condition dependency ${output.Condition} in the Outputs block of the template`);
  }
  for (const block of ['Resources', 'Outputs']) {
    const names = [...dangling].filter((each) => each.endsWith(` ${block}`)).map((each) => each.slice(0, -block.length - 1));
    if (names.length > 0)
      problems.push(`Template format error: Unresolved resource dependencies [${names.join(', ')}] in the ${block} block of the template`);
  }
  const everywhere = [...Object.values(resources).map(({ properties }) => properties), ...Object.values(outputs)];
  if (importedNames(everywhere).some((name) => dependsOnStack(name, template)))
    problems.push('Template error: the attribute in Fn::ImportValue must not depend on any resources, imported values, or Fn::GetAZs');
  const cycle = findCycle(everyDependency(template));
  if (cycle) problems.push(`Circular dependency between resources: [${cycle.join(', ')}]`);
  return problems;
}

/** Resources share their names with parameters and pseudo parameters. */
function sharedNames({ resources, parameters }: Template): string[] {
  const common = Object.keys(resources).filter((name) => Object.hasOwn(parameters, name));
  return common.length === 0
    ? []
    : [`Template error: all resources and parameters must have unique names. Common name(s): [${common.join(', ')}]`];
}

/** All conditions count as true: a cycle is refused even if a condition would break it. */
const everyDependency = ({ resources }: Template): Record<string, string[]> =>
  Object.fromEntries(
    Object.entries(resources).map(([id, { properties, dependsOn, metadata }]) => [
      id,
      [...dependsOn, ...references([properties, metadata ?? {}]).map(({ name }) => name)].filter((name) => Object.hasOwn(resources, name)),
    ]),
  );

export interface KnownTypes {
  readonly data: Types;
  /** The handlers of the types that the template uses. */
  readonly handlers: ReadonlyMap<string, ResourceType>;
  /** All existing types, for suggesting the nearest name. */
  readonly names: readonly string[];
}

export const CUSTOM_RESOURCE = 'AWS::CloudFormation::CustomResource';
export const isCustom = (type: string): boolean => type.startsWith('Custom::') || type === CUSTOM_RESOURCE;
/** The name under which a type's handler is registered. */
export const handlerName = (type: string): string => (isCustom(type) && !isRecordedByDefault(type) ? CUSTOM_RESOURCE : type);

/** Types that no emulated service offers. */
export const unknownTypes = (template: Template, exists: (id: string) => boolean, { handlers }: KnownTypes): [id: string, type: string][] =>
  Object.entries(template.resources).flatMap(([id, { type }]) => (exists(id) && !handlers.has(handlerName(type)) ? [[id, type]] : []));

export function describeUnknown(id: string, type: string, { data, names }: KnownTypes): string {
  const refusal = `Template format error: Unrecognized resource types: [${type}] (resource ${id})`;
  if (data.of(type))
    return `${refusal}: the type exists and is not emulated. CFN_UNSUPPORTED=record deploys it as a record that does nothing.`;
  const near = nearest(type, names);
  return near === undefined ? `${refusal}.` : `${refusal}. Did you mean ${near}?`;
}

/** Checks the resources to create against the resource data and against the refusals of their handlers. */
export function checkResources(template: Template, exists: (id: string) => boolean, known: KnownTypes): string[] {
  return Object.entries(template.resources).flatMap(([id, resource]) => {
    const handler = known.handlers.get(handlerName(resource.type));
    if (!exists(id) || !handler) return [];
    const data = known.data.of(resource.type);
    const said = handler.open || !data ? [] : checkProperties(known.data, data, resource.properties);
    const failed = (message: string) => `Properties validation failed for resource ${id} with message:\n${message}`;
    const wrong = said.length === 0 ? [] : [failed(said.join('\n'))];
    return [...wrong, ...refusals(handler, resource.type, resource.properties).map(failed)];
  });
}
