// Finds the resources, parameters, attributes and conditions to which a value refers. Only names, nothing is evaluated.
import { functionCall, isList, isObject, type Json } from '#resources/json';
import { subParts } from './sub-text.ts';

export interface Reference {
  readonly name: string;
  /** The attribute of a GetAtt or of `${Name.Attribute}`. */
  readonly attribute?: string | undefined;
  readonly kind: 'name' | 'condition';
}

/** All references below a value. `condition` decides which branch of an `Fn::If` counts. Without it both do. */
export function references(value: Json, condition?: (name: string) => boolean): Reference[] {
  const found: Reference[] = [];
  const walk = (each: Json): unknown => {
    if (isList(each)) return each.forEach(walk);
    if (!isObject(each)) return undefined;
    const call = functionCall(each);
    if (!call) return Object.values(each).forEach(walk);
    const [name, argument] = call;
    if (name === 'Ref' && typeof argument === 'string') found.push({ name: argument, kind: 'name' });
    else if (name === 'Condition' && typeof argument === 'string') found.push({ name: argument, kind: 'condition' });
    else if (name === 'Fn::GetAtt') attribute(argument);
    else if (name === 'Fn::Sub') substitution(argument);
    else if (name === 'Fn::If' && isList(argument)) branch(argument);
    else walk(argument);
    return undefined;
  };
  const attribute = (argument: Json) => {
    const [id, ...path] = isList(argument) ? argument : String(argument).split('.');
    found.push({ name: String(id), attribute: path.every((part) => typeof part === 'string') ? path.join('.') : undefined, kind: 'name' });
    path.forEach(walk);
  };
  const substitution = (argument: Json) => {
    const [text, variables] = isList(argument) ? argument : [argument];
    const own = isObject(variables) ? variables : {};
    Object.values(own).forEach(walk);
    for (const { name } of subParts(String(text))) {
      if (name === undefined || Object.hasOwn(own, name)) continue;
      const dot = name.indexOf('.');
      found.push(dot < 0 ? { name, kind: 'name' } : { name: name.slice(0, dot), attribute: name.slice(dot + 1), kind: 'name' });
    }
  };
  const branch = ([name, yes, no]: readonly Json[]) => {
    found.push({ name: String(name), kind: 'condition' });
    const taken = condition?.(String(name));
    if (taken !== false) walk(yes ?? '');
    if (taken !== true) walk(no ?? '');
  };
  walk(value);
  return found;
}
