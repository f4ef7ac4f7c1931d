// `$util` of mapping templates.
// https://docs.aws.amazon.com/appsync/latest/devguide/resolver-util-reference.html
import { Regex, RegexBudget, RegexSyntaxError, RegexTooCostly } from '#lib/regex/regex';
import { table } from '#lib/table';
import { jsonOf, textOf } from '#lib/vtl/print';
import { readJson } from '#lib/vtl/read-json';
import { TemplateError } from '#lib/vtl/template-error';
import { type Budget, Double, type HostMethod, type HostObject, List, numberOf, type Value } from '#lib/vtl/values';
import { dynamodbValues } from '#services/appsync/code/inside/dynamodb-values';
import { filters } from '#services/appsync/code/inside/filters';
import type { Plain } from '#services/appsync/code/inside/plain';
import { texts } from '#services/appsync/code/inside/texts';
import { times } from '#services/appsync/code/inside/times';
import { xmlToMap } from '#services/appsync/code/xml-to-map';
import { plainOf, templateValueOf } from './plain-values.ts';
import { Raised, type TemplateRun } from './template-run.ts';

type PlainFunctions = Readonly<Record<string, (...args: Plain[]) => unknown>>;
type Methods = Readonly<Record<string, HostMethod>>;

const host = (text: string, methods: Methods, members: Readonly<Record<string, HostObject>> = {}): HostObject => {
  const known = table({ ...members });
  return { host: true, text, methods: table({ ...methods }), read: (name) => known[name] ?? null };
};

/** Functions over plain data, which the sandbox has, too. */
const plain = (functions: PlainFunctions): Methods =>
  Object.fromEntries(
    Object.entries(functions).map(([name, run]): [string, HostMethod] => [
      name,
      (args, budget) => {
        budget.spend(10);
        try {
          return templateValueOf(run(...args.map((each) => plainOf(each, budget) as Plain)));
        } catch (error) {
          throw error instanceof TemplateError ? error : new TemplateError((error as Error).message);
        }
      },
    ]),
  );

/** Each function a second time, with its result as JSON. */
const withJson = (functions: PlainFunctions): PlainFunctions => ({
  ...functions,
  ...Object.fromEntries(
    Object.entries(functions).map(([name, run]) => [`${name}Json`, (...args: Plain[]) => JSON.stringify(run(...args)) ?? 'null']),
  ),
});

const isNull = (value: Value): boolean => value === null || value === undefined;
const isEmpty = (value: Value): boolean =>
  isNull(value) || value === '' || (value instanceof List && value.items.length === 0) || (value instanceof Map && value.size === 0);
const isBlank = (value: Value): boolean => isNull(value) || (typeof value === 'string' && value.trim() === '');

function typeOf(value: Value): string {
  if (isNull(value)) return 'Null';
  if (typeof value === 'string') return 'String';
  if (typeof value === 'boolean') return 'Boolean';
  if (numberOf(value) !== undefined) return 'Number';
  return value instanceof List ? 'List' : value instanceof Map ? 'Map' : 'Object';
}

const CHECKS: Methods = {
  qr: () => '',
  quiet: () => '',
  isNull: ([value]) => isNull(value),
  isNullOrEmpty: ([value]) => isEmpty(value),
  isNullOrBlank: ([value]) => isBlank(value),
  defaultIfNull: ([value, otherwise]) => (isNull(value) ? otherwise : value),
  defaultIfNullOrEmpty: ([value, otherwise]) => (isEmpty(value) ? otherwise : value),
  defaultIfNullOrBlank: ([value, otherwise]) => (isBlank(value) ? otherwise : value),
  isString: ([value]) => typeof value === 'string',
  isNumber: ([value]) => numberOf(value) !== undefined,
  isBoolean: ([value]) => typeof value === 'boolean',
  isList: ([value]) => value instanceof List,
  isMap: ([value]) => value instanceof Map,
  typeOf: ([value]) => typeOf(value),
  toJson: ([value], budget) => jsonOf(value, budget),
  parseJson: ([text], budget) => readJson(textOf(text, budget), budget) ?? null,
  matches: ([pattern, text], budget) => matches(textOf(pattern, budget), textOf(text, budget), budget),
};

