// Evaluates the functions of a template to plain values. A scope supplies parameters, resources and mappings.

import { table } from '#lib/table';
import { functionCall, isList, isObject, isScalar, type Json, type JsonObject, member, textOf } from '#resources/json';
import { cidrBlocks } from './cidr.ts';
import { type OutputBudget, refuseLongText } from './output-budget.ts';
import { TemplateProblem } from './problem.ts';
import { subParts } from './sub-text.ts';

/** The name of the pseudo parameter, and the value of a parameter that is used like it (recorded). */
const NO_VALUE_NAME = 'AWS::NoValue';
/** Stands for `AWS::NoValue` during evaluation. */
const NO_VALUE: Json = Object.freeze({ 'emulator:no-value': true });
/** Shown in change sets for a value that is only known after the change. */
export const KNOWN_AFTER_APPLY = '{{changeSet:KNOWN_AFTER_APPLY}}';

export interface Scope {
  readonly mappings: JsonObject;
  /** The value of a parameter, a pseudo parameter or a resource. Undefined if the name does not exist. */
  ref(name: string): Json | undefined;
  attribute(logicalId: string, attribute: string): Json | undefined;
  condition(name: string): boolean;
  importValue(name: string): Json;
  zones(region: string): readonly string[];
  readonly region: string;
  /** Whether a parameter may hold `AWS::NoValue`: in resources and outputs, while conditions compare its text. */
  readonly takesNoValue?: boolean | undefined;
  /** The remaining budget of output, shared by all values of the template. */
  readonly budget: OutputBudget;
}

/** Evaluates every function in the value. `AWS::NoValue` removes its key or item. */
export function evaluate(value: Json, scope: Scope): Json {
  const found = resolve(value, scope);
  return found === NO_VALUE ? '' : found;
}

function resolve(value: Json, scope: Scope): Json {
  if (isList(value)) return value.map((item) => resolve(item, scope)).filter((item) => item !== NO_VALUE);
  if (!isObject(value)) return value;
  const call = functionCall(value);
  const run = call && FUNCTIONS[call[0]];
  if (call && !run && call[0] !== 'Condition') throw new TemplateProblem(`Template error: the function ${call[0]} is not known`);
  if (call && run) {
    const made = run(call[1], scope);
    scope.budget.spend(made);
    return made;
  }
  return Object.fromEntries(
    Object.entries(value)
      .map(([key, item]) => [key, resolve(item, scope)] as const)
      .filter(([, found]) => found !== NO_VALUE),
  );
}

function bounded(text: string): string {
  refuseLongText(text.length);
  return text;
}

type Run = (argument: Json, scope: Scope) => Json;

const wrong = (message: string): never => {
  throw new TemplateProblem(`Template error: ${message}`);
};
const listOf = (argument: Json, message: string, least: number, most = least): readonly Json[] =>
  isList(argument) && argument.length >= least && argument.length <= most ? argument : wrong(message);
const unknown = (value: Json): boolean => typeof value === 'string' && value.includes(KNOWN_AFTER_APPLY);

