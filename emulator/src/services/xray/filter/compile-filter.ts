// Filter expressions: `service("orders") { fault } AND responsetime > 2 AND annotation.tenant = "a"`, compiled to a function on traces.

import { invalidRequest } from '#services/xray/faults';
import type { AssembledTrace } from '#services/xray/traces/assemble-trace';
import { FilterParser } from './filter-parser.ts';
import type { FindGroupFilter } from './group-filters.ts';
import { FilterError } from './scanner.ts';
import { traceScope } from './scope.ts';

export type TraceFilter = (trace: AssembledTrace) => boolean;

/** @throws Fault InvalidRequestException for an expression that is none */
export function compileFilter(text: string, findGroup: FindGroupFilter): TraceFilter {
  const test = checked(() => new FilterParser(text, findGroup).whole());
  return (trace) => test(traceScope(trace));
}

/** An expression that selects services and calls, rather than traces: `service("orders")`, `edge("a", "b")`. */
export function compileSelector(text: string, findGroup: FindGroupFilter) {
  return checked(() => new FilterParser(text, findGroup).selector());
}

function checked<T>(compile: () => T): T {
  try {
    return compile();
  } catch (error) {
    throw error instanceof FilterError ? invalidRequest(`Invalid filter expression: ${error.message}`) : error;
  }
}
