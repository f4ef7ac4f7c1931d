// Query parameters that name a part of a resource (`?acl`) choose the operation before anything else of a request does. A request that names
// a part with a method that the part does not take is refused: it never reaches the resource itself. Pure.
import { Fault } from '#core/fault';
import type { OperationIR, SelectorLevel, ServiceIR, StructureShape } from '#protocol/ir';
import type { WireRequest } from './wire.ts';

interface Part {
  /** As refusals name it: `BUCKETPOLICY`. */
  readonly type: string;
  readonly methods: Set<string>;
}

interface Level {
  readonly rules: SelectorLevel;
  /** By the names of its selectors, sorted and joined by `+`. */
  readonly parts: Map<string, Part>;
  /** Every name that occurs in `parts`. */
  readonly words: Set<string>;
  /** Methods of the resource itself. */
  readonly methods: Set<string>;
  /** Query parameters that some operation of the level reads. */
  readonly known: Set<string>;
}

/** The order in which `Allow` names methods. */
const METHODS = ['HEAD', 'DELETE', 'POST', 'GET', 'PUT'];

export class Selectors {
  /** By the number of labels in the path: the service, a bucket, an object. */
  readonly #levels: readonly Level[];

  constructor(ir: ServiceIR, rules: readonly SelectorLevel[]) {
    this.#levels = rules.map((each) => levelOf(ir, each));
  }

  /**
   * The request as it is to be routed: a part of the parent is routed there, whatever follows the parent's path.
   * @throws Fault 405 `MethodNotAllowed` with `Allow` where the part or resource does not take the method, 400 `InvalidArgument` where several parts are named
   */
  resolve(request: WireRequest): WireRequest {
    const depth = Math.min(depthOf(request.path), this.#levels.length - 1);
    const level = this.#levels[depth]!;
    const parent = this.#levels[depth - 1];
    const names = [...request.query.keys()].filter((name) => level.words.has(name)).sort();
    const selected = names.join('+');
    const part = level.parts.get(selected);
    if (!part && names.length > 1) throw conflict(names);
    refuseParameters(level, request);
    if (!part) return this.#resource(level, parent, request);
    if (!part.methods.has(request.method)) throw notAllowed(request.method, part.type, part.methods);
    const refusal = level.rules.refusals?.find(({ selector, methods }) => selector === selected && methods.includes(request.method));
    if (refusal) throw new Fault(refusal.code, refusal.message, { status: 400 });
    return level.rules.ofParent?.includes(selected) ? { ...request, path: parentPath(request.path) } : request;
  }

  /** A request that names no part of this level. */
  #resource(level: Level, parent: Level | undefined, request: WireRequest): WireRequest {
    const { method } = request;
    // The service ignores them when it reads (measured); nothing is written or removed by a request that names a part of something else.
    const foreign = isRead(method) ? undefined : [...request.query.keys()].find((name) => parent?.parts.has(name));
    const ofParent = foreign === undefined ? undefined : parent!.parts.get(foreign);
    if (ofParent) throw notAllowed(method, ofParent.type, ofParent.methods);
    if (!level.methods.has(method)) throw notAllowed(method, level.rules.type, level.methods);
    return request;
  }
}

const isRead = (method: string): boolean => method === 'GET' || method === 'HEAD';

/** How many labels a path fills: `/` none, `/b` and `/b/` one, `/b/k` two. */
function depthOf(path: string): number {
  if (path === '/' || path === '') return 0;
  const slash = path.indexOf('/', 1);
  return slash < 0 || slash === path.length - 1 ? 1 : 2;
}

const parentPath = (path: string): string => path.slice(0, path.indexOf('/', 1));

function levelOf(ir: ServiceIR, rules: SelectorLevel): Level {
  const parts = new Map<string, Part>(Object.entries(rules.selectors).map(([name, type]) => [name, { type, methods: new Set<string>() }]));
  const words = new Set([...parts.keys()].flatMap((name) => name.split('+')));
  const level: Level = { rules, parts, words, methods: new Set(), known: new Set() };
  for (const operation of Object.values(ir.operations)) addOperation(ir, level, operation);
  for (const { selector, methods } of rules.refusals ?? []) for (const method of methods) parts.get(selector)?.methods.add(method);
  return level;
}

/** Adds the method of an operation to the part that it is about. Operations of a parent count for the parts that are answered there. */
function addOperation(ir: ServiceIR, { rules, parts, words, methods, known }: Level, { http, input }: OperationIR): void {
  if (!http) return;
  const [uri = '', search = ''] = http.uri.split('?');
  const members = input === null ? [] : (ir.shapes[input] as StructureShape).members;
  const literals = search.split('&').map((pair) => pair.split('=')[0]!);
  const required = members.flatMap(([, , traits]) => (traits?.required && traits.query !== undefined ? [traits.query] : []));
  const selected = [...literals, ...required].filter((name) => words.has(name)).sort();
  const name = selected.join('+');
  const isOwn = uri === rules.uri;
  if (isOwn) for (const [, , traits] of members) if (traits?.query !== undefined) known.add(traits.query);
  if (isOwn && name === '') methods.add(http.method);
  else if (isOwn ? !rules.ofParent?.includes(name) : uri !== '' && rules.ofParent?.includes(name))
    parts.get(name)?.methods.add(http.method);
}

function refuseParameters({ rules, known }: Level, { query, method }: WireRequest): void {
  for (const { name, prefix, message } of rules.parameters ?? []) {
    const found = [...query.keys()].find((key) => (prefix ? key.startsWith(name) && !known.has(key) && isRead(method) : key === name));
    if (found === undefined) continue;
    const value = query.get(found);
    const members = { ArgumentName: found, ArgumentValue: typeof value === 'string' ? value : (value?.[0] ?? '') };
    throw new Fault('InvalidArgument', message.replace('{name}', found), { status: 400, members });
  }
}

function notAllowed(method: string, type: string, methods: ReadonlySet<string>): Fault {
  const allow = METHODS.filter((each) => methods.has(each)).join(', ');
  return new Fault('MethodNotAllowed', 'The specified method is not allowed against this resource.', {
    status: 405,
    members: { Method: method, ResourceType: type },
    ...(allow === '' ? {} : { headers: { allow } }),
  });
}

const conflict = (names: readonly string[]): Fault =>
  new Fault('InvalidArgument', `Conflicting query string parameters: ${names.join(', ')}`, {
    status: 400,
    members: { ArgumentName: 'ResourceType', ArgumentValue: names[0] },
  });
