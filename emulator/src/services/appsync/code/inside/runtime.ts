// The surroundings of resolvers' code: `util`, `runtime`, `extensions`, `console`, and the run of a handler. Texts of JSON alone cross the border.
import type { Plain, PlainMap } from './plain.ts';

interface RuntimeParts {
  texts(random: () => number, now: () => number): { readonly functions: object; readonly normalize: unknown };
  times(now: () => number): { readonly functions: object };
  values: { readonly functions: object };
  filters: { readonly functions: object; toSubscriptionFilter(filter: Plain): Plain };
  dynamodb: object;
  limits(charge: (steps: number) => void): {
    readonly List: object;
    measure(value: unknown): void;
    text(value: unknown): unknown;
    spread(value: unknown): unknown;
  };
}

/** The part of the host that code never sees: it takes and gives texts. */
interface Host {
  xmlToMap(text: string): string;
}

interface RunState {
  now: number;
  seed: number;
  ticks: number;
  authType: string;
  headers: Record<string, string>;
  responseHeaders: Record<string, Plain>;
  errors: Plain[];
  logs: string[];
  error?: PlainMap;
  early?: PlainMap;
  extensions: Record<string, Plain>;
}

export function runtime(parts: RuntimeParts, host: Host, maxTicks: number, maxLogs: number) {
  const stop = { stop: true };
  let state: RunState | undefined;
  const now = (): number => state!.now;
  /** Splitmix32, seeded by the host once per run. */
  const draw = (): number => {
    state!.seed = (state!.seed + 0x9e3779b9) | 0;
    let mixed = state!.seed ^ (state!.seed >>> 16);
    mixed = Math.imul(mixed, 0x21f0aaad);
    mixed ^= mixed >>> 15;
    mixed = Math.imul(mixed, 0x735a2d97);
    return (mixed ^ (mixed >>> 15)) >>> 0;
  };
  const failure = (message: Plain, errorType: Plain, data: Plain, errorInfo: Plain): PlainMap => ({
    message: message === undefined || message === null ? null : String(message),
    errorType: errorType ?? null,
    data: data ?? null,
    errorInfo: errorInfo ?? null,
  });
  const ended = (error: PlainMap): never => {
    state!.error = error;
    throw stop;
  };
  const text = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? 'undefined'));
  const log = (...values: unknown[]): void => {
    for (const value of values) measure(value);
    if (state!.logs.length < maxLogs) state!.logs.push(values.map(text).join(' '));
  };
  const { functions, normalize } = parts.texts(draw, now);
  const Clock = class extends Date {
    constructor(...given: unknown[]) {
      if (given.length === 0) super(state!.now);
      else super(...(given as [number, number]));
    }
    static override now(): number {
      return state!.now;
    }
  };
  const charge = (steps: number): void => {
    if (state === undefined) return;
    state.ticks += steps;
    if (state.ticks > maxTicks)
      ended({ message: `The code ran for more than ${maxTicks} steps.`, errorType: 'Code', data: null, errorInfo: null });
  };
  const { List, measure, text: countedText, spread } = parts.limits(charge);
  const json = {
    stringify: (value: unknown, ...others: [null, string | number | undefined]) => {
      measure(value);
      return JSON.stringify(value, ...others);
    },
    parse: (source: string): unknown => {
      charge(source.length / 100);
      try {
        return JSON.parse(source);
      } catch {
        return '';
      }
    },
  };
  const math = Object.create(Math, { random: { value: () => draw() / 0x1_0000_0000 } }) as Math;
  const util = {
    ...functions,
    error: (message: Plain, type: Plain, data: Plain, info: Plain) => ended(failure(message, type, data, info)),
    appendError: (message: Plain, type: Plain, data: Plain, info: Plain) => void state!.errors.push(failure(message, type, data, info)),
    unauthorized: () => ended({ message: 'Unauthorized', errorType: 'Unauthorized', data: null, errorInfo: null, isUnauthorized: true }),
    validate: (condition: Plain, message: Plain, type: Plain, data: Plain) => {
      if (!condition) ended(failure(message, type ?? 'CustomTemplateException', data, null));
    },
    matches: (pattern: Plain, data: Plain) => new RegExp(`^(?:${String(pattern)})$`).test(String(data)),
    authType: () => state!.authType,
    time: parts.times(now).functions,
    dynamodb: parts.values.functions,
    transform: { ...parts.filters.functions, toSubscriptionFilter: (filter: Plain) => parts.filters.toSubscriptionFilter(filter) },
    str: { normalize },
    http: {
      copyHeaders: (headers: PlainMap) =>
        Object.fromEntries(
          Object.entries(headers ?? {}).filter(
            ([name]) =>
              !/^(?:host|connection|content-length|transfer-encoding|upgrade|x-amz.*|x-forwarded.*|cloudfront.*|via)$/i.test(name),
          ),
        ),
      addResponseHeader: (name: Plain, value: Plain) => {
        state!.responseHeaders[String(name)] = value;
      },
      addResponseHeaders: (headers: PlainMap) => {
        Object.assign(state!.responseHeaders, headers);
      },
    },
    xml: {
      toMap: (source: Plain) => JSON.parse(host.xmlToMap(String(source))) as Plain,
      toJsonString: (source: Plain) => host.xmlToMap(String(source)),
    },
  };
  const early = (value: Plain, options: PlainMap | undefined): never => {
    state!.early = { value: value ?? null, skipTo: options?.['skipTo'] ?? null };
    throw stop;
  };
  const extensions = {
    setSubscriptionFilter: (filter: Plain) => void (state!.extensions['filter'] = filter),
    setSubscriptionInvalidationFilter: (filter: Plain) => void (state!.extensions['invalidationFilter'] = filter),
    invalidateSubscriptions: (request: Plain) =>
      void (state!.extensions['invalidations'] = [...((state!.extensions['invalidations'] ?? []) as Plain[]), request]),
    evictFromApiCache: (typeName: Plain, fieldName: Plain, pairs: Plain) =>
      void (state!.extensions['evictions'] = [...((state!.extensions['evictions'] ?? []) as Plain[]), [typeName, fieldName, pairs]]),
  };
  // A promise would go on after the run.
  Reflect.deleteProperty(Array, 'fromAsync');
  // Code of another resolver of the API would find it changed.
  const shared = [Object, Array, String, Number, Boolean, Date, RegExp, Function, Map, Set, Error, Symbol, BigInt, Promise];
  for (const each of shared) {
    Object.freeze(each.prototype);
    Object.freeze(each);
  }

  const run = (handler: (context: unknown) => unknown, context: string): string => {
    const current = state!;
    const { errors, logs, extensions: set, responseHeaders } = current;
    const ctx = JSON.parse(context) as { stash?: unknown; arguments?: unknown; args?: unknown };
    // One thing with two names.
    if (ctx.arguments !== undefined) ctx.args = ctx.arguments;
    let result: unknown;
    try {
      result = handler(ctx);
      measure(result);
      measure(ctx.stash);
    } catch (error) {
      if (error !== stop)
        current.error = {
          message: String((error as Error | undefined)?.message ?? error),
          errorType: 'Code',
          data: null,
          errorInfo: null,
        };
    }
    const facts = { error: current.error, early: current.early, errors, logs, extensions: set, responseHeaders };
    try {
      return JSON.stringify({
        result: result === undefined ? null : result,
        isMissing: result === undefined,
        stash: ctx.stash ?? {},
        ...facts,
      });
    } catch (error) {
      return JSON.stringify({
        result: null,
        stash: {},
        ...facts,
        error: { message: String((error as Error).message), errorType: 'Code', data: null, errorInfo: null },
      });
    }
  };

  return {
    globals: {
      util,
      runtime: { earlyReturn: early },
      extensions,
      console: { log, error: log, info: log, warn: log },
      JSON: json,
      Math: math,
      Date: Clock,
      Array: List,
    },
    modules: {
      '@aws-appsync/utils': { util, runtime: { earlyReturn: early }, extensions },
      '@aws-appsync/utils/dynamodb': parts.dynamodb,
    },
    /** The functions that the code calls for each of its steps. */
    step: { tick: () => charge(1), text: countedText, spread },
    /** For the statements of a file that stand outside of its functions. */
    begin: (source: string): void => {
      state = {
        ticks: 0,
        errors: [],
        logs: [],
        extensions: {},
        responseHeaders: {},
        ...(JSON.parse(source) as object),
      } as unknown as RunState;
    },
    /** A handler that is a function, or an object with functions for its request and its answer: `onPublish.request`. */
    handlers: (name: string, exported: unknown): Record<string, (context: string) => string> => {
      const made: Record<string, (context: string) => string> = {};
      const add = (key: string, handler: unknown): void => {
        if (typeof handler === 'function') made[key] = (context) => run(handler as (context: unknown) => unknown, context);
      };
      add(name, exported);
      if (typeof exported === 'object' && exported !== null)
        for (const part of ['request', 'response']) add(`${name}.${part}`, (exported as Record<string, unknown>)[part]);
      return made;
    },
  };
}
