// Paths and methods of an OpenAPI document. Both may stand within `Fn::If`, because functions with conditions add to them.
import { invalidDocument } from '#sam/problems';
import { type Block, conditional, filled, get, has, isBlock, isNoValue, type Value } from '#sam/values';

export const INTEGRATION = 'x-amazon-apigateway-integration';
export const ANY_METHOD = 'x-amazon-apigateway-any-method';

/** The alternatives of an `Fn::If` without `AWS::NoValue`; other values as they are. */
export function alternatives(value: Value | undefined): (Value | undefined)[] {
  if (!isBlock(value) || !Object.hasOwn(value, 'Fn::If')) return [value];
  const items = value['Fn::If'];
  if (!Array.isArray(items)) throw invalidDocument('Value of Fn::If must be a list.');
  return items.slice(1).filter((item) => !isNoValue(item));
}

export function expectPathItem(item: Value | undefined, path: string): Block {
  if (!isBlock(item)) throw invalidDocument(`Value of '${path}' path must be a dictionary according to Swagger spec.`);
  return item;
}

export function expectDefinition(definition: Value | undefined, path: string, method: string): Block {
  if (!isBlock(definition)) throw invalidDocument(`Definition of method '${method}' for path '${path}' should be a map.`);
  return definition;
}

export function methodName(method: string): string {
  const lower = method.toLowerCase();
  return lower === 'any' ? ANY_METHOD : lower;
}

export const hasIntegration = (definition: Block): boolean => filled(get(definition, INTEGRATION));

export const isVersion3 = (version: Value | undefined): boolean => /^3(\.\d)(\.\d)?$/.test(String(version));

/** Changes the paths of a document in place. */
export class Paths {
  readonly items: Block;

  constructor(items: Block) {
    this.items = items;
  }

  names(): string[] {
    return Object.keys(this.items);
  }

  of(path: string): Block[] {
    return alternatives(get(this.items, path)).map((item) => expectPathItem(item, path));
  }

  add(path: string, method: string): void {
    this.items[path] ??= {};
    const item = this.items[path]!;
    if (!isBlock(item)) throw invalidDocument(`Value of '${path}' path must be a dictionary according to Swagger spec.`);
    for (const each of alternatives(item)) if (isBlock(each)) each[methodName(method)] ??= {};
  }

  hasIntegration(path: string, method: string): boolean {
    const name = methodName(method);
    if (!Object.hasOwn(this.items, path)) return false;
    const items = alternatives(this.items[path]);
    if (items.some((item) => !isBlock(item) || !Object.hasOwn(item, name))) return false;
    return items.every((item) => {
      const declared = get(item, name);
      if (!isBlock(declared)) return false;
      return alternatives(declared).some((each) => hasIntegration(expectDefinition(each, path, name)));
    });
  }

  /** Runs a change of one method; the method is as before if the change throws. */
  changing(path: string, method: string, run: () => void): void {
    const name = methodName(method);
    const items = alternatives(get(this.items, path)).filter(isBlock);
    const before = items.map((item) => structuredClone(item[name]));
    try {
      run();
    } catch (error) {
      for (const [index, item] of items.entries())
        if (before[index] === undefined) delete item[name];
        else item[name] = before[index]!;
      throw error;
    }
  }

  makeConditional(path: string, condition: string): void {
    this.items[path] = conditional(condition, this.items[path]!);
  }

  /** The definitions of one method, with an integration unless `all`. */
  definitions(path: string, method: string, all = false): Block[] {
    return this.of(path).flatMap((item) => this.definitionsIn(item, path, methodName(method), all, method));
  }

  definitionsIn(item: Block, path: string, name: string, all = false, method = name): Block[] {
    return alternatives(get(item, name))
      .map((each) => expectDefinition(each, path, method))
      .filter((each) => all || hasIntegration(each));
  }

  setTimeout(path: string, method: string, timeout: Value): void {
    for (const each of this.definitions(path, method)) (each[INTEGRATION] as Block).timeoutInMillis = timeout;
  }
}

/** The methods of a path for a permission: path parameters become `*`. */
export const permissionPath = (path: string): string => path.replace(/\{([a-zA-Z0-9._-]+\+?|proxy\+)\}/g, '*');

/** The security entries of a method. @throws InvalidDocument if they are no list */
export function securityOf(definition: Block, path: string, method: string): Value[] {
  const security = has(definition, 'security') ? definition.security : [];
  if (!Array.isArray(security)) throw invalidDocument(`Type of security for path ${path} method ${method} must be a list`);
  return security;
}

/** The integration of a function, possibly only under a condition. */
export const integrationUri = (partition: string, arn: string, condition: Value | undefined, streamed = false): Block => {
  const call = streamed ? ['2021-11-15', 'response-streaming-invocations'] : ['2015-03-31', 'invocations'];
  const uri: Block = { 'Fn::Sub': `arn:${partition}:apigateway:\${AWS::Region}:lambda:path/${call[0]}/functions/${arn}/${call[1]}` };
  return condition === undefined ? uri : conditional(condition, uri);
};
