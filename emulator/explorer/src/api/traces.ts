// Traces of requests (docs/management.md): the calls, deliveries and events that followed from each.
import { ask, type EventExplanation, json, jsonLines, type Problem, sendJson } from './management.ts';
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

/** The input and the answer of a call or a function. The texts are absent where there is nothing to show. */
export interface Payload {
  readonly requestId: string;
  /** The request line of a request over HTTP. */
  readonly method?: string;
  readonly path?: string;
  readonly input?: string;
  readonly output?: string;
  readonly isInputCut: boolean;
  readonly isOutputCut: boolean;
}

interface Answer {
  readonly status?: number;
  readonly body?: string;
}

export interface Replayed {
  readonly requestId?: string;
  readonly before: Answer;
  readonly after: Answer;
}

/** @throws Fault TRACE_MISSING where it is kept no more */
export const readPayloads = async (id: string): Promise<readonly Payload[]> =>
  (await json<{ payloads: Payload[] }>(`/traces/${encodeURIComponent(id)}/payloads`)).payloads;

/** Sends the request again. @throws Fault REPLAY_IMPOSSIBLE where it is not kept whole */
export const replayRequest = (id: string, input?: string): Promise<Replayed> =>
  sendJson('POST', `/traces/${encodeURIComponent(id)}/replay`, input === undefined ? {} : { input });

/** Pages that are open read again and again, also what may not be there: such requests are of no interest. */
export const onlyReads = ({ call = '', steps, problem = '' }: TraceLine): boolean =>
  steps === 1 && isRead(call.slice(call.lastIndexOf('.') + 1)) && (problem === '' || /NotFound|NoSuch|NotExist|NonExistent/.test(problem));
