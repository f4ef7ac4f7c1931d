// Expressions of parameter mappings: `method.request.header.x`, `integration.response.body.id`, `context.requestId`, `'static'`. Pure.
// https://docs.aws.amazon.com/apigateway/latest/developerguide/rest-api-parameter-mapping.html
import { own } from '#lib/table';
import { jsonOf, textOf } from '#lib/vtl/print';
import { readJson } from '#lib/vtl/read-json';
import { Rendering } from '#lib/vtl/rendering';
import { List, type Value, type ValueMap } from '#lib/vtl/values';
import { valueAt } from '#services/apigateway/variables/json-path';
import type { HeaderList } from './rest-request.ts';

export interface MappingSources {
  readonly path: Readonly<Record<string, string>>;
  readonly query: HeaderList;
  readonly headers: HeaderList;
  /** As text. */
  readonly body: string;
  readonly context: ValueMap;
  readonly stageVariables: Readonly<Record<string, string>>;
}

const EXPRESSION =
  /^(?:(?:method\.request|integration\.response)\.(?:(path|querystring|header|multivaluequerystring|multivalueheader)\.(.+)|(body)(.*))|(context|stageVariables)\.(.+)|'(.*)')$/s;

/** Undefined for what is not there; lists for the `multivalue…` forms. */
export function evaluateMapping(expression: string, sources: MappingSources): string | readonly string[] | undefined {
  const [, kind, name = '', body, path = '', variables, variable = '', fixed] = EXPRESSION.exec(expression) ?? [];
  if (fixed !== undefined) return fixed;
  if (body !== undefined) return fromBody(path, sources.body);
  if (variables === 'stageVariables') return own(sources.stageVariables, variable);
  if (variables === 'context') return fromContext(variable, sources.context);
  if (kind === 'path') return own(sources.path, name);
  const isHeader = kind === 'header' || kind === 'multivalueheader';
  const all = (isHeader ? sources.headers : sources.query).filter(([each]) =>
    isHeader ? each.toLowerCase() === name.toLowerCase() : each === name,
  );
  if (all.length === 0) return undefined;
  return kind?.startsWith('multivalue') ? all.map(([, value]) => value) : all.at(-1)![1];
}

/** The whole body, or what a JSONPath finds in it: texts as they are, everything else as JSON. */
function fromBody(path: string, body: string): string | undefined {
  if (path === '') return body === '' ? undefined : body;
  const budget = new Rendering(new Map());
  const value = valueAt(readJson(body, budget), path.startsWith('.$') ? path.slice(1) : `$${path}`, budget);
  if (value === undefined || value === null) return undefined;
  return typeof value === 'string' ? value : jsonOf(value, budget);
}

function fromContext(path: string, context: ValueMap): string | undefined {
  let value: Value = context;
  for (const part of path.split('.')) value = value instanceof Map ? value.get(part) : undefined;
  if (value === undefined || value === null || value instanceof Map || value instanceof List) return undefined;
  return textOf(value, new Rendering(new Map()));
}
