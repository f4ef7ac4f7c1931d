// Traces of requests (docs/management.md): the calls, deliveries and events that followed from each.
import { ask, type EventExplanation, json, jsonLines } from './management.ts';
import type { Problem } from './problems.ts';
import { isRead } from './reads.ts';

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
  readonly deliveries?: readonly Pick<TraceStep, 'targetArn' | 'from' | 'outcome' | 'count' | 'problem'>[];
}

export interface TraceStep {
  readonly kind: 'call' | 'run' | 'delivery' | 'event';
  /** The kind of a run. */
  readonly what?: string;
  /** The work of a run, in a few words. */
  readonly name?: string;
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
  readonly remedy?: string;
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
  readonly problems: readonly Problem[];
  readonly events: readonly Pick<EventExplanation, 'id' | 'publications'>[];
}

interface TraceQuery {
  readonly lines: number;
  /** A name, an ARN or an operation; empty for all. */
  readonly about: string;
  readonly problems?: boolean;
  readonly deliveries?: boolean;
}

/** Oldest first. */
export async function recentTraces({ lines, about, problems, deliveries }: TraceQuery): Promise<TraceLine[]> {
  const flag = (on = false): string => (on ? '1' : '0');
  const query = { lines: String(lines), problems: flag(problems), deliveries: flag(deliveries), ...(about && { about }) };
  return jsonLines(await (await ask(`/traces?${new URLSearchParams(query)}`)).text());
}

/** @throws Fault TRACE_MISSING where it is kept no more */
export const readTrace = (id: string): Promise<Trace> => json(`/traces/${encodeURIComponent(id)}`);

/** Pages that are open read again and again, also what may not be there: such requests are of no interest. */
export const onlyReads = ({ call = '', steps, problem = '' }: TraceLine): boolean =>
  steps === 1 && isRead(call.slice(call.lastIndexOf('.') + 1)) && (problem === '' || /NotFound|NoSuch|NotExist|NonExistent/.test(problem));
