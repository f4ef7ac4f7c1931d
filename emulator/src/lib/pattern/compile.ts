// Compiles pattern text to alternatives of fields and match values: objects nest, names join with dots, `$or` multiplies.
import { checkWildcardComplexity } from './complexity.ts';
import { readMatchValues } from './match-values.ts';
import { type Alternative, type CompiledPattern, EVENT_PATTERN_OPTIONS, type MatchValue, type PatternOptions } from './pattern.ts';
import { PatternReader } from './pattern-reader.ts';

type Fields = Map<string, readonly MatchValue[]>;

interface Compilation {
  readonly reader: PatternReader;
  readonly options: Required<PatternOptions>;
  /** Names of the objects around the current position. */
  readonly path: string[];
}

/** Names that a `$or` branch may not use as keys: the operators, including operators that only the service's library knows. */
const RESERVED_IN_OR = new Set([
  ...['exactly', 'equals-ignore-case', 'prefix', 'suffix', 'anything-but', 'exists', 'wildcard', 'numeric', 'cidr'],
  ...['=', '<', '<=', '>', '>=', 'regex', 'not-wildcard', 'not-equals-ignore-case', 'date-after', 'date-on-or-after', 'date-before'],
  ...['date-on-or-before', 'in-date-range', 'ip-address-in-range', 'ip-address-not-in-range'],
]);

/** Compiles a pattern or throws a PatternError that words the problem as the service does. */
export function compilePattern(text: string, options: PatternOptions = {}): CompiledPattern {
  const settled: Required<PatternOptions> = { ...EVENT_PATTERN_OPTIONS, ...options };
  const reader = new PatternReader(text, settled.messagePrefix);
  if (reader.next() !== '{') reader.fail('Filter is not an object');
  const alternatives: readonly Alternative[] = readObject({ reader, options: settled, path: [] }, [], false);
  checkWildcardComplexity(alternatives, settled.maxWildcardComplexity, (reason) => reader.failPlain(reason));
  return { text, alternatives };
}

/** Reads the members of an object into every alternative collected so far. */
function readObject(compilation: Compilation, collected: Fields[], insideOr: boolean): Fields[] {
  const { reader, path } = compilation;
  let alternatives = collected;
  let empty = true;
  while (reader.next() !== '}') {
    empty = false;
    const key = reader.name;
    if (key === '$or') {
      alternatives = readOr(compilation, alternatives);
      continue;
    }
    if (insideOr && RESERVED_IN_OR.has(key)) reader.fail(`${key} is Ruler reserved fieldName which cannot be used inside $or.`);
    const token = reader.next();
    if (token === '{') {
      path.push(key);
      alternatives = readObject(compilation, alternatives, insideOr);
      path.pop();
    } else if (token === '[') {
      alternatives = setField(compilation, alternatives, key);
    } else {
      reader.fail(`"${key}" must be an object or an array`);
    }
  }
  if (empty) reader.fail('Empty objects are not allowed');
  return alternatives;
}

function setField(compilation: Compilation, alternatives: Fields[], key: string): Fields[] {
  const { reader, options, path } = compilation;
  const values = readMatchValues(reader, options);
  const name = [...path, key].join('.');
  const targets = alternatives.length === 0 ? [new Map()] : alternatives;
  for (const fields of targets) {
    fields.set(name, values);
    if (fields.size > options.maxFields) reader.failPlain(`Rule is too complex - more than ${options.maxFields} fields`);
  }
  return targets;
}

/** Each branch starts from a copy of everything collected before `$or`. */
function readOr(compilation: Compilation, collected: Fields[]): Fields[] {
  const { reader, options } = compilation;
  const result: Fields[] = [];
  let branches = 0;
  if (reader.next() !== '[') reader.fail('It must be an Array followed with $or.');
  for (let token = reader.next(); token !== ']'; token = reader.next()) {
    branches++;
    if (token !== '{') reader.fail('Only JSON object is allowed in array of $or relationship.');
    const copies = collected.length === 0 ? [new Map()] : collected.map((fields) => new Map(fields));
    for (const fields of readObject(compilation, copies, true)) result.push(fields);
    if (result.length > options.maxAlternatives) {
      reader.failPlain(`Rule is too complex - more than ${options.maxAlternatives} combinations of $or alternatives`);
    }
  }
  if (branches < 2) reader.fail('There must have at least 2 Objects in $or relationship.');
  return result;
}
