// Reads the expressions of a query by the strength of their operators, and compiles them at once.
import { AGGREGATES, type Aggregate } from './aggregates.ts';
import type { Allowance } from './allowance.ts';
import type { Expression } from './expression.ts';
import { FUNCTIONS } from './functions.ts';
import { negated, OPERATORS, POWER_OF_NOT, POWER_OF_SIGN, POWERS } from './operators.ts';
import { ceilTo, floorTo, type Period } from './period.ts';
import { QueryError } from './query-error.ts';
import type { Scanner, Token } from './scanner.ts';
import type { Scope } from './scope.ts';
import { type TextMatcher, textMatcher } from './text-matcher.ts';
import { isEqual, Moment, numberOf, textOf } from './values.ts';

/** Limit: levels of parentheses and functions in an expression of a query. */
const MAX_DEPTH = 100;

/** An aggregate function in `stats`: what it gathers, and how. */
export interface Gathering {
  readonly make: (allowance: Allowance) => Aggregate;
  /** Undefined counts every row. */
  readonly of: Expression | undefined;
}

export class ExpressionParser {
  scope: Scope;
  /** The aggregate functions that were read; undefined where none is allowed. */
  gatherings: Gathering[] | undefined;
  /** In `stats`, a name must be clear. */
  isInStats = false;
  readonly #scan: Scanner;
  readonly #nowSeconds: number;
  #depth = 0;

  constructor(scan: Scanner, scope: Scope, nowMs: number) {
    this.#scan = scan;
    this.scope = scope;
    this.#nowSeconds = Math.floor(nowMs / 1000);
  }

  /** @throws QueryError */
  read(least = 0): Expression {
    if (++this.#depth > MAX_DEPTH) throw this.#scan.unexpected(this.#scan.peek(), `at most ${MAX_DEPTH} levels`);
    let left = this.operand();
    for (;;) {
      const token = this.#scan.peek();
      const operator = token.kind === 'symbol' || token.kind === 'word' ? token.text.toLowerCase() : '';
      const power = POWERS[operator];
      if (power === undefined || power <= least) break;
      this.#scan.next();
      left = this.#infix(operator, left, power);
    }
    this.#depth--;
    return left;
  }

  #infix(operator: string, left: Expression, power: number): Expression {
    if (operator === 'not') return negated(this.#test(this.#scan.is('like') ? 'like' : 'in', left, true));
    if (operator === 'like' || operator === '=~' || operator === 'in') return this.#test(operator, left, false);
    // A power of a power is read from the right.
    return OPERATORS[operator]!(left, this.read(operator === '^' ? power - 1 : power));
  }

  #test(operator: string, left: Expression, isAhead: boolean): Expression {
    if (isAhead) this.#scan.expect(operator);
    return operator === 'in' ? this.#among(left) : this.#like(left);
  }

