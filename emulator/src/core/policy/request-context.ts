// The condition keys of one request, looked up regardless of case, and the policy variables that refer to them.
import { compileGlob, type Glob, joinGlobs, literalGlob } from '#lib/glob';

export type ContextValues = Readonly<Record<string, string | readonly string[]>>;

export interface RequestContext {
  /** Undefined where the request does not carry the key; an empty list counts as absent. */
  values(key: string): readonly string[] | undefined;
}

export function requestContext(context: ContextValues): RequestContext {
  const byKey = new Map(Object.entries(context).map(([key, value]) => [key.toLowerCase(), typeof value === 'string' ? [value] : value]));
  return {
    values: (key) => {
      const values = byKey.get(key.toLowerCase());
      return values === undefined || values.length === 0 ? undefined : values;
    },
  };
}

export interface SubstituteOptions {
  /** Treats `*` and `?` of the policy's own text as wildcards. */
  readonly wildcards: boolean;
  readonly ignoreCase?: boolean | undefined;
  /** False in documents of 2008-10-17: there `${…}` is plain text. */
  readonly variables: boolean;
}

/**
 * The pattern with its variables replaced; undefined where a variable has no value: such a pattern matches nothing.
 * A value from the request is always literal, so that a name with a star in it cannot widen a policy.
 */
export function substitute(written: string, context: RequestContext, options: SubstituteOptions): Glob | undefined {
  const fold = (text: string) => (options.ignoreCase ? text.toLowerCase() : text);
  const own = (text: string) => (options.wildcards ? compileGlob(fold(text)) : literalGlob(fold(text)));
  if (!options.variables || !written.includes('${')) return own(written);
  const parts: Glob[] = [];
  let read = 0;
  for (;;) {
    const start = written.indexOf('${', read);
    const end = start < 0 ? -1 : written.indexOf('}', start);
    if (end < 0) return joinGlobs([...parts, own(written.slice(read))]);
    const value = resolve(written.slice(start + 2, end), context);
    if (value === undefined) return undefined;
    parts.push(own(written.slice(read, start)), literalGlob(fold(value)));
    read = end + 1;
  }
}

/** `${*}`, `${?}` and `${$}` are the characters themselves; `${key, 'default'}` always has a value. */
function resolve(variable: string, context: RequestContext): string | undefined {
  if (variable === '*' || variable === '?' || variable === '$') return variable;
  const comma = variable.indexOf(',');
  const key = (comma < 0 ? variable : variable.slice(0, comma)).trim();
  const fallback = comma < 0 ? undefined : variable.slice(comma + 1).trim();
  const values = context.values(key);
  if (values?.length === 1) return values[0];
  return fallback?.startsWith("'") && fallback.endsWith("'") && fallback.length > 1 ? fallback.slice(1, -1) : undefined;
}
