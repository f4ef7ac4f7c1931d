// A transformer, checked and ready to run: a list of steps over the document of an event.
// https://docs.aws.amazon.com/AmazonCloudWatch/latest/logs/CloudWatch-Logs-Transformation-Create.html
import type { Frozen } from '#core/records';
import { table } from '#lib/table';
import type { DateTimeConverter, Processor } from '#model/logs';
import { invalid } from '#services/logs/groups/find-group';
import { QueryTooCostly } from '#services/logs/insights/language/query-error';
import { formatDate, parseDate, readDatePattern, zoneNamed } from './date-format.ts';
import { EventDocument, MAX_DEPTH, type Metadata, NotTransformed } from './document.ts';
import { compileGrok } from './grok.ts';
import { changeText, convert, copy, listToMap, move, split, substitute } from './mutators.ts';
import { parseCloudfront, parseCsv, parseJson, parseKeyValue, parsePostgres, parseRoute53, parseVpc, parseWaf } from './parsers.ts';

/** Limit: parsers of a transformer. */
const MAX_PARSERS = 5;

export type Step = (document: EventDocument) => void;

const VENDED = ['parseCloudfront', 'parsePostgres', 'parseRoute53', 'parseVPC', 'parseWAF'] as const;
const PARSERS: readonly string[] = [...VENDED, 'csv', 'grok', 'parseJSON', 'parseKeyValue'];
/** Processors of which a transformer has one at most. */
const SINGLE = ['grok', 'addKeys', 'copyValue'];

/** @throws Fault InvalidParameterException */
export function compileTransformer(processors: readonly Frozen<Processor>[]): readonly Step[] {
  const names = processors.map((processor) => nameOf(processor as Processor));
  const isVended = (name: string): boolean => (VENDED as readonly string[]).includes(name);
  const refuse = (reason: string): never => {
    throw invalid(`Invalid transformer configuration: ${reason}`);
  };
  if (!PARSERS.includes(names[0]!)) refuse('the first processor must be a parser.');
  if (names.slice(1).some(isVended)) refuse('a parser of vended logs must be the first processor.');
  if (names.filter((name) => PARSERS.includes(name)).length > MAX_PARSERS) refuse(`there can be at most ${MAX_PARSERS} parsers.`);
  for (const single of SINGLE) if (names.filter((name) => name === single).length > 1) refuse(`there can be only one ${single} processor.`);
  return (processors as readonly Processor[]).map((processor, at) => {
    for (const path of pathsIn(processor))
      if (path.split('.').length > MAX_DEPTH) refuse(`the key ${path} has more than ${MAX_DEPTH} levels.`);
    return stepOf(names[at]!, processor);
  });
}

function nameOf(processor: Processor): string {
  const [name, ...more] = Object.entries(processor).flatMap(([key, value]) => (value === undefined ? [] : [key]));
  if (name === undefined || more.length > 0) throw invalid('Invalid transformer configuration: each processor must have exactly one type.');
  if (name === 'parseToOCSF') throw invalid('The processor parseToOCSF is not emulated: the mappings of its schema are not public.');
  return name;
}

/** The members that are paths of fields. */
function pathsIn(processor: Processor): string[] {
  const found: string[] = [];
  for (const given of Object.values(processor) as Readonly<Record<string, unknown>>[]) {
    const entries = Array.isArray(given['entries']) ? (given['entries'] as Readonly<Record<string, unknown>>[]) : [];
    for (const each of [given, ...entries])
      for (const name of ['source', 'destination', 'target', 'renameTo', ...(each === given ? [] : ['key'])])
        if (typeof each[name] === 'string') found.push(each[name]);
    if (Array.isArray(given['withKeys'])) found.push(...(given['withKeys'] as string[]));
  }
  return found;
}

function stepOf(name: string, processor: Processor): Step {
  const { grok, csv, parseJSON, parseKeyValue: pairs, dateTimeConverter, listToMap: list } = processor;
  if (parseJSON) return (document) => parseJson(parseJSON, document);
  if (csv) return (document) => parseCsv(csv, document);
  if (pairs) return (document) => parseKeyValue(pairs, document);
  if (grok) return grokStep(grok.match, grok.source ?? '@message');
  if (dateTimeConverter) return dateStep(dateTimeConverter);
  if (list) return (document) => listToMap(list, document);
  const vended = VENDED_STEPS[name];
  return vended ?? mutatorOf(processor);
}

const VENDED_STEPS: Readonly<Record<string, Step>> = table({
  parseCloudfront,
  parsePostgres,
  parseRoute53,
  parseVPC: parseVpc,
  parseWAF: parseWaf,
});

