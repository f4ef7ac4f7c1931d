// Compares a JSON document with the answer that an operation gives, for services whose clients write such answers themselves.
// Sentences as recorded of the service of state machines, where a result of a task is mocked.

import { isObject } from '#lib/json-object';
import type { Constraint, MemberTraits, Ref, ServiceIR, SimpleKind } from '#protocol/ir';
import { SDK_REQUEST } from './json.ts';

/** How values of a kind look in a document. Numbers, truths and documents are themselves. */
const TEXTS: ReadonlySet<SimpleKind> = new Set(['string', 'timestamp', 'date-time', 'http-date', 'epoch-seconds', 'blob', 'stream']);

export class AnswerCheck {
  readonly #ir: ServiceIR;
  /** Required members must be there. */
  readonly #isComplete: boolean;

  constructor(ir: ServiceIR, isComplete: boolean) {
    this.#ir = ir;
    this.#isComplete = isComplete;
  }

  /** The first problem; members that the model does not have are none. */
  problem(ref: Ref, value: unknown, field = '', constraint: Constraint = {}): string | undefined {
    if (typeof ref !== 'number') return this.#simpleProblem(ref, value, field, constraint);
    const shape = this.#ir.shapes[ref]!;
    if (shape.kind === 'list') {
      if (!Array.isArray(value)) return `Field '${field}' must be an array`;
      return firstOf(value, (item) => this.problem(shape.item, item, field, constraint.item));
    }
    if (!isObject(value)) return field === '' ? 'The result must be an object' : `Field '${field}' must be an object`;
    if (shape.kind === 'map') return firstOf(Object.values(value), (item) => this.problem(shape.value, item, field, constraint.value));
    return firstOf(shape.members, ([name, member, traits]) =>
      this.#memberProblem(SDK_REQUEST.wireName(name, traits), member, traits, value),
    );
  }

  #memberProblem(name: string, ref: Ref, traits: MemberTraits | undefined, object: Readonly<Record<string, unknown>>): string | undefined {
    if (!Object.hasOwn(object, name)) return this.#isComplete && traits?.required ? `Required field '${name}' is missing` : undefined;
    return this.problem(ref, object[name], name, traits?.constraint);
  }

  #simpleProblem(kind: SimpleKind, value: unknown, field: string, constraint: Constraint): string | undefined {
    const must = (type: string): string => `Field '${field}' must be a ${type}`;
    if (kind === 'number') return typeof value === 'number' ? undefined : must('number');
    if (kind === 'boolean') return typeof value === 'boolean' ? undefined : must('boolean');
    if (!TEXTS.has(kind)) return undefined;
    if (typeof value !== 'string') return must('string');
    const values = constraint.enum === undefined ? undefined : this.#ir.enums[constraint.enum];
    return values && !values.includes(value) ? `Field '${field}' is not an expected value` : undefined;
  }
}

function firstOf<T>(values: Iterable<T>, problem: (value: T) => string | undefined): string | undefined {
  for (const value of values) {
    const found = problem(value);
    if (found !== undefined) return found;
  }
  return undefined;
}
