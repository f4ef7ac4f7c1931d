// Traces of requests (docs/management.md): the calls, deliveries and events that followed from each.
import { ask, json, jsonLines } from './management.ts';

export interface TraceLine {
  readonly id: string;
  readonly atMs: number;
  readonly call?: string;
  readonly resource?: string;
  readonly caller?: string;
  readonly account?: string;
  readonly region?: string;
  readonly tookMs?: number;
  readonly steps: number;
  readonly problem?: string;
}

export interface TraceStep {
  readonly kind: 'call' | 'delivery' | 'event';
  readonly atMs: number;
  readonly requestId?: string;
  readonly service?: string;
  readonly operation?: string;
  readonly resource?: string;
  readonly caller?: string;
  readonly depth?: number;
  readonly tookMs?: number;
  readonly failed?: boolean;
  readonly text?: string;
  readonly targetArn?: string;
  readonly from?: string;
  readonly outcome?: 'delivered' | 'retried' | 'postponed' | 'dead-lettered' | 'lost';
  readonly count?: number;
  readonly problem?: string;
  readonly nextMs?: number;
  readonly eventId?: string;
}

export interface Trace {
  readonly id: string;
  readonly steps: readonly TraceStep[];
}

/** Oldest first. `about` is a name, an ARN or an operation; empty for all. */
export async function recentTraces(lines: number, about: string, problems: boolean): Promise<TraceLine[]> {
  const query = new URLSearchParams({ lines: String(lines), problems: problems ? '1' : '0', ...(about && { about }) });
  return jsonLines(await (await ask(`/traces?${query}`)).text());
}

/** @throws Fault TRACE_MISSING where it is kept no more */
export const readTrace = (id: string): Promise<Trace> => json(`/traces/${encodeURIComponent(id)}`);
