// Parameters: their declarations, their constraints, and their values from a request.
import { Regex, RegexBudget, RegexSyntaxError, RegexTooCostly } from '#lib/regex/regex';
import { dictionary, own } from '#lib/table';
import { isList, isObject, type Json, type JsonObject, textOf } from '#resources/json';
import { KNOWN_AFTER_APPLY } from './intrinsics.ts';
import { TemplateProblem } from './problem.ts';

export interface ParameterValue {
  /** The value as given. For a parameter of an SSM type, the name of the SSM parameter. */
  readonly value: string;
  /** The value of the SSM parameter when it was read. */
  readonly resolved?: string | undefined;
}

export interface GivenParameter {
  readonly ParameterKey?: string | undefined;
  readonly ParameterValue?: string | undefined;
  readonly UsePreviousValue?: boolean | undefined;
}

const PLAIN = ['String', 'Number', 'List<Number>', 'CommaDelimitedList'];
const RESOURCE =
  /^(List<)?AWS::(EC2::(AvailabilityZone::Name|Image::Id|Instance::Id|KeyPair::KeyName|SecurityGroup::(GroupName|Id)|Subnet::Id|Volume::Id|VPC::Id)|Route53::HostedZone::Id)>?$/;
const SSM_VALUE = /^AWS::SSM::Parameter::Value<(.+)>$/;
const MEMBERS = new Set([
  'Type',
  'Default',
  'AllowedValues',
  'AllowedPattern',
  'ConstraintDescription',
  'Description',
  'MinLength',
  'MaxLength',
  'MinValue',
  'MaxValue',
  'NoEcho',
]);

/** In a change set of nested stacks, a value from the parent stack may only be known at execution. It is not checked before. */
export const knownLater = ({ value }: ParameterValue): boolean => value.includes(KNOWN_AFTER_APPLY);

export const typeOf = (declaration: JsonObject): string => String(declaration.Type ?? '');
export const isNoEcho = (declaration: JsonObject | undefined): boolean => String(declaration?.NoEcho ?? 'false').toLowerCase() === 'true';
/** The type of value that an SSM parameter must have. Undefined for other types. */
export const ssmType = (declaration: JsonObject): string | undefined => SSM_VALUE.exec(typeOf(declaration))?.[1];

export function checkDeclarations(parameters: Readonly<Record<string, JsonObject>>): string[] {
  return Object.entries(parameters).flatMap(([name, declaration]) => {
    const type = typeOf(declaration);
    const known = (each: string) => PLAIN.includes(each) || RESOURCE.test(each) || each === 'List<String>';
    const inner = ssmType(declaration);
    const problems = Object.keys(declaration)
      .filter((key) => !MEMBERS.has(key))
      .map((key) => `Invalid template parameter property '${key}'`);
    if (type === '') problems.push(`Template format error: Every Parameters object must contain a Type member. (${name})`);
    else if (!(inner === undefined ? known(type) || type === 'AWS::SSM::Parameter::Name' : known(inner)))
      problems.push(`Template format error: Unrecognized parameter type: ${type}`);
    if (isObject(declaration.Default) || isList(declaration.Default))
      problems.push('Template format error: Every Default member must be a string.');
    return [...problems, ...misplacedConstraints(name, declaration)];
  });
}

const LENGTHS = ['MinLength', 'MaxLength'];
const BOUNDS = ['MinValue', 'MaxValue'];

/** Constraints of the other kind: lengths of numbers, bounds of text. */
function misplacedConstraints(name: string, declaration: JsonObject): string[] {
  const isNumber = /^(List<)?Number>?$/.test(typeOf(declaration));
  const [misplaced, wanted] = isNumber ? [[...LENGTHS, 'AllowedPattern'], 'String'] : [BOUNDS, 'Number'];
  const found = misplaced.filter((each) => declaration[each] !== undefined);
  return found.map((each) => `Template error: Parameter '${name}' ${each} must be on a parameter of type ${wanted}`);
}

/**
 * The value of each parameter: given, previous or default.
 * @throws TemplateProblem that names every parameter which has no value, is not declared, or breaks its constraints
 */
