// Reads the commands of a query, each behind a `|`, into steps and the columns of its results.
// https://docs.aws.amazon.com/AmazonCloudWatch/latest/logs/CWL_QuerySyntax.html
import { table } from '#lib/table';
import type { Column } from './expression.ts';
import { ExpressionParser, type Gathering } from './expression-parser.ts';
import { filterStage } from './filter-stage.ts';
import { parseGlob, parseRegex } from './parse-stage.ts';
import { PATTERN_COLUMNS, patternStage } from './pattern-stage.ts';
import { QueryError } from './query-error.ts';
import { computeStage, dedupStage, limitStage, unnestStage } from './row-stages.ts';
import { Scanner, type Token } from './scanner.ts';
import { Scope } from './scope.ts';
import { type SortKey, sortStage } from './sort-stage.ts';
import type { Stage } from './stage.ts';
import { statsStage } from './stats-stage.ts';

/** Limit: rows of the results of a query of log events. */
const MAX_ROWS = 100_000;
/** Limit: rows of the results of a query that names no limit. */
const DEFAULT_ROWS = 10_000;
/** Limit: `stats` in a query of log events. */
const MAX_STATS = 2;
const COMMANDS = '{K_PARSE, K_FIELDS, K_DISPLAY, K_FILTER, K_STATS, K_SORT, K_ORDER, K_HEAD, K_LIMIT, K_DEDUP, K_UNNEST, K_PATTERN}';
const NOT_HERE = new Set(['anomaly', 'diff', 'join', 'lookup', 'search', 'source', 'tail', 'unmask']);

export interface ParsedQuery {
  readonly stages: readonly Stage[];
  readonly columns: readonly Column[];
  /** Slots of the rows that enter it. */
  readonly width: number;
  /** Rows of the results at most. */
  readonly limit: number;
}

/** `limit`: rows that the caller wants at most. @throws QueryError */
export const parseQuery = (text: string, nowMs: number, limit: number | undefined): ParsedQuery =>
  new QueryParser(text, nowMs, limit).read();

class QueryParser {
  readonly #scan: Scanner;
  readonly #expressions: ExpressionParser;
  /** Rows that the caller wants. */
  readonly #wanted: number | undefined;
  readonly #stages: Stage[] = [];
  #shown: Column[] = [];
  #displayed: readonly Column[] | undefined;
  #hasFields = false;
  #hasLimit = false;
  #statsCount = 0;
  /** Slots of events: the scope before the first `stats`. */
  readonly #eventScope = new Scope(false);

  constructor(text: string, nowMs: number, wanted: number | undefined) {
    this.#scan = new Scanner(text);
    this.#wanted = wanted;
    this.#expressions = new ExpressionParser(this.#scan, this.#eventScope, nowMs);
  }

