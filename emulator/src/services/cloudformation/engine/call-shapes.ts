// Arguments of functions that are wrong whatever the values are. The cloud refuses them with the template (recorded in autumn 2025).
import { functionCall, isList, isObject, type Json } from '#resources/json';

const GET_ATT = 'Template error: every Fn::GetAtt object requires two non-empty parameters, the resource name and the resource attribute';
const SELECT = 'Template error: Fn::Select requires a list argument with two elements: an integer index and a list';
const SPLIT =
  'Template error: every Fn::Split object requires two parameters, (1) a string delimiter and (2) a string to be split or a function that returns a string to be split.';

/** One sentence per kind of mistake. */
export function wrongShapes(value: Json): string[] {
  const found = new Set<string>();
  const walk = (each: Json): void => {
    if (isList(each)) {
      each.forEach(walk);
      return;
    }
    if (!isObject(each)) return;
    const [name, argument] = functionCall(each) ?? [];
    if (name === 'Fn::GetAtt' && !isAttribute(argument!)) found.add(GET_ATT);
    if (name === 'Fn::Select' && !isSelection(argument!)) found.add(SELECT);
    if (name === 'Fn::Split' && !(isList(argument!) && argument.length === 2)) found.add(SPLIT);
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