function matches(pattern: string, text: string, budget: Budget): boolean {
  budget.spend(1 + text.length);
  try {
    return new Regex(pattern, { whole: true }).test(text, new RegexBudget());
  } catch (error) {
    if (error instanceof RegexSyntaxError || error instanceof RegexTooCostly)
      throw new TemplateError(`The regular expression cannot be used: ${error.message}`);
    throw error;
  }
}

const without = (list: List, others: Value, isKept: boolean, budget: Budget): List => {
  const known = new Set(others instanceof List ? others.items.map((item) => jsonOf(item, budget)) : []);
  return new List(list.items.filter((item) => known.has(jsonOf(item, budget)) === isKept));
};
const keysOf = (list: Value, budget: Budget): Set<string> =>
  new Set(list instanceof List ? list.items.map((item) => textOf(item, budget)) : []);

const LISTS: Methods = {
  copyAndRetainAll: ([list, others], budget) => (list instanceof List ? without(list, others, true, budget) : null),
  copyAndRemoveAll: ([list, others], budget) => (list instanceof List ? without(list, others, false, budget) : null),
  sortList: ([list, isDescending, field], budget) => {
    if (!(list instanceof List)) return null;
    budget.spend(list.items.length * 16);
    const keyOf = (item: Value): Value => (item instanceof Map ? (item.get(textOf(field, budget)) ?? null) : item);
    const sorted = [...list.items].sort((a, b) => compared(keyOf(a), keyOf(b), budget));
    return new List(isDescending === true ? sorted.reverse() : sorted);
  },
};

function compared(a: Value, b: Value, budget: Budget): number {
  const [one, other] = [numberOf(a), numberOf(b)];
  if (one !== undefined && other !== undefined) return one - other;
  const [first, second] = [textOf(a, budget), textOf(b, budget)];
  return first < second ? -1 : first > second ? 1 : 0;
}

const MAPS: Methods = {
  copyAndRetainAllKeys: ([map, keys], budget) => keptKeys(map, keysOf(keys, budget), true),
  copyAndRemoveAllKeys: ([map, keys], budget) => keptKeys(map, keysOf(keys, budget), false),
};

const keptKeys = (map: Value, keys: ReadonlySet<string>, isKept: boolean): Value =>
  map instanceof Map ? new Map([...map].filter(([key]) => keys.has(key) === isKept)) : null;

const number = (value: Value): number => numberOf(value) ?? 0;
const printed = (value: number): Value => (Number.isInteger(value) ? value : new Double(value));