  read(): ParsedQuery {
    do this.#command();
    while (this.#scan.take('|'));
    const rest = this.#scan.peek();
    if (rest.kind !== 'end') throw this.#scan.unexpected(rest, '|');
    const { width } = this.#eventScope;
    return { stages: this.#stages, columns: this.#columns(), width, limit: this.#limit };
  }

  get #limit(): number {
    return Math.min(this.#wanted ?? (this.#hasLimit ? MAX_ROWS : DEFAULT_ROWS), MAX_ROWS);
  }

  get #scope(): Scope {
    return this.#expressions.scope;
  }

  #columns(): readonly Column[] {
    if (this.#displayed) return this.#displayed;
    if (this.#hasFields || this.#scope.isAggregated) return this.#shown;
    return ['@timestamp', '@message'].map((name) => ({ name, value: this.#scope.find(name)! })).concat(this.#shown);
  }

  #command(): void {
    const token = this.#scan.next();
    const word = token.kind === 'word' ? token.text.toLowerCase() : '';
    const read = this.#commands[word];
    if (read) {
      read();
      return;
    }
    if (NOT_HERE.has(word)) throw new QueryError(`The command ${word} is not emulated.`, token.start, token.end);
    const found = token.kind === 'end' ? '<EOF>' : token.text;
    throw new QueryError(`mismatched input '${found}' expecting ${COMMANDS}`, token.start, token.end);
  }

  readonly #commands: Readonly<Record<string, () => void>> = table({
    fields: () => this.#fields(),
    display: () => {
      this.#displayed = this.#list();
    },
    filter: () => void this.#stages.push(filterStage(this.#expressions.read())),
    // Indexes change nothing here: all events are searched.
    filterindex: () => void this.#stages.push(filterStage(this.#expressions.read())),
    parse: () => this.#parse(),
    stats: () => this.#stats(),
    sort: () => this.#sort(),
    order: () => this.#sort(),
    limit: () => void this.#stages.push(limitStage(this.#count())),
    head: () => void this.#stages.push(limitStage(this.#count())),
    dedup: () => void this.#stages.push(dedupStage(this.#list())),
    unnest: () => this.#unnest(),
    pattern: () => this.#pattern(),
  });

  /** Expressions, each with the alias that follows it or the text as its name. */
  #list(): Column[] {
    const found: Column[] = [];
    do found.push(this.#column());
    while (this.#scan.take(','));
    return found;
  }

  #column(): Column {
    const { start } = this.#scan.peek();
    const value = this.#expressions.read();
    const text = this.#scan.text.slice(start, this.#scan.peek().start).trim();
    if (this.#scan.take('as')) return { name: this.#name(), value: { ...value, field: undefined } };
    return { name: value.field ?? text, value };
  }

  #name(): string {
    const token = this.#scan.next();
    if (token.kind !== 'word' && token.kind !== 'field') throw this.#scan.unexpected(token, 'a name');
    return token.text;
  }

  #fields(): void {
    this.#hasFields = true;
    const computed: (readonly [number, Column['value']])[] = [];
    for (const { name, value } of this.#list()) {
      if (value.field !== undefined) {
        this.#scope.noteShown(name);
        if (!this.#shown.some((column) => column.name === name)) this.#shown.push({ name, value });
        continue;
      }
      computed.push([this.#scope.add(name), value]);
      this.#show(name);
    }
    if (computed.length > 0) this.#stages.push(computeStage(computed));
  }

  /** Shows what a slot of that name holds. */
  #show(name: string): void {
    this.#shown = [...this.#shown.filter((column) => column.name !== name), { name, value: this.#scope.find(name)! }];
  }

  #parse(): void {
    const scan = this.#scan;
    const next = scan.peek();
    const isOfMessage = next.kind === 'string' || scan.is('/');
    const of = isOfMessage ? this.#scope.find('@message')! : this.#expressions.operand();
    const matcher = this.#expressions.regex();
    if (matcher) {
      if (matcher.names.length === 0) throw scan.unexpected(next, 'a regular expression with named groups');
      this.#stages.push(parseRegex(of, matcher, this.#parsed(matcher.names)));
      return;
    }
    const token = scan.next();
    if (token.kind !== 'string') throw scan.unexpected(token, 'a text or a regular expression');
    scan.expect('as');
    const names: string[] = [];
    do names.push(this.#name());
    while (scan.take(','));
    const parts = token.text.split('*');
    if (names.length !== parts.length - 1)
      throw new QueryError(`parse has ${parts.length - 1} wildcards and ${names.length} names`, token.start, token.end);
    this.#stages.push(parseGlob(of, parts, this.#parsed(names)));
  }

  #parsed(names: readonly string[]): number[] {
    const slots = names.map((name) => this.#scope.add(name));
    for (const name of names) this.#show(name);
    return slots;
  }

  #stats(): void {
    const { start, end } = this.#scan.peek();
    if (++this.#statsCount > MAX_STATS) throw new QueryError(`a query has at most ${MAX_STATS} stats commands`, start, end);
    const gatherings: Gathering[] = [];
    this.#expressions.gatherings = gatherings;
    this.#expressions.isInStats = true;
    const results = this.#list();
    this.#expressions.gatherings = undefined;
    if (gatherings.length === 0) throw new QueryError('stats needs an aggregate function', start, end);
    const by = this.#scan.take('by') ? this.#list() : [];
    this.#expressions.isInStats = false;
    this.#stages.push(statsStage(results, gatherings, by));
    this.#group([...by, ...results].map(({ name }) => name));
  }

  /** From here on, rows have these columns and nothing else. */
  #group(names: readonly string[]): void {
    this.#expressions.scope = new Scope(true);
    this.#displayed = undefined;
    this.#shown = [];
    for (const name of names) this.#scope.add(name);
    for (const name of names) this.#show(name);
  }

  #sort(): void {
    const by: SortKey[] = [];
    do {
      const value = this.#expressions.read();
      const isDescending = this.#scan.take('desc');
      if (!isDescending) this.#scan.take('asc');
      by.push({ value, isDescending });
    } while (this.#scan.take(','));
    this.#stages.push(sortStage(by, this.#limitAhead()));
  }

  /** Rows that the rest of the query can use of a sorted list: as many as it shows, or as a `limit` that follows at once lets pass. */
  #limitAhead(): number {
    if (this.#scan.peek().kind === 'end') return this.#limit;
    const ahead = /^\|\s*(?:limit|head)\s+(\d+)/i.exec(this.#scan.text.slice(this.#scan.peek().start))?.[1];
    return ahead === undefined ? MAX_ROWS : Math.min(MAX_ROWS, Number(ahead));
  }

  #count(): number {
    this.#hasLimit = true;
    const token: Token = this.#scan.next();
    this.#scan.take('any');
    if (token.kind !== 'number' || !Number.isInteger(token.value) || token.value < 1 || token.value > MAX_ROWS)
      throw this.#scan.unexpected(token, `a number from 1 to ${MAX_ROWS}`);
    return token.value;
  }

  #unnest(): void {
    const of = this.#expressions.operand();
    this.#scan.expect('into');
    const name = this.#name();
    this.#stages.push(unnestStage(of, this.#scope.add(name)));
    this.#show(name);
  }

  #pattern(): void {
    this.#stages.push(patternStage(this.#expressions.operand()));
    this.#group(PATTERN_COLUMNS);
  }
}
