// Reads the text of a template into its sections, and checks its structure.
import { isList, isObject, isScalar, type Json, type JsonObject } from '#resources/json';
import { TemplateProblem, throwProblems } from './problem.ts';
import { MAX_DEPTH, parseYaml } from './yaml.ts';

export interface Template {
  readonly description?: string | undefined;
  readonly metadata?: JsonObject | undefined;
  readonly parameters: Readonly<Record<string, JsonObject>>;
  readonly mappings: JsonObject;
  readonly conditions: JsonObject;
  readonly rules: JsonObject;
  readonly resources: Readonly<Record<string, ResourceDefinition>>;
  readonly outputs: Readonly<Record<string, JsonObject>>;
  readonly transforms: readonly string[];
}

export interface ResourceDefinition {
  readonly type: string;
  readonly properties: JsonObject;
  readonly metadata?: Json | undefined;
  readonly condition?: string | undefined;
  readonly dependsOn: readonly string[];
  readonly deletionPolicy?: string | undefined;
  readonly updateReplacePolicy?: string | undefined;
  readonly creationPolicy?: JsonObject | undefined;
  readonly updatePolicy?: JsonObject | undefined;
}

const SECTIONS = new Set([
  'AWSTemplateFormatVersion',
  'Description',
  'Metadata',
  'Parameters',
  'Mappings',
  'Conditions',
  'Rules',
  'Resources',
  'Outputs',
  'Transform',
  'Hooks',
]);
const MEMBERS = new Set([
  'Type',
  'Properties',
  'Metadata',
  'Condition',
  'DependsOn',
  'DeletionPolicy',
  'UpdateReplacePolicy',
  'CreationPolicy',
  'UpdatePolicy',
  'Description',
]);
/** Limit: members of a section of a template. */
export const MAX_DECLARED = { Resources: 500, Parameters: 200, Outputs: 200, Mappings: 200 } as const;

/** Limit: bytes of a template's description. */
const MAX_DESCRIPTION = 1024;

/** Parses JSON or YAML. @throws TemplateProblem */
export function parseText(text: string): JsonObject {
  return checkedTemplate(text.trimStart().startsWith('{') ? parseJson(text) : parseYaml(text));
}

export function checkedTemplate(value: Json): JsonObject {
  checkDepth(value);
  if (!isObject(value)) throw new TemplateProblem('Template format error: unsupported structure.');
  return value;
}

/** Code that walks a template is recursive, so its depth is limited. @throws TemplateProblem */
export function checkDepth(value: Json, depth = 0): void {
  if (depth > MAX_DEPTH) throw new TemplateProblem('Template format error: The template is nested too deeply.');
  if (isList(value)) for (const item of value) checkDepth(item, depth + 1);
  else if (isObject(value)) for (const item of Object.values(value)) checkDepth(item, depth + 1);
}

function parseJson(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch (error) {
    try {
      return parseYaml(text); // a flow mapping of YAML starts with a brace too
    } catch {
      const position = Number(/position (\d+)/.exec(String(error))?.[1] ?? 0);
      const before = text.slice(0, position).split('\n');
      throw new TemplateProblem(
        `Template format error: JSON not well-formed. (line ${before.length}, column ${(before.at(-1) ?? '').length + 2})`,
      );
    }
  }
}

const NO_OBJECT = 'Template format error: Any Resources member must be an object.';

/** `mayBeEmpty`: where resources may have been left out of a template that had some. */
interface ReadOptions {
  readonly mayBeEmpty?: boolean;
}

