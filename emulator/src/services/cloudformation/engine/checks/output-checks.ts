// Checks the section Outputs: what every output must be whatever the values of parameters are.
import { functionCall, isList, isObject, type Json, type JsonObject } from '#resources/json';
import { typeOf } from '#services/cloudformation/engine/parameters';
import { references } from '#services/cloudformation/engine/references';
import type { Template } from '#services/cloudformation/engine/template';

const MEMBERS = ['Value', 'Description', 'Export', 'Condition'];
export const NO_TEXT = 'Template format error: The Value field of every Outputs member must evaluate to a String';
const EXPORT_NAME = /^[A-Za-z0-9:-]+$/;

export function outputProblems(template: Template): string[] {
  return Object.entries(template.outputs).flatMap(([name, output]) => {
    const unknown = Object.keys(output).filter((member) => !MEMBERS.includes(member));
    return [
      ...(unknown.length > 0 ? [`Invalid template output property '${unknown.join("', '")}'`] : []),
      ...(output.Value === undefined ? ['Template format error: Every Outputs member must contain a Value object'] : []),
      ...notText(output, 'Description'),
      ...notText(output, 'Condition'),
      ...valueProblems(output.Value ?? '', template),
      ...exportProblems(name, output.Export, template),
    ];
  });
}

const notText = (output: JsonObject, member: string): string[] =>
  output[member] === undefined || typeof output[member] === 'string'
    ? []
    : [`Template format error: Every ${member} member must be a string.`];

/** Functions that always give a list. */
const LISTS = ['Fn::GetAZs', 'Fn::Split', 'Fn::Cidr'];

function valueProblems(value: Json, { parameters }: Template): string[] {
  if (isList(value)) return [`${NO_TEXT} and not a List.`];
  if (!isObject(value)) return [];
  const [name, argument] = functionCall(value) ?? [];
  if (name === undefined) return [`${NO_TEXT} and not a Map.`];
  const declaration = name === 'Ref' ? parameters[String(argument)] : undefined;
  const isListed =
    LISTS.includes(name) || (declaration !== undefined && /^CommaDelimitedList$|^List<|<List<|<Comma/.test(typeOf(declaration)));
  return isListed ? [`${NO_TEXT}.`] : [];
}

function exportProblems(output: string, given: Json | undefined, template: Template): string[] {
  if (given === undefined) return [];
  const name = isObject(given) ? given.Name : undefined;
  const malformed = `Template format error: Output ${output} is malformed.`;
  if (name !== undefined && dependsOnStack(name, template))
    return [`${malformed} The Name field of Export must not depend on any resources, imported values, or Fn::GetAZs.`];
  const isNamed = isObject(name) ? functionCall(name) !== undefined : isExportName(name);
  return isNamed ? [] : [malformedName(output)];
}

export const malformedName = (output: string): string =>
  `Template format error: Output ${output} is malformed. The Name field of every Export member must be specified and consist only of alphanumeric characters, colons, or hyphens.`;
export const isExportName = (name: Json | undefined): boolean => typeof name === 'string' && EXPORT_NAME.test(name);

/** Whether a value is known only while the stack is made: by its resources, by other stacks, or by the region's zones. */
export function dependsOnStack(value: Json, { resources }: Pick<Template, 'resources'>): boolean {
  const isThere = references(value).some(
    ({ name, attribute, kind }) => kind === 'name' && (attribute !== undefined || Object.hasOwn(resources, name)),
  );
  return isThere || calls(value, ['Fn::ImportValue', 'Fn::GetAZs']);
}

/** Whether one of these functions stands in the value. */
export const calls = (value: Json, names: readonly string[]): boolean =>
  isList(value)
    ? value.some((item) => calls(item, names))
    : isObject(value) && Object.entries(value).some(([key, item]) => names.includes(key) || calls(item, names));

/** The arguments of all imports in the values. */
export const importedNames = (value: Json): Json[] =>
  isList(value)
    ? value.flatMap(importedNames)
    : isObject(value)
      ? Object.entries(value).flatMap(([key, item]) => [...(key === 'Fn::ImportValue' ? [item] : []), ...importedNames(item)])
      : [];