/** `run`: what they raise and set. */
export function utilities(run: TemplateRun): HostObject {
  const { random, now } = run;
  const { functions, normalize } = texts(random, now);
  const values = dynamodbValues();
  const transform = filters(values);
  const raise = (message: Value, type: Value, data: Value, info: Value, budget: Budget) => ({
    message: isNull(message) ? null : textOf(message, budget),
    errorType: isNull(type) ? null : textOf(type, budget),
    data: plainOf(data, budget),
    errorInfo: plainOf(info, budget),
  });
  const fail: HostMethod = ([message, type, data, info], budget) => {
    throw new Raised(raise(message, type, data, info, budget));
  };
  const note: HostMethod = ([text], budget) => {
    run.logs.push(typeof text === 'string' ? text : jsonOf(text, budget));
    return '';
  };
  const own: Methods = {
    error: fail,
    appendError: ([message, type, data, info], budget) => {
      run.errors.push(raise(message, type, data, info, budget));
      return '';
    },
    unauthorized: () => {
      throw new Raised({ message: 'Unauthorized', errorType: 'Unauthorized', data: null, errorInfo: null, isUnauthorized: true });
    },
    validate: ([condition, message, type, data], budget) => {
      if (condition !== true) throw new Raised(raise(message, isNull(type) ? 'CustomTemplateException' : type, data, null, budget));
      return '';
    },
    authType: () => run.facts.authType,
  };
  return host(
    '$util',
    { ...plain(functions), ...CHECKS, ...own },
    {
      dynamodb: host('$util.dynamodb', plain(withJson(values.functions))),
      time: host('$util.time', plain(times(now).functions)),
      transform: host(
        '$util.transform',
        plain({
          ...transform.functions,
          toSubscriptionFilter: (filter, ignored) => transform.toSubscriptionFilter(filtered(filter, ignored)),
        }),
      ),
      list: host('$util.list', LISTS),
      map: host('$util.map', MAPS),
      log: host('$util.log', { info: note, error: note }),
      str: host('$util.str', {
        ...plain({ normalize, toReplace: (text, from, to) => String(text).split(String(from)).join(String(to)) }),
        toUpper: ([text], budget) => textOf(text, budget).toUpperCase(),
        toLower: ([text], budget) => textOf(text, budget).toLowerCase(),
      }),
      math: host('$util.math', {
        roundNum: ([value]) => Math.round(number(value)),
        minVal: ([a, b]) => printed(Math.min(number(a), number(b))),
        maxVal: ([a, b]) => printed(Math.max(number(a), number(b))),
        randomDouble: () => new Double(random() / 0x1_0000_0000),
        randomWithinRange: ([from, to]) => Math.trunc(number(from)) + (random() % Math.max(1, Math.trunc(number(to) - number(from)))),
      }),
      http: host('$util.http', {
        copyHeaders: ([headers]) => (headers instanceof Map ? new Map([...headers].filter(([name]) => !isHopHeader(name))) : null),
        addResponseHeader: ([name, value], budget) => {
          run.responseHeaders[textOf(name, budget)] = plainOf(value, budget);
          return '';
        },
        addResponseHeaders: ([headers], budget) => {
          Object.assign(run.responseHeaders, plainOf(headers, budget));
          return '';
        },
      }),
      xml: host('$util.xml', {
        toMap: ([text], budget) => readJson(xmlToMap(textOf(text, budget)), budget) ?? null,
        toJsonString: ([text], budget) => xmlToMap(textOf(text, budget)),
      }),
    },
  );
}

/** Headers of a connection, and headers that the cloud adds. */
const isHopHeader = (name: string): boolean =>
  /^(?:host|connection|content-length|transfer-encoding|upgrade|x-amz.*|x-forwarded.*|cloudfront.*|via)$/i.test(name);

/** A filter without some of its fields. */
function filtered(filter: Plain, ignored: Plain): Plain {
  if (!Array.isArray(ignored) || typeof filter !== 'object' || filter === null || Array.isArray(filter)) return filter;
  return Object.fromEntries(Object.entries(filter).filter(([name]) => !(ignored as readonly Plain[]).includes(name)));
}

/** `$extensions`. */
export const extensions = ({ extensions: set }: TemplateRun): HostObject =>
  host('$extensions', {
    setSubscriptionFilter: ([filter], budget) => {
      set.filter = plainOf(filter, budget);
      return '';
    },
    setSubscriptionInvalidationFilter: ([filter], budget) => {
      set.invalidationFilter = plainOf(filter, budget);
      return '';
    },
    invalidateSubscriptions: ([request], budget) => {
      set.invalidations = [...(set.invalidations ?? []), plainOf(request, budget)];
      return '';
    },
    evictFromApiCache: ([typeName, fieldName, pairs], budget) => {
      const eviction = [typeName, fieldName, pairs].map((each) => plainOf(each, budget));
      set.evictions = [...(set.evictions ?? []), eviction];
      return '';
    },
  });
