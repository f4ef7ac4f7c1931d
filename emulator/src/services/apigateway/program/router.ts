// Routes of a deployment as one tree, and the walk that finds the route of a request, with backtracking over segments and methods. Pure.

interface Entry<T> {
  readonly value: T;
  /** Names of the parameters on the way, in order. */
  readonly names: readonly string[];
}

interface Node<T> {
  readonly children: Map<string, Node<T>>;
  param?: Node<T>;
  greedy?: Node<T>;
  methods?: Map<string, Entry<T>>;
}

export interface RouteEntry<T> {
  /** `/pets/{id}`, `/{proxy+}` */
  readonly path: string;
  /** `ANY` stands for the methods without an entry of their own. */
  readonly method: string;
  readonly value: T;
}

export interface RouteMatch<T> {
  readonly value: T;
  readonly parameters: Readonly<Record<string, string>>;
}

export interface RouterOptions {
  /** Path parameters are decoded (HTTP APIs) or handed over as they came (REST APIs). */
  readonly decodes: boolean;
  /** `/pets/` is `/pets` (REST APIs). */
  readonly ignoresTrailingSlash: boolean;
}

const ANY_METHODS = new Set(['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT']);
const PARAMETER = /^\{([^}]+?)(\+)?\}$/;

const newNode = <T>(): Node<T> => ({ children: new Map() });

/** A static segment goes before a parameter, a parameter before a greedy one, a method before ANY. */
export class Router<T> {
  readonly #root: Node<T> = newNode();
  readonly #options: RouterOptions;

  constructor(routes: readonly RouteEntry<T>[], options: RouterOptions) {
    this.#options = options;
    for (const route of routes) this.#add(route);
  }

  #add({ path, method, value }: RouteEntry<T>): void {
    const names: string[] = [];
    let node = this.#root;
    for (const segment of this.#segments(path).slice(1)) {
      const [, name, plus] = PARAMETER.exec(segment) ?? [];
      if (name === undefined) node = child(node, segment);
      else {
        names.push(name);
        node = plus ? (node.greedy ??= newNode()) : (node.param ??= newNode());
      }
    }
    node.methods ??= new Map();
    node.methods.set(method, { value, names });
  }

  /** The texts between the slashes; the first one is empty. */
  #segments(path: string): string[] {
    const segments = path.split('/');
    const isRoot = segments.length === 2 && segments[1] === '';
    if (isRoot || (this.#options.ignoresTrailingSlash && segments.at(-1) === '')) segments.pop();
    return segments;
  }

  /** `path`: raw, beginning with a slash, without a query. */
  match(method: string, path: string): RouteMatch<T> | undefined {
    const values: string[] = [];
    const found = walk({ segments: this.#segments(path), method, values }, this.#root, 1);
    if (!found) return undefined;
    const { value, names } = found;
    const parameters: [string, string][] = [];
    for (let at = 0; at < names.length; at++) parameters.push([names[at]!, this.#options.decodes ? decoded(values[at]!) : values[at]!]);
    return { value, parameters: Object.fromEntries(parameters) };
  }
}

interface Walk {
  readonly segments: readonly string[];
  readonly method: string;
  /** Texts of the parameters on the way. */
  readonly values: string[];
}

/** The entry below `node` for the segments from `at` on. */
function walk<T>(way: Walk, node: Node<T>, at: number): Entry<T> | undefined {
  const { segments, method, values } = way;
  if (at >= segments.length) return pick(node, method);
  const segment = segments[at]!;
  const next = node.children.get(segment);
  const found = next && walk(way, next, at + 1);
  if (found) return found;
  if (node.param && segment !== '') {
    values.push(segment);
    const deeper = walk(way, node.param, at + 1);
    if (deeper) return deeper;
    values.pop();
  }
  const greedy = node.greedy && pick(node.greedy, method);
  const rest = greedy && segments.slice(at).join('/');
  if (!greedy || !rest) return undefined;
  values.push(rest);
  return greedy;
}

function child<T>(node: Node<T>, segment: string): Node<T> {
  const found = node.children.get(segment) ?? newNode<T>();
  node.children.set(segment, found);
  return found;
}

const pick = <T>({ methods }: Node<T>, method: string): Entry<T> | undefined =>
  methods?.get(method) ?? (ANY_METHODS.has(method) ? methods?.get('ANY') : undefined);

function decoded(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
