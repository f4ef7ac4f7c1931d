// The alternatives of all rules in flat arrays: the rule that each belongs to, and the requirements of its fields.
import { grown } from './bytes.ts';
import { type ExactValues, isExact } from './exact-values.ts';
import { type Condition, leafTest } from './leaf-test.ts';
import type { MatchValue } from './pattern.ts';

/** Words per alternative: rule, first requirement, number of requirements and flags, event when last tried. */
export const ALTERNATIVE = 4;
export const RULE = 0;
export const FIRST = 1;
const SHAPE = 2;
export const TRIED = 3;

/** Words per requirement: field, then the id of an exact value or `~id` of a condition. */
export const REQUIREMENT = 2;

export const DEAD = 1;
/** The only alternative of its rule. */
export const SOLE = 2;
/** Reaching it through the index proves it. */
export const PROVEN = 4;
const FLAG_BITS = 3;

export class RuleTable {
  words = new Int32Array(16 * ALTERNATIVE);
  requirements = new Int32Array(32 * REQUIREMENT);
  size = 0;
  readonly conditions: Condition[] = [];
  #requirementCount = 0;
  readonly #conditionIds = new Map<string, Condition>();
  readonly #values: ExactValues;

  constructor(values: ExactValues) {
    this.#values = values;
  }

  /** Adds an alternative over `count` fields; the requirements are set one by one. */
  add(rule: number, count: number, flags: number): number {
    const alternative = this.size++;
    const at = alternative * ALTERNATIVE;
    this.words = grown(this.words, at + ALTERNATIVE - 1);
    this.words[at + RULE] = rule;
    this.words[at + FIRST] = this.#requirementCount;
    this.words[at + SHAPE] = (count << FLAG_BITS) | flags;
    this.#requirementCount += count * REQUIREMENT;
    this.requirements = grown(this.requirements, this.#requirementCount);
    return alternative;
  }

  /** The flags of the alternative whose words begin at `at`. */
  flagsAt(at: number): number {
    return this.words[at + SHAPE]! & ((1 << FLAG_BITS) - 1);
  }

  kill(alternative: number): void {
    this.words[alternative * ALTERNATIVE + SHAPE]! |= DEAD;
  }

  /** Where the requirements end of the alternative whose words begin at `at`. */
  endAt(at: number): number {
    return this.words[at + FIRST]! + (this.words[at + SHAPE]! >> FLAG_BITS) * REQUIREMENT;
  }

  require(alternative: number, index: number, field: number, code: number): void {
    const at = this.words[alternative * ALTERNATIVE + FIRST]! + index * REQUIREMENT;
    this.requirements[at] = field;
    this.requirements[at + 1] = code;
  }

  /** The id of the exact value, where it is the field's only requirement, else `~id` of a condition. */
  code(field: number, values: readonly MatchValue[]): number {
    const only = values[0]!;
    return values.length === 1 && isExact(only) ? this.#values.add(field, only) : ~this.condition(field, values).id;
  }

  condition(field: number, values: readonly MatchValue[]): Condition {
    const key = `${field} ${JSON.stringify(values)}`;
    const known = this.#conditionIds.get(key);
    if (known) return known;
    const tests = values.map((value) => leafTest(this.#values, field, value));
    const condition: Condition = {
      id: this.conditions.length,
      field,
      tests,
      values,
      absent: values.some((value) => value.kind === 'absent'),
      exact: values.every(isExact) ? Int32Array.from(tests, (test) => test.value) : undefined,
      epoch: 0,
      holds: false,
      posting: 0,
      listed: false,
    };
    this.conditions.push(condition);
    this.#conditionIds.set(key, condition);
    return condition;
  }

  /** The exact values that the alternative accepts at the field, or none when other values do too. */
  exactValues(alternative: number, field: number): Int32Array | undefined {
    const at = alternative * ALTERNATIVE;
    const end = this.endAt(at);
    for (let i = this.words[at + FIRST]!; i < end; i += REQUIREMENT) if (this.requirements[i] === field) return this.exactAt(i);
    return undefined;
  }

  /** The exact values of one requirement; long lists do not count. */
  exactAt(requirement: number): Int32Array | undefined {
    const code = this.requirements[requirement + 1]!;
    if (code >= 0) return Int32Array.of(code);
    const { exact } = this.conditions[~code]!;
    return exact && exact.length <= 8 ? exact : undefined;
  }
}
