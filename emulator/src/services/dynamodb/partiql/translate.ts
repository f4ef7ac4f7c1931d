// Turns PartiQL expressions into the trees that the service's other expressions are made of, with the same checks of their operands.
import { table } from '#lib/table';
import type { Value } from '#services/dynamodb/engine/value';
import type { Binding } from '#services/dynamodb/expressions/binding';
import { checkCall, checkCondition, checkDistinct, type Fail } from '#services/dynamodb/expressions/check-operands';
import type { AttributePath } from '#services/dynamodb/expressions/path';
import type { Comparator, Node, PathPart } from '#services/dynamodb/expressions/syntax';
import { invalid } from '#services/dynamodb/faults';
import { TYPE_NAMES } from './keywords.ts';
import { isLiteral, literalValue } from './literals.ts';
import type { Expression, PathExpression } from './syntax.ts';

type Operation = Extract<Expression, { kind: 'operation' }>;

const FUNCTIONS: Readonly<Record<string, number>> = table({
  attribute_exists: 1,
  attribute_not_exists: 1,
  attribute_type: 2,
  begins_with: 2,
  contains: 2,
  size: 1,
});
const COMPARATORS: ReadonlySet<string> = new Set(['=', '<>', '<', '<=', '>', '>=']);
const SUPPORTED_TYPES = '[MISSING, NULL, BOOLEAN, BLOB, STRING, NUMERIC, STRUCT, TUPLE, LIST]';
const WILDCARD = 'Wildcard path component like a[*].b are not supported';
const UNPIVOT = 'Unpivot path component like a.*.b are not supported';
/** Limit: operands of IN in a PartiQL statement. */
const MAX_IN_OPERANDS = 100;

/** Statements list the types of attributes in another order than expressions do. */
const fail: Fail = (message) => {
  throw invalid(message.replace('{B,NULL,SS,BOOL,L,BS,N,NS,S,M}', '{N,BS,L,B,NULL,M,S,SS,NS,BOOL}'));
};

/** @throws Fault ValidationException */
export function attributePath({ steps }: PathExpression): AttributePath {
  return steps.map((step): PathPart => {
    if (step.kind === 'name') return step.name;
    if (step.kind === 'index') return step.index;
    if (step.kind === 'computed') throw invalid(`Unexpected path component at ${step.at}`);
    throw invalid(step.kind === 'all' ? WILDCARD : UNPIVOT);
  });
}

/** The paths and values of one statement, and its expressions as trees. */
export class Translation implements Binding {
  readonly paths: AttributePath[] = [];
  readonly values: Value[] = [];
  readonly #parameters: readonly Value[];

  constructor(parameters: readonly Value[]) {
    this.#parameters = parameters;
  }

  parameter(index: number): Value {
    return this.#parameters[index]!;
  }

  path(expression: PathExpression): number {
    return this.paths.push(attributePath(expression)) - 1;
  }

  value(value: Value): Node {
    return { kind: 'value', index: this.values.push(value) - 1 };
  }