export function parameterValues(
  declarations: Readonly<Record<string, JsonObject>>,
  given: readonly GivenParameter[],
  previous: Readonly<Record<string, ParameterValue>> | undefined,
): Record<string, ParameterValue> {
  const unknown = given.flatMap(({ ParameterKey }) =>
    ParameterKey !== undefined && !own(declarations, ParameterKey) ? [ParameterKey] : [],
  );
  if (unknown.length > 0) throw new TemplateProblem(`Parameters: [${unknown.join(', ')}] do not exist in the template`);
  const values: Record<string, ParameterValue> = dictionary();
  const missing: string[] = [];
  for (const [name, declaration] of Object.entries(declarations)) {
    const parameter = given.find(({ ParameterKey }) => ParameterKey === name);
    const value = chosen(declaration, parameter, previous && Object.hasOwn(previous, name) ? previous[name] : undefined);
    if (value) values[name] = value;
    else missing.push(name);
  }
  if (missing.length > 0) throw new TemplateProblem(`Parameters: [${missing.join(', ')}] must have values`);
  const budget = new RegexBudget();
  const broken = Object.entries(values).flatMap(([name, given]) =>
    knownLater(given) ? [] : constraintsBroken(name, declarations[name]!, given.value, budget),
  );
  if (broken.length > 0) throw new TemplateProblem(broken.join('\n'));
  return values;
}

function chosen(
  declaration: JsonObject,
  parameter: GivenParameter | undefined,
  previous: ParameterValue | undefined,
): ParameterValue | undefined {
  if (parameter?.UsePreviousValue && parameter.ParameterValue)
    throw new TemplateProblem(
      `Invalid input for parameter key ${parameter.ParameterKey}. Cannot specify usePreviousValue as true and non empty value for a parameter`,
    );
  if (parameter?.UsePreviousValue) return previous;
  if (parameter?.ParameterValue !== undefined) return { value: parameter.ParameterValue };
  const fallback = declaration.Default;
  if (fallback === undefined) return undefined;
  return { value: textOf(fallback) };
}

/** Broken constraints of a value. For an SSM type they apply to the name of the SSM parameter, as in the cloud. */
function constraintsBroken(name: string, declaration: JsonObject, value: string, budget: RegexBudget): string[] {
  const type = typeOf(declaration);
  const described = declaration.ConstraintDescription;
  const wrong = (why: string) => [
    `Parameter '${name}' ${described === undefined ? why : `failed to satisfy constraint: ${textOf(described)}`}`,
  ];
  const items = isListType(type) ? splitList(value) : [value];
  const number = (key: string) => (declaration[key] === undefined ? undefined : Number(declaration[key]));
  if (isList(declaration.AllowedValues)) {
    const allowed = declaration.AllowedValues.map(textOf);
    if (!items.every((item) => allowed.includes(item))) return wrong(`must be one of AllowedValues`);
  }
  if (type === 'Number' || type === 'List<Number>') {
    if (!items.every((item) => item.trim() !== '' && Number.isFinite(Number(item)))) return wrong('must be a number.');
    const [least, most] = [number('MinValue'), number('MaxValue')];
    if (least !== undefined && items.some((item) => Number(item) < least)) return wrong(`must be a number not less than ${least}`);
    if (most !== undefined && items.some((item) => Number(item) > most)) return wrong(`must be a number not greater than ${most}`);
  }
  if (typeof declaration.AllowedPattern === 'string' && !matches(declaration.AllowedPattern, items, budget))
    return wrong(`must match pattern ${declaration.AllowedPattern}`);
  const [shortest, longest] = [number('MinLength'), number('MaxLength')];
  if (shortest !== undefined && value.length < shortest) return wrong(`must contain at least ${shortest} characters`);
  if (longest !== undefined && value.length > longest) return wrong(`must contain at most ${longest} characters`);
  return [];
}

function matches(pattern: string, items: readonly string[], budget: RegexBudget): boolean {
  try {
    const regex = new Regex(pattern, { whole: true });
    return items.every((item) => regex.test(item, budget));
  } catch (error) {
    if (error instanceof RegexTooCostly)
      throw new TemplateProblem(`Template format error: The AllowedPattern ${pattern} takes too long to match.`);
    if (error instanceof RegexSyntaxError)
      throw new TemplateProblem(
        `Template format error: The AllowedPattern ${pattern} is not a valid regular expression (${error.message}).`,
      );
    throw error;
  }
}

export const isListType = (type: string): boolean => type === 'CommaDelimitedList' || type.startsWith('List<');
const splitList = (value: string): string[] => (value === '' ? [] : value.split(',').map((item) => item.trim()));

/** The value of `Ref`: a text, or a list for list types. */
export function referenceValue(declaration: JsonObject, given: ParameterValue): Json {
  if (knownLater(given)) return KNOWN_AFTER_APPLY;
  const { value, resolved } = given;
  const type = ssmType(declaration) ?? typeOf(declaration);
  const text = resolved ?? value;
  return isListType(type) ? splitList(text) : text;
}
