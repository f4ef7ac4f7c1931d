// The names that an expression refers to, found in its syntax tree.
import type { ExpressionNode, ExpressionPairs } from './expression-engine.ts';

export interface ExpressionReferences {
  /** Names that the expression reads from its input, in the order in which they are written. Expressions of state machines have no input: none of them has a value. */
  readonly inputs: ReadonlySet<string>;
  /** It reads the root of its input, `$$`. */
  readonly readsRoot: boolean;
  /** Members of `$states` that it reads. */
  readonly statesMembers: ReadonlySet<string>;
  /** Variables that it reads and does not bind itself. Functions that it calls are among them. */
  readonly variables: ReadonlySet<string>;
}

/** The input itself is a variable without a name, its root a variable that is called `$`. */
const INPUT = '';
const ROOT = '$';
const STATES = 'states';

class References implements ExpressionReferences {
  readonly inputs = new Set<string>();
  readonly statesMembers = new Set<string>();
  readonly variables = new Set<string>();
  readsRoot = false;
  /** The names that are bound at the moment, and how often each of them is. */
  readonly #bound: string[] = [];
  readonly #counts = new Map<string, number>();

  /** `isTop`: the node is evaluated against the input of the whole expression, not against a value that a step before it has selected. */
  read(node: ExpressionNode, isTop: boolean): void {
    if (node.type === 'path') {
      this.#within([], () => this.#path(node, isTop));
      return;
    }
    if (node.type === 'variable') this.#variable(String(node.value), isTop);
    else if (isTop && (node.type === 'name' || node.type === 'wildcard' || node.type === 'descendant')) this.inputs.add(String(node.value));
    this.#parts(node, isTop);
    this.#names(node);
  }

  /** The first step is evaluated as the path is, the others against what the step before has selected. */
  #path(node: ExpressionNode, isTop: boolean): void {
    const [first, second] = node.steps!;
    // The service takes a path that begins with `**`, although it refuses names (recorded).
    if (first!.type === 'descendant') this.#parts(first!, isTop);
    else this.read(first!, isTop);
    if (first!.type === 'variable' && first!.value === STATES && second?.type === 'name') this.statesMembers.add(String(second.value));
    for (const step of node.steps!.slice(1)) this.read(step, false);
    this.#inner(node);
  }

  #variable(name: string, isTop: boolean): void {
    if (name === ROOT) this.readsRoot = true;
    else if (name === INPUT) {
      if (isTop) this.inputs.add('$');
    } else if (!this.#counts.get(name)) this.variables.add(name);
  }

  #parts(node: ExpressionNode, isTop: boolean): void {
    if (node.type === 'lambda') this.#lambda(node, isTop);
    else if (node.type === 'bind') this.#assignment(node, isTop);
    else if (node.type === 'block') this.#within([], () => this.#all(node.expressions, isTop));
    else this.#operands(node, isTop);
  }

  #operands(node: ExpressionNode, isTop: boolean): void {
    if (node.type === 'unary' && node.value === '{') this.#pairs(node.lhs as ExpressionPairs, isTop);
    else if (node.type !== 'sort' && node.type !== 'transform')
      this.#all([node.procedure, node.expression, node.lhs as ExpressionNode, node.rhs as ExpressionNode], isTop);
    this.#all([node.condition, node.then, node.else, ...(node.arguments ?? []), ...(node.expressions ?? [])], isTop);
    this.#inner(node);
  }

  /** `@$item` and `#$position` behind a step name its values for the steps after it. */
  #names({ focus, index, stages }: ExpressionNode): void {
    for (const name of [focus, index]) if (name !== undefined) this.#bind(name);
    for (const { type, value } of stages ?? []) if (type === 'index') this.#bind(String(value));
  }

  /** Parts in brackets behind a value are evaluated against that value. */
  #inner({ stages, predicate, group, terms, pattern, update, delete: removed }: ExpressionNode): void {
    for (const { expr } of [...(stages ?? []), ...(predicate ?? [])]) if (typeof expr === 'object') this.read(expr, false);
    for (const { expression } of terms ?? []) this.read(expression, false);
    if (group) this.#pairs(group.lhs, false);
    this.#all([pattern, update, removed], false);
  }

  #lambda(node: ExpressionNode, isTop: boolean): void {
    const names = (node.arguments ?? []).map(({ value }) => String(value));
    this.#within(names, () => this.read(node.body!, isTop));
  }
  /** A function may call itself by the name that it gets; a value does not know its name yet. */
  #assignment({ lhs, rhs }: ExpressionNode, isTop: boolean): void {
    const name = String((lhs as ExpressionNode).value);
    const value = rhs as ExpressionNode;
    if (value.type === 'lambda') this.#bind(name);
    this.read(value, isTop);
    if (value.type !== 'lambda') this.#bind(name);
  }
  #bind(name: string): void {
    this.#bound.push(name);
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1);
  }
  #within(names: readonly string[], read: () => void): void {
    const before = this.#bound.length;
    for (const name of names) this.#bind(name);
    read();
    for (const name of this.#bound.splice(before)) this.#counts.set(name, this.#counts.get(name)! - 1);
  }
  #all(nodes: readonly (ExpressionNode | undefined)[] | undefined, isTop: boolean): void {
    for (const node of nodes ?? []) if (node?.type !== undefined) this.read(node, isTop);
  }
  #pairs(pairs: ExpressionPairs, isTop: boolean): void {
    for (const [name, value] of pairs) this.#all([name, value], isTop);
  }
}

export function referencesIn(tree: ExpressionNode): ExpressionReferences {
  const references = new References();
  references.read(tree, true);
  return references;
}