  /** A literal, a parameter or a path. */
  #simple(expression: Expression): Node | undefined {
    if (expression.kind === 'path') return { kind: 'path', index: this.path(expression) };
    if (expression.kind === 'parameter') return this.value(this.parameter(expression.index));
    if (expression.kind === 'missing') throw invalid('MISSING must be compared using IS operator');
    return isLiteral(expression) ? this.value(literalValue(expression)) : undefined;
  }

  /** The expression in the place of a condition. @throws Fault ValidationException */
  condition(expression: Expression): Node {
    if (expression.kind === 'operation') return this.#operation(expression);
    if (expression.kind === 'is') return this.#is(expression);
    if (expression.kind === 'call') {
      const node = this.#call(expression);
      if (node.kind === 'call' && node.name !== 'size') return node;
    }
    if (expression.kind === 'query') throw invalid('EXISTS can only be used in ExecuteTransaction write requests.');
    throw invalid('WHERE clause must contain an expression that resolves to a boolean');
  }

  /** A value in a condition, which may be the result of another condition. */
  #operand(expression: Expression): Node {
    const simple = this.#simple(expression);
    if (simple) return simple;
    return expression.kind === 'call' ? this.#call(expression) : this.condition(expression);
  }

  #operation({ operator, parts }: Operation): Node {
    if (operator === 'and' || operator === 'or' || operator === 'not') {
      if (parts.some((part) => isLiteral(part) || part.kind === 'path' || part.kind === 'parameter'))
        throw invalid(
          operator === 'not' ? 'The argument to NOT must be a Type or Expression' : 'The arguments to AND/OR must be Expressions',
        );
      return { kind: operator, parts: parts.map((part) => this.condition(part)) };
    }
    if (operator === 'in') return this.#in(parts);
    if (operator === 'between') return this.#checked({ kind: 'between', parts: parts.map((part) => this.#operand(part)) });
    if (!COMPARATORS.has(operator) || parts.length < 2)
      throw invalid(`Unsupported operator in Condition Expression. Operator: ${operator.toUpperCase()}`);
    return this.#checked({ kind: 'compare', operator: operator as Comparator, parts: parts.map((part) => this.#operand(part)) });
  }

  #in([value, list]: readonly Expression[]): Node {
    if ((list?.kind !== 'list' && list?.kind !== 'bag') || list.parts.length === 0 || isLiteral(value!))
      throw invalid(
        'IN operator must have a left hand argument of type Variable Reference and right hand argument of type Seq with at least one member',
      );
    if (list.parts.length > MAX_IN_OPERANDS)
      throw invalid(`The IN operator is provided with too many operands; number of operands: ${list.parts.length}`);
    return this.#checked({ kind: 'in', parts: [value!, ...list.parts].map((part) => this.#operand(part)) });
  }

  #is({ value, type, negated }: Extract<Expression, { kind: 'is' }>): Node {
    if (value.kind !== 'path' && !isLiteral(value))
      throw invalid('The left hand side argument to IS must be a Variable Reference, Literal, or Path');
    const operand = this.#simple(value)!;
    if (type === 'missing') return { kind: 'call', name: negated ? 'attribute_exists' : 'attribute_not_exists', parts: [operand] };
    const known = type === 'null' ? 'NULL' : TYPE_NAMES.get(type);
    if (known === undefined)
      throw invalid(`Unsupported data type for IS operator: ${type.toUpperCase()}. Supported data types are ${SUPPORTED_TYPES}`);
    const node: Node = { kind: 'call', name: 'attribute_type', parts: [operand, this.value({ S: known })] };
    return negated ? { kind: 'not', parts: [node] } : node;
  }

  #call({ name, parts, at }: Extract<Expression, { kind: 'call' }>): Node {
    const count = Object.hasOwn(FUNCTIONS, name) ? FUNCTIONS[name] : undefined;
    if (count === undefined) throw invalid(`Unrecognized function: ${name} at ${at}`);
    if (count !== parts.length)
      throw invalid(
        `Incorrect number of operands for operator or function; operator or function: ${name}, number of operands: ${parts.length}`,
      );
    return this.#checked({ kind: 'call', name, parts: parts.map((part) => this.#operand(part)) });
  }

  #checked(node: Node): Node {
    checkDistinct(node, this, fail);
    checkCondition(node, this, fail);
    return node;
  }

  /** The right side of SET. @throws Fault ValidationException */
  update(expression: Expression): Node {
    const simple = this.#simple(expression);
    if (simple) return simple;
    if (expression.kind === 'is') throw invalid('IS operator is not supported in update expressions');
    if (expression.kind === 'call') {
      const { name, parts, at } = expression;
      if (name !== 'list_append') throw invalid(`Unrecognized function: ${name} at ${at}`);
      if (parts.length !== 2)
        throw invalid(
          `Incorrect number of operands for operator or function; operator or function: ${name}, number of operands: ${parts.length}`,
        );
      return this.#checkedCall({ kind: 'call', name, parts: parts.map((part) => this.update(part)) });
    }
    if (expression.kind !== 'operation') throw invalid(`Unsupported token in expression: ${expression.kind.toUpperCase()}`);
    const { operator, parts } = expression;
    if ((operator !== '+' && operator !== '-') || parts.length < 2)
      throw invalid(`Unsupported operator in Update Expression. Operator: ${operator.toUpperCase()}`);
    return this.#checkedCall({ kind: operator, parts: parts.map((part) => this.update(part)) });
  }

  #checkedCall(node: Node): Node {
    checkCall(node, this, fail);
    return node;
  }
}