  #like(left: Expression): Expression {
    const matcher = this.regex();
    if (matcher) return { evaluate: (row) => testWith(left.evaluate(row), (text) => matcher.test(text)) };
    const token = this.#scan.next();
    if (token.kind !== 'string') throw this.#scan.unexpected(token, 'a text or a regular expression');
    return { evaluate: (row) => testWith(left.evaluate(row), (text) => text.includes(token.text)) };
  }

  #among(left: Expression): Expression {
    this.#scan.expect('[');
    const values: Expression[] = [];
    if (!this.#scan.take(']')) {
      do values.push(this.read());
      while (this.#scan.take(','));
      this.#scan.expect(']');
    }
    return {
      evaluate: (row) => {
        const value = left.evaluate(row);
        return value !== undefined && values.some((each) => isEqual(value, each.evaluate(row)));
      },
    };
  }

  /** The regular expression that comes next, if one does. @throws QueryError */
  regex(): TextMatcher | undefined {
    const found = this.#scan.takeRegex();
    if (!found) return undefined;
    try {
      return textMatcher(found.source);
    } catch (error) {
      throw new QueryError(`invalid regular expression: ${error instanceof Error ? error.message : ''}`, found.start, found.end);
    }
  }

  /** @throws QueryError */
  operand(): Expression {
    const scan = this.#scan;
    const token = scan.next();
    if (token.kind === 'number') return { literal: token.value, evaluate: () => token.value };
    if (token.kind === 'string') return { literal: token.text, evaluate: () => token.text };
    if (token.kind === 'period') return { period: token.period, evaluate: () => token.period.ms };
    if (token.kind === 'field') return this.#field(token);
    if (token.kind === 'word') return this.#word(token);
    if (token.text === '(') {
      const inner = this.read();
      scan.expect(')');
      return inner;
    }
    if (token.text === '-') {
      const inner = this.read(POWER_OF_SIGN);
      return { evaluate: (row) => -numberOf(inner.evaluate(row)) };
    }
    throw scan.unexpected(token);
  }

  #word(token: Token): Expression {
    const word = token.text.toLowerCase();
    if (word === 'not') return negated(this.read(POWER_OF_NOT));
    if (this.#scan.is('(')) return this.#call(token, word);
    if (word === 'true' || word === 'false') return { evaluate: () => word === 'true' };
    return this.#field(token);
  }

  #field({ text, start, end }: Token): Expression {
    const found = this.scope.find(text);
    if (found && !(this.isInStats && this.scope.isAmbiguous(text))) return found;
    throw new QueryError(`Unknown symbols found in or after stats: ${text}`, start, end);
  }

  #call(token: Token, name: string): Expression {
    const scan = this.#scan;
    const aggregate = AGGREGATES[name];
    if (aggregate && this.gatherings) return this.#gather(token, name, this.gatherings);
    if (aggregate && !this.scope.isAggregated) throw new QueryError(`${token.text} can only be used in stats`, token.start, token.end);
    const mark = token.start;
    const args = this.scope.isAggregated && (aggregate || name === 'bin') ? this.#skipArguments() : this.#arguments();
    const column = this.scope.columnOf(scan.text.slice(mark, this.#endOfLast));
    if (column) return column;
    if (aggregate) throw new QueryError(`${token.text} can only be used in stats`, token.start, token.end);
    if (name === 'now' && args.length === 0) return { evaluate: () => this.#nowSeconds };
    if (name === 'bin') return this.#bin(token, args[0]?.period);
    if (name === 'datefloor' || name === 'dateceil') return rounded(token, args, name === 'datefloor' ? floorTo : ceilTo);
    const known = FUNCTIONS[name];
    if (!known) throw new QueryError(`unknown function ${token.text}`, token.start, token.end);
    if (args.length < known.min || args.length > known.max)
      throw new QueryError(
        `${token.text} takes ${known.min === known.max ? known.min : `${known.min} to ${known.max}`} arguments`,
        token.start,
        token.end,
      );
    const [a, b] = args;
    if (name === 'unmask') return { evaluate: (row) => a!.evaluate(row.unmasked) };
    if (args.length === 1) return { evaluate: (row) => known.run(a!.evaluate(row)) };
    if (args.length === 2) return { evaluate: (row) => known.run(a!.evaluate(row), b!.evaluate(row)) };
    return { evaluate: (row) => known.run(...args.map((each) => each.evaluate(row))) };
  }

  #endOfLast = 0;

  #arguments(): Expression[] {
    const scan = this.#scan;
    scan.expect('(');
    const args: Expression[] = [];
    if (!scan.is(')')) {
      do args.push(this.read());
      while (scan.take(','));
    }
    this.#endOfLast = scan.peek().end;
    scan.expect(')');
    return args;
  }

  /** Reads over the arguments of a call that names a column of `stats`. */
  #skipArguments(): Expression[] {
    const scan = this.#scan;
    let depth = 0;
    do {
      const token = scan.next();
      if (token.kind === 'end') throw scan.unexpected(token, ')');
      if (token.kind === 'symbol' && token.text === '(') depth++;
      if (token.kind === 'symbol' && token.text === ')') depth--;
      this.#endOfLast = token.end;
    } while (depth > 0);
    return [];
  }

  #bin({ text, start, end }: Token, period: Period | undefined): Expression {
    if (this.scope.isAggregated) throw new QueryError('Unknown symbols found in or after stats: @timestamp', start, end);
    if (!period) throw new QueryError(`${text} takes a period, such as 5m`, start, end);
    return { evaluate: ({ event }) => event && new Moment(floorTo(event.timestampMs, period)) };
  }

  #gather(token: Token, name: string, gatherings: Gathering[]): Expression {
    const scan = this.#scan;
    const { args: wanted, make } = AGGREGATES[name]!;
    // The arguments of an aggregate function hold no other one.
    this.gatherings = undefined;
    scan.expect('(');
    const args: Expression[] = [];
    const isAll = name === 'count' && (scan.take('*') || scan.is(')'));
    if (!isAll) {
      do args.push(this.read());
      while (scan.take(','));
    }
    scan.expect(')');
    this.gatherings = gatherings;
    const percent = args[1]?.literal;
    if (!isAll && (args.length !== wanted || (wanted === 2 && (typeof percent !== 'number' || percent > 100))))
      throw new QueryError(`${token.text} takes ${wanted === 2 ? 'a field and a percentage' : '1 argument'}`, token.start, token.end);
    const slot = gatherings.push({ make: (allowance) => make(allowance, Number(percent)), of: args[0] }) - 1;
    return { evaluate: ({ slots }) => slots[slot] };
  }
}

const testWith = (value: unknown, test: (text: string) => boolean): boolean => value !== undefined && test(textOf(value));

function rounded(
  { text, start, end }: Token,
  [value, by]: readonly Expression[],
  round: (ms: number, period: Period) => number,
): Expression {
  const period = by?.period;
  if (!value || !period) throw new QueryError(`${text} takes a time and a period, such as 5m`, start, end);
  return {
    evaluate: (row) => {
      const ms = numberOf(value.evaluate(row));
      return Number.isNaN(ms) ? undefined : new Moment(round(ms, period));
    },
  };
}