/** The sections of a template after its macros were processed. Throws one error with all problems. */
export function readTemplate(root: JsonObject, { mayBeEmpty = false }: ReadOptions = {}): Template {
  refuseEmptySections(root);
  // Told alone, whatever else is wrong (localstack/localstack, cloudformation/api/test_stacks.py::test_linting_error_during_creation; November 2022)
  if (root.Resources !== undefined && !isObject(root.Resources)) throw new TemplateProblem(NO_OBJECT);
  const problems: string[] = [];
  const unknown = Object.keys(root).filter((key) => !SECTIONS.has(key));
  if (unknown.length > 0) problems.push(`Invalid template property or properties [${unknown.join(', ')}]`);
  if (root.Hooks !== undefined) problems.push('Template format error: The section Hooks is not emulated.');
  const version = root.AWSTemplateFormatVersion;
  if (version !== undefined && version !== '2010-09-09')
    problems.push('Template format error: unsupported value for AWSTemplateFormatVersion.');
  if (root.Description !== undefined && typeof root.Description !== 'string')
    problems.push('Template format error: Description member must be a string.');
  if (typeof root.Description === 'string' && Buffer.byteLength(root.Description) > MAX_DESCRIPTION)
    problems.push(`Template format error: 'Description' length is greater than ${MAX_DESCRIPTION}`);
  const resources = section(root, 'Resources', problems);
  if (Object.keys(resources).length === 0 && !mayBeEmpty)
    problems.push('Template format error: At least one Resources member must be defined.');
  const template: Template = {
    description: typeof root.Description === 'string' ? root.Description : undefined,
    metadata: isObject(root.Metadata) ? root.Metadata : undefined,
    parameters: objects(root, 'Parameters', problems),
    mappings: section(root, 'Mappings', problems),
    conditions: section(root, 'Conditions', problems),
    rules: section(root, 'Rules', problems),
    resources: named(Object.entries(resources).map(([id, value]) => [id, readResource(id, value, problems)])),
    outputs: objects(root, 'Outputs', problems),
    transforms: transformsOf(root),
  };
  throwProblems([...problems, ...mappingProblems(template.mappings).slice(0, 1), ...impossibleValues(root, '').slice(0, 1)]);
  return template;
}

/**
 * A section without a value (`Outputs:`) is refused, as any null is: https://github.com/getmoto/moto/pull/4221 (`Outputs`),
 * https://github.com/aws/aws-toolkit-eclipse/issues/135 (`Description`), https://github.com/aws-cloudformation/cfn-lint/issues/3168 (`Conditions`).
 */
function refuseEmptySections(root: JsonObject): void {
  const empty = Object.keys(root).find((name) => root[name] === null);
  if (empty !== undefined) throwProblems(impossibleValues(null, `/${empty}`));
}

/** An object without a prototype: templates choose the names, and `constructor` is as good as any other. */
const named = <V>(entries: readonly (readonly [name: string, value: V])[]): Record<string, V> =>
  Object.assign(Object.create(null) as Record<string, V>, Object.fromEntries(entries));

function section(root: JsonObject, name: string, problems: string[]): JsonObject {
  const value = root[name];
  if (value === undefined) return named([]);
  if (!isObject(value)) {
    problems.push(`Template format error: [/${name}] '${name}' must be an object.`);
    return named([]);
  }
  const most = MAX_DECLARED[name as keyof typeof MAX_DECLARED];
  const count = Object.keys(value).length;
  if (most !== undefined && count > most)
    problems.push(`Template format error: Number of ${name.toLowerCase()}, ${count}, is greater than maximum allowed, ${most}`);
  if (name !== 'Rules' && name !== 'Mappings' && name !== 'Conditions')
    // A loop without its transform is told as what it is then: a malformed resource
    for (const [key, item] of Object.entries(value))
      if (!/^[A-Za-z0-9]+$/.test(key) && !(key.startsWith('Fn::ForEach::') && isList(item)))
        problems.push(`Template format error: ${name.replace(/s$/, '')} name ${key} is non alphanumeric.`);
  return named(Object.entries(value));
}

function objects(root: JsonObject, name: string, problems: string[]): Record<string, JsonObject> {
  const found: Record<string, JsonObject> = named([]);
  for (const [key, value] of Object.entries(section(root, name, problems))) {
    if (isObject(value)) found[key] = value;
    else problems.push(`Template format error: Every ${name} member must be an object: ${key} is not.`);
  }
  return found;
}