function grokStep(match: string, source: string): Step {
  const grok = compiled(`grok: ${match}`, () => compileGrok(match));
  return (document) => {
    const found = grok.match(document.text(source));
    if (!found) throw new NotTransformed('the grok pattern does not match');
    for (const [path, value] of found) document.set(path, value);
  };
}

function compiled<T>(about: string, make: () => T): T {
  try {
    return make();
  } catch (error) {
    throw invalid(`Invalid transformer configuration: ${about}: ${(error as Error).message}`);
  }
}

function dateStep({ source, target, matchPatterns, targetFormat = "yyyy-MM-dd'T'HH:mm:ss.SSS'Z'", ...more }: DateTimeConverter): Step {
  const { sourceTimezone = 'UTC', targetTimezone = 'UTC', locale = 'en' } = more;
  if (!/^(?:en\b|root$)/i.test(locale))
    throw invalid(`dateTimeConverter reads and writes English names only here, not those of the locale ${locale}.`);
  for (const zone of [sourceTimezone, targetTimezone])
    if (!zoneNamed(zone)) throw invalid(`Invalid transformer configuration: dateTimeConverter: there is no time zone ${zone}`);
  const readers = matchPatterns.map((pattern) =>
    pattern === 'epoch' ? undefined : compiled(`dateTimeConverter: ${pattern}`, () => readDatePattern(pattern)),
  );
  const writer = targetFormat === 'epoch' ? undefined : compiled(`dateTimeConverter: ${targetFormat}`, () => readDatePattern(targetFormat));
  return (document) => {
    const value = document.get(source);
    if (typeof value !== 'string' && typeof value !== 'number') return;
    for (const reader of readers) {
      const instantMs = reader ? parseDate(String(value), reader, sourceTimezone) : Number(value);
      if (instantMs === undefined || !Number.isFinite(instantMs) || Math.abs(instantMs) > MAX_INSTANT_MS) continue;
      document.set(target, writer ? formatDate(instantMs, writer, targetTimezone) : instantMs);
      return;
    }
  };
}

/** That of JavaScript's dates. */
const MAX_INSTANT_MS = 8.64e15;

function mutatorOf(processor: Processor): Step {
  const { addKeys, copyValue, moveKeys, renameKeys, deleteKeys, typeConverter, splitString, substituteString } = processor;
  const each =
    <T>(entries: readonly T[], change: (entry: T, document: EventDocument) => void): Step =>
    (document) => {
      for (const entry of entries) change(entry, document);
    };
  if (addKeys)
    return each(addKeys.entries, ({ key, value, overwriteIfExists }, document) => document.set(key, value, overwriteIfExists ?? false));
  if (copyValue)
    return each(copyValue.entries, ({ overwriteIfExists, ...given }, document) =>
      copy({ ...given, overwrites: overwriteIfExists ?? false, keeps: true }, document),
    );
  if (moveKeys)
    return each(moveKeys.entries, ({ overwriteIfExists, ...given }, document) =>
      move({ ...given, overwrites: overwriteIfExists ?? false, keeps: false }, document),
    );
  if (renameKeys)
    return each(renameKeys.entries, ({ key, renameTo, overwriteIfExists }, document) =>
      copy({ source: key, target: renameTo, overwrites: overwriteIfExists ?? false, keeps: false }, document),
    );
  if (deleteKeys) return each(deleteKeys.withKeys, (key, document) => document.delete(key));
  if (typeConverter) return each(typeConverter.entries, convert);
  if (splitString) return each(splitString.entries, ({ source, delimiter }, document) => changeText(source, split(delimiter), document));
  if (substituteString)
    return each(substituteString.entries, ({ source, from, to }, document) => changeText(source, substitute(from, to), document));
  const { trimString, lowerCaseString, upperCaseString } = processor;
  const change = trimString
    ? (text: string) => text.trim()
    : lowerCaseString
      ? (text: string) => text.toLowerCase()
      : (text: string) => text.toUpperCase();
  return each((trimString ?? lowerCaseString ?? upperCaseString)!.withKeys, (key, document) => changeText(key, change, document));
}

/** The transformed event as JSON. @throws NotTransformed */
export function transformed(message: string, steps: readonly Step[], metadata: Metadata): string {
  const document = new EventDocument(message, metadata);
  try {
    for (const step of steps) step(document);
    return document.json();
  } catch (error) {
    // Lists and objects can be too deep to be written.
    if (error instanceof QueryTooCostly || error instanceof RangeError) throw new NotTransformed(error.message);
    throw error;
  }
}
