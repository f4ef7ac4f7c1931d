// Resolves parameters and mappings where the transform has to know a value, and rewrites references such as `Function.Alias`.
import { shown } from './message-text.ts';
import { invalidDocument } from './problems.ts';
import { type Block, get, isBlock, isText, type Value } from './values.ts';

type Rewrite = (value: Block, name: string) => Value;

/** Rewrites in place every object of one key that `rewrites` knows, outer ones first. */
function walk(value: Value, rewrites: Readonly<Record<string, Rewrite>>): Value {
  let current = value;
  if (isBlock(current)) {
    const keys = Object.keys(current);
    const [name] = keys;
    if (keys.length === 1 && name !== undefined && Object.hasOwn(rewrites, name)) current = rewrites[name]!(current, name);
  }
  if (isBlock(current)) for (const [key, item] of Object.entries(current)) current[key] = walk(item, rewrites);
  else if (Array.isArray(current)) for (let index = 0; index < current.length; index += 1) current[index] = walk(current[index]!, rewrites);
  return current;
}

/** Replaces each `${Name}` of a `Fn::Sub` in place; `replace` returns the text unchanged where it knows nothing. */
function rewriteSub(call: Block, replace: (whole: string, name: string) => Value): Block {
  const argument = call['Fn::Sub']!;
  const inText = (text: string): string =>
    text.replace(/\$\{([A-Za-z0-9.]+|AWS::[A-Z][A-Za-z]*)\}/g, (whole, name: string) => {
      const found = replace(whole, name);
      if (!isText(found))
        throw invalidDocument(`Invalid Fn::Sub variable value ${shown(found)}. Fn::Sub expects all variables to be strings.`);
      return found;
    });
  if (isText(argument)) call['Fn::Sub'] = inText(argument);
  else if (Array.isArray(argument) && isText(argument[0])) argument[0] = inText(argument[0]);
  return call;
}

/** Knows the values of parameters and mappings. Values are changed in place. */
export class Resolver {
  readonly #parameters: Block;
  readonly #mappings: Block;

  constructor(parameters: Block, mappings: Block) {
    this.#parameters = parameters;
    this.#mappings = mappings;
  }

  /** Resolves `Ref` and `Fn::Sub` of parameters. */
  parameters<V extends Value | undefined>(value: V): V {
    if (value === undefined) return value;
    const found = (name: string, otherwise: Value): Value => get(this.#parameters, name) ?? otherwise;
    return walk(value, {
      Ref: (call) => (isText(call.Ref) ? found(call.Ref, call) : call),
      'Fn::Sub': (call) => rewriteSub(call, (whole, name) => found(name, whole)),
    }) as V;
  }

  /** Resolves `Fn::FindInMap` whose keys are known. */
  mappings<V extends Value | undefined>(value: V): V {
    if (value === undefined || Object.keys(this.#mappings).length === 0) return value;
    return walk(value, { 'Fn::FindInMap': (call) => this.#findInMap(call) }) as V;
  }

  #findInMap(call: Block): Value {
    const keys = call['Fn::FindInMap']!;
    if (!Array.isArray(keys) || keys.length !== 3)
      throw invalidDocument(`Invalid FindInMap value ${shown(keys)}. FindInMap expects an array with 3 values.`);
    const [map, first, second] = keys.map((key) => this.mappings(key));
    if (!isText(map) || !isText(first) || !isText(second)) return call;
    const flat = invalidDocument(`Cannot use Fn::FindInMap on Mapping '${map}' which is not a a two-level map.`);
    const table = get(this.#mappings, map);
    if (table === undefined) return call;
    if (!isBlock(table)) throw flat;
    const row = get(table, first);
    if (row === undefined) return call;
    if (!isBlock(row)) throw flat;
    return get(row, second) ?? call;
  }
}

/** Logical ids behind `<SAM resource>.<property>`, e.g. `Handler.Alias`. */
export type ReferableProperties = Map<string, Map<string, string>>;

/** Rewrites `Ref: Handler.Alias`, `${Handler.Alias}` and `Fn::GetAtt: [Handler.Alias, …]` in place. */
export function rewriteProperties(template: Value, known: ReferableProperties): Value {
  if (known.size === 0) return template;
  const find = (id: string | undefined, property: string | undefined): string | undefined => known.get(id ?? '')?.get(property ?? '');
  return walk(template, {
    Ref: (call) => {
      if (!isText(call.Ref)) return call;
      const dot = call.Ref.indexOf('.');
      const found = dot > 0 ? find(call.Ref.slice(0, dot), call.Ref.slice(dot + 1)) : undefined;
      return found ? { Ref: found } : call;
    },
    'Fn::Sub': (call) =>
      rewriteSub(call, (whole, name) => {
        const [id, property] = name.split('.');
        const found = find(id, property);
        return found ? whole.replaceAll(`${id}.${property}`, found) : whole;
      }),
    'Fn::GetAtt': (call) => {
      const parts = attributeParts(call);
      const found = parts && find(parts[0], parts[1]);
      if (found) call['Fn::GetAtt'] = [found, ...parts.slice(2)];
      return call;
    },
  });
}

/** Rewrites references to resources whose logical ids changed, `DependsOn` included, in place. */
export function rewriteIds(template: Value, changed: ReadonlyMap<string, string>): Value {
  if (changed.size === 0) return template;
  rewriteDependsOn(template, changed);
  return walk(template, {
    Ref: (call) => (isText(call.Ref) && changed.has(call.Ref) ? { Ref: changed.get(call.Ref)! } : call),
    'Fn::Sub': (call) =>
      rewriteSub(call, (whole, name) => {
        const id = name.split('.')[0]!;
        return changed.has(id) ? whole.replaceAll(id, changed.get(id)!) : whole;
      }),
    'Fn::GetAtt': (call) => {
      const parts = attributeParts(call);
      if (parts && changed.has(parts[0]!)) call['Fn::GetAtt'] = [changed.get(parts[0]!)!, ...parts.slice(1)];
      return call;
    },
  });
}

function attributeParts(call: Block): string[] | undefined {
  const argument = call['Fn::GetAtt'];
  return Array.isArray(argument) && argument.length >= 2 && argument.every(isText) ? argument.join('.').split('.') : undefined;
}

function rewriteDependsOn(value: Value, changed: ReadonlyMap<string, string>): void {
  if (Array.isArray(value)) for (const item of value) rewriteDependsOn(item, changed);
  if (!isBlock(value)) return;
  const renamed = (id: Value): Value => (isText(id) ? (changed.get(id) ?? id) : id);
  const needed = get(value, 'DependsOn');
  if (Array.isArray(needed)) value.DependsOn = needed.map(renamed);
  else if (isText(needed)) value.DependsOn = renamed(needed);
  for (const item of Object.values(value)) rewriteDependsOn(item, changed);
}