const FUNCTIONS: Readonly<Record<string, Run>> = table({
  Ref: (name, scope) => {
    if (name === NO_VALUE_NAME) return NO_VALUE;
    const found = scope.ref(String(name));
    if (found === NO_VALUE_NAME && scope.takesNoValue) return NO_VALUE;
    return found ?? wrong(`instance of Ref references undefined name ${textOf(name)}`);
  },
  'Fn::GetAtt': (argument, scope) => {
    const [id, ...path] = isList(argument) ? argument : String(argument).split('.');
    const attribute = path.map((part) => textOf(evaluate(part, scope))).join('.');
    return (
      scope.attribute(String(id), attribute) ?? wrong(`resource ${String(id)} does not support attribute type ${attribute} in Fn::GetAtt`)
    );
  },
  'Fn::Sub': substitute,
  'Fn::Join': (argument, scope) => {
    const message = 'every Fn::Join object requires two parameters, (1) a string delimiter and (2) a list of strings to be joined';
    const [delimiter, items] = listOf(argument, message, 2);
    const list = evaluate(items!, scope);
    // Other than a text of Fn::Sub, a joined text is not known in part (recorded, May 2025).
    if (unknown(list) || (isList(list) && list.some(unknown))) return KNOWN_AFTER_APPLY;
    if (!isList(list) || !list.every((item) => isScalar(item))) return wrong(`${message} or a function that returns a list of strings`);
    return joined(list.map(textOf), textOf(evaluate(delimiter!, scope)));
  },
  'Fn::Select': (argument, scope) => {
    const [position, items] = listOf(argument, 'Fn::Select requires a list argument with two elements', 2);
    const place = evaluate(position!, scope);
    if (unknown(place)) return KNOWN_AFTER_APPLY;
    const index = Number(place);
    if (!Number.isInteger(index)) return wrong('Fn::Select requires a list argument with two elements: an integer index and a list');
    const list = evaluate(items!, scope);
    if (unknown(list)) return KNOWN_AFTER_APPLY;
    if (!isList(list)) return wrong('Fn::Select requires a list argument with two elements: an integer index and a list');
    // An unknown item may stand for any number of items.
    const firstUnknown = list.findIndex(unknown);
    if (firstUnknown !== -1 && !(index < firstUnknown)) return KNOWN_AFTER_APPLY;
    return list[index] ?? wrong(`Fn::Select cannot select nonexistent value at index ${textOf(evaluate(position!, scope))}`);
  },
  'Fn::Split': (argument, scope) => {
    const message = 'every Fn::Split object requires two parameters, (1) a string delimiter and (2) a string to be split';
    const [delimiter, text] = listOf(argument, message, 2).map((each) => evaluate(each, scope));
    if (unknown(text!)) return [KNOWN_AFTER_APPLY];
    return isScalar(text) && isScalar(delimiter) && delimiter !== '' ? String(text).split(String(delimiter)) : wrong(message);
  },
  'Fn::If': (argument, scope) => {
    const [name, yes, no] = listOf(argument, 'Fn::If requires a list argument with three elements', 3);
    return resolve(scope.condition(String(name)) ? yes! : no!, scope);
  },
  'Fn::FindInMap': findInMap,
  'Fn::Base64': (argument, scope) => {
    const text = evaluate(argument, scope);
    return unknown(text) ? KNOWN_AFTER_APPLY : bounded(Buffer.from(textOf(text)).toString('base64'));
  },
  'Fn::Cidr': (argument, scope) => {
    const [block, count, bits] = listOf(argument, 'Fn::Cidr requires an ipBlock, a count and optionally cidrBits', 2, 3).map((each) =>
      evaluate(each, scope),
    );
    return [block!, count!, bits ?? ''].some(unknown)
      ? [KNOWN_AFTER_APPLY]
      : cidrBlocks(textOf(block!), Number(count), bits === undefined ? undefined : Number(bits));
  },
  'Fn::GetAZs': (argument, scope) => [...scope.zones(textOf(evaluate(argument, scope)) || scope.region)],
  'Fn::ImportValue': (argument, scope) => {
    const name = textOf(evaluate(argument, scope));
    return unknown(name) ? KNOWN_AFTER_APPLY : scope.importValue(name);
  },
  'Fn::ToJsonString': (argument, scope) => bounded(JSON.stringify(evaluate(argument, scope))),
  'Fn::Length': (argument, scope) => {
    const list = evaluate(argument, scope);
    if (unknown(list)) return KNOWN_AFTER_APPLY;
    return isList(list) ? list.length : wrong('Fn::Length requires a list');
  },
  ...Object.fromEntries(
    ['Fn::And', 'Fn::Or', 'Fn::Not', 'Fn::Equals'].map((name) => [
      name,
      (): Json => wrong(`${name} can only be used in conditions and rules`),
    ]),
  ),
});

function substitute(argument: Json, scope: Scope): Json {
  const [text, variables] = isList(argument) ? argument : [argument];
  if (typeof text !== 'string' || (variables !== undefined && !isObject(variables)))
    return wrong(
      'One or more Fn::Sub intrinsic functions don’t specify expected arguments. Specify a string as first argument, and an optional second argument to specify a mapping of values to replace in the string'.replace(
        '’',
        "'",
      ),
    );
  // Each name is evaluated once, even if the text repeats it: nested repetitions would double the work with every level.
  const own = new Map(Object.entries(variables ?? {}).map(([key, each]) => [key, textOf(evaluate(each, scope))]));
  const textFor = (name: string): string => {
    if (own.has(name)) return own.get(name)!;
    const dot = name.indexOf('.');
    const found = dot < 0 ? scope.ref(name) : scope.attribute(name.slice(0, dot), name.slice(dot + 1));
    const value = textOf(found ?? wrong(`Fn::Sub references an undefined name or attribute: ${name}`));
    own.set(name, value);
    return value;
  };
  return joined(
    subParts(text).map((part) => (part.name === undefined ? part.text : textFor(part.name))),
    '',
  );
}

/** Checks the length before it joins the texts. */
function joined(texts: readonly string[], delimiter: string): string {
  refuseLongText(texts.reduce((sum, text) => sum + text.length + delimiter.length, 0) - delimiter.length);
  return texts.join(delimiter);
}

function findInMap(argument: Json, scope: Scope): Json {
  const parts = listOf(
    argument,
    'every Fn::FindInMap object requires three parameters, the map name, map key and the attribute for return value',
    3,
    4,
  );
  const [map, first, second] = parts.slice(0, 3).map((each) => textOf(evaluate(each, scope))) as [string, string, string];
  if ([map, first, second].some(unknown)) return KNOWN_AFTER_APPLY;
  const options = parts[3];
  const level = member(scope.mappings, map);
  const found = member(member(level, first), second);
  if (found !== undefined) return found;
  if (isObject(options) && options.DefaultValue !== undefined) return evaluate(options.DefaultValue, scope);
  if (level === undefined) return wrong(`Mapping named '${map}' is not present in the 'Mappings' section of template.`);
  return wrong(`Unable to get mapping for ${map}::${first}::${second}`);
}
