// Arguments of functions that are wrong whatever the values are, and functions where there must be none. The cloud refuses them with the
// template: the texts of GetAtt, Select and Split were recorded in autumn 2025, those of Equals, ImportValue and names in Sub are quoted in
// many reports, the others are those of Eucalyptus, whose authors tried them.
import { table } from '#lib/table';
import { functionCall, isList, isObject, isScalar, type Json } from '#resources/json';
import { subParts } from '#services/cloudformation/engine/sub-text';

const JOIN =
  'every Fn::Join object requires two parameters, (1) a string delimiter and (2) a list of strings to be joined or a function that returns a list of strings (such as Fn::GetAZs) to be joined.';
const SUB_SHAPE =
  "One or more Fn::Sub intrinsic functions don't specify expected arguments. Specify a string as first argument, and an optional second argument to specify a mapping of values to replace in the string";

/** A problem of the argument of a function, without the words `Template error: `. Undefined for an argument that fits. */
type Judge = (argument: Json) => string | undefined;

const unless =
  (fits: (argument: Json) => boolean, says: string): Judge =>
  (argument) =>
    fits(argument) ? undefined : says;

const isCall = (value: Json | undefined): boolean => value !== undefined && functionCall(value) !== undefined;
const isTextOrCall = (value: Json | undefined): boolean => isScalar(value) || isCall(value);

const JUDGES: Readonly<Record<string, Judge>> = table({
  Ref: unless(isScalar, 'All References must be of type string'),
  'Fn::GetAtt': unless(
    isAttribute,
    'every Fn::GetAtt object requires two non-empty parameters, the resource name and the resource attribute',
  ),
  'Fn::Select': unless(isSelection, 'Fn::Select requires a list argument with two elements: an integer index and a list'),
  'Fn::Split': unless(
    (argument) => isList(argument) && argument.length === 2,
    'every Fn::Split object requires two parameters, (1) a string delimiter and (2) a string to be split or a function that returns a string to be split.',
  ),
  'Fn::Join': unless(isJoin, JOIN),
  'Fn::If': (argument) => {
    if (!isList(argument) || !isScalar(argument[0])) return 'Fn::If requires a list argument with the first element being a condition';
    return argument.length === 3 ? undefined : 'Fn::If requires a list argument with three elements';
  },
  'Fn::Sub': substitution,
  'Fn::Base64': unless(isTextOrCall, 'every Fn::Base64 object must have a String-typed value.'),
  'Fn::GetAZs': unless(isTextOrCall, 'every Fn::GetAZs object must have a String-typed value.'),
});

const FIND_IN_MAP = 'every Fn::FindInMap object requires three parameters, the map name, map key and the attribute for return value';
/** Functions that give the names of a look-up; the language extensions allow others, too. */
const NAMING = ['Ref', 'Fn::FindInMap'];

const CONDITIONAL = ['Fn::And', 'Fn::Or', 'Fn::Not', 'Fn::Equals'];
const EXTENSIONS = ['Fn::Length', 'Fn::ToJsonString'];
const OTHERS = ['Condition', 'Fn::FindInMap', 'Fn::Cidr', 'Fn::ImportValue', 'Fn::Transform'];
const SUPPORTED =
  '[Fn::Base64, Fn::GetAtt, Fn::GetAZs, Fn::ImportValue, Fn::Join, Fn::Split, Fn::FindInMap, Fn::Select, Ref, Fn::Equals, Fn::If, Fn::Not, Condition, Fn::And, Fn::Or, Fn::Contains, Fn::EachMemberEquals, Fn::EachMemberIn, Fn::ValueOf, Fn::ValueOfAll, Fn::RefAll, Fn::Sub, Fn::Cidr]';

export interface ShapeOptions {
  /** The template declares the language extensions. */
  readonly extended?: boolean;
  /** The value is a condition, or an assertion of a rule. */
  readonly conditional?: boolean;
}

/** One sentence per kind of mistake. */
export function wrongShapes(value: Json, { extended = false, conditional = false }: ShapeOptions = {}): string[] {
  const found = new Set<string>();
  const judge = (name: string, argument: Json): string | undefined => {
    const known = JUDGES[name];
    if (known) return known(argument);
    if (name === 'Fn::FindInMap') return findsInMap(argument, extended) ? undefined : FIND_IN_MAP;
    if (CONDITIONAL.includes(name)) return conditional ? undefined : `${name} cannot be partially collapsed`;
    if (OTHERS.includes(name) || (extended && EXTENSIONS.includes(name)) || conditional) return undefined;
    return `Encountered unsupported function: ${name} Supported functions are: ${SUPPORTED}`;
  };
  const walk = (each: Json): void => {
    if (isList(each)) {
      each.forEach(walk);
      return;
    }
    if (!isObject(each)) return;
    const call = functionCall(each);
    const problem = call && judge(...call);
    if (problem !== undefined) found.add(`Template error: ${problem}`);
    Object.values(each).forEach(walk);
  };
  walk(value);
  return [...found];
}

const isFilled = (part: Json | undefined): boolean => isObject(part) || (typeof part === 'string' && part !== '');

function isAttribute(argument: Json): boolean {
  const parts = isList(argument) ? argument : typeof argument === 'string' ? argument.split('.') : [];
  return parts.length > 1 && typeof parts[0] === 'string' && parts.every(isFilled);
}

function isSelection(argument: Json): boolean {
  if (!isList(argument)) return isObject(argument);
  const [index, items] = argument;
  if (argument.length !== 2 || (!isList(items) && !isObject(items))) return false;
  if (isObject(index)) return true;
  const position = typeof index === 'string' && index.trim() !== '' ? Number(index) : index;
  if (typeof position !== 'number' || !Number.isInteger(position) || position < 0) return false;
  // A function among the items may stand for any number of them, or for none
  return !isList(items) || items.some((item) => isObject(item)) || position < items.length;
}

function isJoin(argument: Json): boolean {
  if (!isList(argument) || argument.length !== 2) return false;
  const [delimiter, items] = argument as [Json, Json];
  return isScalar(delimiter) && (isList(items) ? items.every(isTextOrCall) : isCall(items));
}

function findsInMap(argument: Json, extended: boolean): boolean {
  if (!isList(argument) || argument.length < 3 || argument.length > 4) return false;
  if (argument.length === 4 && !isObject(argument[3])) return false;
  return argument.slice(0, 3).every((name) => {
    const call = functionCall(name);
    return call ? extended || NAMING.includes(call[0]) : isScalar(name);
  });
}

function substitution(argument: Json): string | undefined {
  const [text, variables, ...more] = isList(argument) ? argument : [argument, {}];
  if (!isScalar(text) || !isObject(variables) || more.length > 0) return SUB_SHAPE;
  if (!Object.keys(variables).every((name) => /^\w+$/.test(name)))
    return 'every key of the context object of every Fn::Sub object must contain only alphanumeric characters and underscores';
  if (!Object.values(variables).every(isTextOrCall))
    return 'every value of the context object of every Fn::Sub object must be a string or a function that returns a string';
  const isNamed = subParts(String(text)).every(({ name }) => name === undefined || /^[\w.:]+$/.test(name));
  return isNamed
    ? undefined
    : 'variable names in Fn::Sub syntax must contain only alphanumeric characters, underscores, periods, and colons';
}
