// Checks of a template whose conditions are known: references to resources that are not made, keys that mappings lack, attributes that
// types lack.
import { functionCall, isList, isObject, type Json } from '#resources/json';
import type { Types } from '#resources/resource-data';
import { evaluate, type Scope } from './intrinsics.ts';
import { TemplateProblem } from './problem.ts';
import { references } from './references.ts';
import { subParts } from './sub-text.ts';
import type { Template } from './template.ts';
import { isCustom } from './validate.ts';

const NESTED_STACK = 'AWS::CloudFormation::Stack';

interface ConditionalTemplate {
  readonly template: Template;
  /** Whether the resource is to be made. */
  exists(id: string): boolean;
  readonly condition: (name: string) => boolean;
}

interface Part {
  readonly block: 'Resources' | 'Outputs';
  readonly path: string;
  readonly value: Json;
}

/** The parts of the template that are evaluated when it is deployed. */
function evaluatedParts({ template, exists, condition }: ConditionalTemplate): Part[] {
  const outputs = Object.entries(template.outputs).filter(([, { Condition }]) => typeof Condition !== 'string' || condition(Condition));
  return [
    ...Object.entries(template.resources).flatMap(([id, { properties }]): Part[] =>
      exists(id) ? [{ block: 'Resources', path: `/Resources/${id}/Properties`, value: properties }] : [],
    ),
    ...outputs.map(([name, value]): Part => ({ block: 'Outputs', path: `/Outputs/${name}`, value })),
  ];
}

/** References to resources whose condition is false, one sentence per section, and one for the first key that a mapping lacks. */
export function conditionalProblems(checked: ConditionalTemplate, scope: Scope): string[] {
  const { template, exists, condition } = checked;
  const parts = evaluatedParts(checked);
  const skipped = (block: Part['block']) => {
    const found = parts
      .filter((part) => part.block === block)
      .flatMap(({ value }) => references(value, condition))
      .filter(({ name, kind }) => kind === 'name' && Object.hasOwn(template.resources, name) && !exists(name));
    return [...new Set(found.map(({ name }) => name))].join(', ');
  };
  const [resources, outputs] = [skipped('Resources'), skipped('Outputs')];
  return [
    ...(resources === ''
      ? []
      : [`Template format error: Unresolved resource dependencies [${resources}] in the Resources block of the template`]),
    ...(outputs === '' ? [] : [`Unresolved resource dependencies [${outputs}] in the Outputs block of the template`]),
    ...parts
      .flatMap(({ value, path }) => callsIn(value, path, condition))
      .flatMap((call) => (call.name === 'Fn::FindInMap' ? lackingKey(call.argument, scope) : []))
      .slice(0, 1),
  ];
}

/** The problem of a look-up whose names are all known before anything is made. */
function lackingKey(argument: Json, scope: Scope): string[] {
  if (!isList(argument) || argument.length < 3) return [];
  const names = argument.slice(0, 3).map((part) => {
    const call = functionCall(part);
    const found = call?.[0] === 'Ref' ? scope.ref(String(call[1])) : part;
    return typeof found === 'string' ? found : undefined;
  });
  const [map, first, second] = names;
  if (map === undefined || first === undefined || second === undefined || isObject(argument[3])) return [];
  try {
    evaluate({ 'Fn::FindInMap': [map, first, second] }, scope);
    return [];
  } catch (error) {
    if (error instanceof TemplateProblem) return [error.message];
    throw error;
  }
}

export interface UnknownAttribute {
  /** `/Outputs/Arn/Value/Fn::GetAtt` */
  readonly path: string;
  readonly logicalId: string;
  readonly type: string;
  readonly attribute: string;
}

/** Attributes of types of the service's own that these types do not have. Stacks and custom resources name theirs themselves. */
export function unknownAttributes(checked: ConditionalTemplate, types: Types): UnknownAttribute[] {
  const { template, condition } = checked;
  return evaluatedParts(checked)
    .flatMap(({ value, path }) => callsIn(value, path, condition))
    .flatMap(({ path, name, argument }) => attributesOf(name, argument).map((each) => ({ path: `${path}/${name}`, ...each })))
    .flatMap(({ path, logicalId, attribute }) => {
      const type = template.resources[logicalId]?.type;
      const known = type === undefined || isCustom(type) || type === NESTED_STACK ? undefined : types.of(type)?.attributes;
      if (type === undefined || !known || known.length === 0) return [];
      const isKnown = known.some((each) => each === attribute || attribute.startsWith(`${each}.`) || each.startsWith(`${attribute}.`));
      return isKnown ? [] : [{ path, logicalId, type, attribute }];
    });
}

function attributesOf(name: string, argument: Json): { logicalId: string; attribute: string }[] {
  if (name === 'Fn::GetAtt') {
    const [id, ...path] = isList(argument) ? argument : String(argument).split('.');
    return path.every((part) => typeof part === 'string') ? [{ logicalId: String(id), attribute: path.join('.') }] : [];
  }
  if (name !== 'Fn::Sub') return [];
  const [text, own] = isList(argument) ? argument : [argument];
  return subParts(String(text)).flatMap(({ name: part }) => {
    const dot = part?.indexOf('.') ?? -1;
    if (part === undefined || dot < 0 || (isObject(own) && Object.hasOwn(own, part))) return [];
    return [{ logicalId: part.slice(0, dot), attribute: part.slice(dot + 1) }];
  });
}

interface Call {
  /** Path of the object that is the call. */
  readonly path: string;
  readonly name: string;
  readonly argument: Json;
}

/** All calls of functions below a value; of an `Fn::If` those of the branch that is taken. */
function callsIn(value: Json, path: string, condition: (name: string) => boolean): Call[] {
  if (isList(value)) return value.flatMap((item, index) => callsIn(item, `${path}/${index}`, condition));
  if (!isObject(value)) return [];
  const [name, argument] = functionCall(value) ?? [];
  if (name === undefined || argument === undefined)
    return Object.entries(value).flatMap(([key, item]) => callsIn(item, `${path}/${key}`, condition));
  if (name === 'Fn::If' && isList(argument)) {
    const branch = condition(String(argument[0])) ? 1 : 2;
    return callsIn(argument[branch] ?? '', `${path}/Fn::If/${branch}`, condition);
  }
  return [{ path, name, argument }, ...callsIn(argument, `${path}/${name}`, condition)];
}