function readResource(id: string, value: Json, problems: string[]): ResourceDefinition {
  const empty: ResourceDefinition = { type: '', properties: {}, dependsOn: [] };
  if (!isObject(value)) {
    problems.push(isList(value) ? `Template format error: [/Resources/${id}] resource definition is malformed` : NO_OBJECT);
    return empty;
  }
  if (typeof value.Type !== 'string') {
    problems.push(`Template format error: [/Resources/${id}] Every Resources object must contain a Type member.`);
    return empty;
  }
  const unknown = Object.keys(value).filter((key) => !MEMBERS.has(key));
  if (unknown.length > 0) problems.push(`Invalid template resource property '${unknown.join("', '")}'`);
  for (const key of ['Properties', 'CreationPolicy', 'UpdatePolicy'])
    if (value[key] !== undefined && !isObject(value[key]))
      problems.push(`Template format error: [/Resources/${id}/${key}] '${key}' must be an object.`);
  if (value.Condition !== undefined && typeof value.Condition !== 'string')
    problems.push('Template format error: Every Condition member must be a string.');
  const dependsOn = value.DependsOn === undefined ? [] : isList(value.DependsOn) ? value.DependsOn : [value.DependsOn];
  if (!dependsOn.every((each) => typeof each === 'string'))
    problems.push(
      `Template format error: ${isList(value.DependsOn) ? 'Every DependsOn value must be a string.' : 'DependsOn must be a string or list of strings.'}`,
    );
  return {
    type: value.Type,
    properties: isObject(value.Properties) ? value.Properties : {},
    metadata: value.Metadata,
    condition: typeof value.Condition === 'string' ? value.Condition : undefined,
    dependsOn: dependsOn.filter((each) => typeof each === 'string'),
    deletionPolicy: policyOf(value.DeletionPolicy),
    updateReplacePolicy: policyOf(value.UpdateReplacePolicy),
    creationPolicy: isObject(value.CreationPolicy) ? value.CreationPolicy : undefined,
    updatePolicy: isObject(value.UpdatePolicy) ? value.UpdatePolicy : undefined,
  };
}

/** Policies may be functions (language extensions). They stay JSON text until they are evaluated. */
const policyOf = (value: Json | undefined): string | undefined =>
  value === undefined ? undefined : typeof value === 'string' ? value : JSON.stringify(value);

/** A mapping has two levels of names, and below them texts and lists of texts. */
function mappingProblems(mappings: JsonObject): string[] {
  const isValue = (value: Json): boolean => isScalar(value) || (isList(value) && value.every(isScalar));
  const isNamed = (name: string): boolean => /^[A-Za-z0-9]+$/.test(name);
  return Object.entries(mappings).flatMap(([name, map]) => {
    if (!isObject(map)) return [`Template format error: Every Mappings member ${name} must be a map`];
    if (!isNamed(name)) return [`Template format error: Mappings name '${name}' must contain only alphanumeric characters.`];
    return Object.entries(map).flatMap(([key, level]) => {
      if (!isObject(level)) return [`Template format error: Every Mappings member ${key} must be a map`];
      const odd = Object.keys(level).find((attribute) => !isNamed(attribute));
      if (odd !== undefined) return [`Template format error: Mappings attribute name '${odd}' must contain only alphanumeric characters.`];
      return Object.values(level).every(isValue) ? [] : ['Template format error: Every Mappings attribute must be a String or a List.'];
    });
  });
}

export function transformsOf(root: JsonObject): string[] {
  const value = root.Transform;
  if (value === undefined) return [];
  const list = isList(value) ? value : [value];
  return list.map((each) => {
    const name = isObject(each) ? (each.Name ?? '') : each;
    if (isObject(name) || isList(name)) throw new TemplateProblem('Key Name of transform definition must be a string.');
    return String(name);
  });
}

/** Values that no template may contain, and the one name that records cannot have. */
export function impossibleValues(value: Json, path: string): string[] {
  if (value === null) return path.startsWith('/Metadata/') ? [] : [`[${path}] 'null' values are not allowed in templates`];
  if (isList(value)) return value.flatMap((item, index) => impossibleValues(item, `${path}/${index}`));
  if (!isObject(value)) return [];
  const nested = Object.entries(value).flatMap(([key, item]) => impossibleValues(item, `${path}/${key}`));
  return Object.hasOwn(value, '__proto__')
    ? [`Template format error: [${path}/__proto__] The emulator keeps no member of this name.`, ...nested]
    : nested;
}
