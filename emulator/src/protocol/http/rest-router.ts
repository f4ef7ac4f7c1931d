// Finds the operation of a REST service by method, path and query: a tree of path segments. Label names belong to the operations, because
// operations share a position in the tree and name its label differently.
import type { OperationIR, ServiceIR, StructureShape } from '#protocol/ir';
import type { WireRequest } from './wire.ts';

export interface RouteMatch {
  readonly operation: string;
  /** Still percent-encoded. */
  readonly labels: Readonly<Record<string, string>>;
}

interface Candidate {
  readonly operation: string;
  readonly labels: readonly string[];
  readonly literals: readonly (readonly [key: string, value: string])[];
  readonly queries: readonly string[];
  readonly headers: readonly string[];
  /** The more conditions the route has, the earlier it is tried. */
  readonly weight: number;
}

interface Node {
  readonly literals: Map<string, Node>;
  readonly candidates: Map<string, Candidate[]>;
  label?: Node;
  greedy?: Node;
}

const newNode = (): Node => ({ literals: new Map(), candidates: new Map() });

/** Some SDKs add the operation's name; it decides where nothing else does. */
const HINT = 'x-id';

export class RestRouter {
  readonly #root = newNode();
  /**
   * Whether a request may lack the query parameters and headers that its operation requires: services with JSON then name the missing member;
   * those with XML tell operations apart by them.
   */
  readonly #lenient: boolean;

  constructor(ir: ServiceIR) {
    this.#lenient = ir.protocol === 'restJson1';
    for (const [name, operation] of Object.entries(ir.operations)) if (operation.http) this.#add(ir, name, operation, operation.http);
    sortCandidates(this.#root);
  }

  #add(ir: ServiceIR, name: string, operation: OperationIR, http: NonNullable<OperationIR['http']>): void {
    const [path = '', search = ''] = http.uri.split('?');
    const labels: string[] = [];
    let node = this.#root;
    for (const segment of path.split('/').filter((part) => part !== '')) {
      const label = /^\{(\w+)(\+)?\}$/.exec(segment);
      if (label) labels.push(label[1]!);
      if (!label) node = childFor(node, segment);
      else if (label[2]) node = node.greedy ??= newNode();
      else node = node.label ??= newNode();
    }
    const candidates = node.candidates.get(http.method) ?? [];
    candidates.push(candidate(ir, name, operation, labels, search));
    node.candidates.set(http.method, candidates);
  }

  /** The path must be raw. */
  match(request: WireRequest): RouteMatch | undefined {
    const segments = request.path.split('/').slice(1);
    const trailing = segments.at(-1) === '';
    if (trailing) segments.pop();
    const state = { segments, trailing, request, values: [] };
    return walk(this.#root, state, 0) ?? (this.#lenient ? walk(this.#root, { ...state, values: [], lenient: true }, 0) : undefined);
  }
}

function childFor(node: Node, segment: string): Node {
  const child = node.literals.get(segment) ?? newNode();
  node.literals.set(segment, child);
  return child;
}

function candidate(ir: ServiceIR, name: string, operation: OperationIR, labels: string[], search: string): Candidate {
  const literals = search
    .split('&')
    .filter((pair) => pair !== '' && !pair.startsWith(`${HINT}=`))
    .map((pair): [string, string] => [pair.split('=')[0]!, pair.split('=')[1] ?? '']);
  const members = operation.input === null ? [] : (ir.shapes[operation.input] as StructureShape).members;
  const required = members.flatMap(([, , traits]) => (traits?.required ? [traits] : []));
  const queries = required.flatMap(({ query }) => query ?? []);
  const headers = required.flatMap(({ header }) => header?.toLowerCase() ?? []);
  return { operation: name, labels, literals, queries, headers, weight: literals.length * 8 + queries.length * 4 + headers.length * 2 };
}

function sortCandidates(node: Node): void {
  for (const list of node.candidates.values()) list.sort((a, b) => b.weight - a.weight);
  for (const child of [...node.literals.values(), node.label, node.greedy]) if (child) sortCandidates(child);
}

interface Walk {
  readonly segments: readonly string[];
  readonly trailing: boolean;
  readonly request: WireRequest;
  readonly values: string[];
  readonly lenient?: boolean;
}

function fits({ literals, queries, headers }: Candidate, { request, lenient }: Walk): boolean {
  const isNamed = literals.every(([key, value]) => request.query.has(key) && (value === '' || request.query.get(key) === value));
  if (lenient === true) return isNamed;
  return (
    isNamed &&
    request.query.size >= literals.length + queries.length &&
    queries.every((key) => request.query.has(key)) &&
    headers.every((key) => request.headers[key] !== undefined)
  );
}

function pick(node: Node, state: Walk): RouteMatch | undefined {
  const { request, values } = state;
  const hint = request.query.get(HINT);
  const candidates = node.candidates.get(request.method);
  const hinted = hint === undefined ? undefined : candidates?.find((one) => one.operation === hint && fits(one, state));
  const chosen = hinted ?? candidates?.find((one) => fits(one, state));
  if (!chosen) return undefined;
  return { operation: chosen.operation, labels: Object.fromEntries(chosen.labels.map((label, index) => [label, values[index]!])) };
}

function walk(node: Node, state: Walk, at: number): RouteMatch | undefined {
  const { segments, values } = state;
  if (at === segments.length) return pick(node, state);
  const segment = segments[at]!;
  const literal = node.literals.get(segment);
  const found = literal && walk(literal, state, at + 1);
  if (found) return found;
  if (node.label && segment !== '') {
    values.push(segment);
    const labelled = walk(node.label, state, at + 1);
    if (labelled) return labelled;
    values.pop();
  }
  return node.greedy && walkGreedy(node.greedy, state, at);
}

/** A greedy label takes as much as possible; a slash at the very end belongs to it. */
function walkGreedy(node: Node, state: Walk, at: number): RouteMatch | undefined {
  const { segments, values, trailing } = state;
  const last = node.literals.size > 0 ? at + 1 : segments.length;
  for (let end = segments.length; end >= last; end--) {
    values.push(segments.slice(at, end).join('/') + (end === segments.length && trailing ? '/' : ''));
    const found = walk(node, state, end);
    if (found) return found;
    values.pop();
  }
  return undefined;
}
