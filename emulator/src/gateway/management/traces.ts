// `/_emulator/traces`: the last requests, with the calls, deliveries and events that followed from each, and what became of them.
import { shortName } from '#core/call-resource';
import type { Kernel } from '#core/kernel';
import { type CallStep, isFailure, RUN_KINDS, type RunStep, type Trace, type TraceStep } from '#core/traces/trace';
import { TRACE_MISSING } from '#gateway/messages';
import { EmulatorError } from '#lib/emulator-error';
import { mentionsInStep, stepsAbout } from './about.ts';
import { EXPLAINED_EVENT, explainedEvent } from './events.ts';
import { sendLines } from './line-stream.ts';
import { PROBLEM } from './problem-shape.ts';
import { answer, flag, list, type ManagementRoute, members, number, object, oneOf, refusal, text } from './route.ts';

/** Between two writings of the traces that have grown, where an answer stays open. */
const FOLLOW_MS = 100;
/** Traces written at once; with more, the oldest are left out. */
const MAX_FOLLOWED = 1000;

const OUTCOMES = ['delivered', 'retried', 'postponed', 'dead-lettered', 'lost'];
const LINE = object(
  {
    id: text('The id of the request; `x-amzn-requestid` in its answer.'),
    atMs: number('The time, in milliseconds since 1970.'),
    call: text('Service and operation: `sqs.SendMessage`; absent where no call is kept.'),
    resource: text('The resource that the call names.'),
    caller: text('The function, the service or the role that called; absent for clients.'),
    account: text('The account.'),
    region: text('The region.'),
    tookMs: number('Milliseconds until the answer.'),
    steps: number('How many calls, deliveries and events are known.'),
    problem: text('The first thing that went wrong; absent where nothing did.'),
    deliveries: list(
      object(
        {
          targetArn: text('ARN of the target.'),
          from: text('ARN of the sender, or its kind and name.'),
          outcome: oneOf(OUTCOMES, 'What became of this attempt.'),
          count: number('How many deliveries went together.'),
          problem: text('Code and message of the refusal.'),
        },
        ['from', 'problem'],
      ),
      'With `deliveries=1`: the attempts to deliver that followed.',
    ),
  },
  ['call', 'resource', 'caller', 'account', 'region', 'tookMs', 'problem', 'deliveries'],
);
const STEP = object(
  {
    kind: oneOf(['call', 'run', 'delivery', 'event'], 'Which of the other members there are.'),
    atMs: number('The time, in milliseconds since 1970: of a call, when it ended.'),
    requestId: text('Of a call: the id in its answer. Of a run: the id in its log lines.'),
    what: oneOf([...RUN_KINDS], 'Of a run: what ran. `problem`: a failure of something that has no run of its own.'),
    name: text('Of a run: what ran there, in a few words: `GET /orders → 200`.'),
    service: text('Of a call: the service.'),
    operation: text('Of a call: the operation.'),
    resource: text('Of a call: the resource that it names. Of a run: ARN of what ran, or its kind and name.'),
    caller: text('Of a call: the function, the service or the role that called; absent for clients.'),
    account: text('Of a call: the account.'),
    region: text('Of a call: the region.'),
    depth: number('Of a call or a run: 0 for the request itself, 1 for a call that it caused, and so on.'),
    tookMs: number('Of a call or a run: milliseconds until its end.'),
    failed: flag('Of a call or a run: whether it failed.'),
    text: text('Of a call or a run: why it failed, or a remark.'),
    remedy: text('Of what failed: the command that mends it, if there is one.'),
    targetArn: text('Of a delivery: ARN of its target.'),
    from: text('Of a delivery: ARN of the sender, or its kind and name.'),
    outcome: oneOf(OUTCOMES, 'Of a delivery: what became of this attempt.'),
    count: number('Of a delivery: how many deliveries went together.'),
    problem: text('Of a delivery: code and message of the refusal.'),
    nextMs: number('Of a delivery: when the next attempt begins, in milliseconds since 1970.'),
    eventId: text('Of an event: its id, as in `events`.'),
  },
  [
    ...[
      'requestId',
      'what',
      'name',
      'service',
      'operation',
      'resource',
      'caller',
      'account',
      'region',
      'depth',
      'tookMs',
      'failed',
      'text',
      'remedy',
    ],
    ...['targetArn', 'from', 'outcome', 'count', 'problem', 'nextMs', 'eventId'],
  ],
);
const TRACE = object({
  id: text('The id of the request.'),
  steps: list(STEP, 'Calls, deliveries and events, in the order in which they began.'),
  problems: list(PROBLEM, 'The failures among them that nobody handled, and those of later requests with what this one sent.'),
  events: list(EXPLAINED_EVENT, 'The events of buses among them, explained as `/_emulator/events/:id` does.'),
});

export const TRACE_ROUTES: readonly ManagementRoute[] = [
  {
    method: 'GET',
    url: '/_emulator/traces',
    effect: 'reads',
    schema: {
      title: 'Answers the last requests, and streams new ones',
      description:
        'Answers the requests that are kept, oldest first, each a line of JSON: up to 32,768 calls, deliveries and events, and eight million ' +
        'characters, in memory. With `follow=1` the answer stays open: a request is written again when something has followed from it.',
      querystring: members({
        lines: { type: 'string', pattern: '^\\d+$', description: 'The number of earlier requests: a whole number, by default 20.' },
        about: text(
          'Only requests that name this resource: its name, ARN or URL, an operation, or the name of a rule that took an event. Where nothing has that name: those that mention it.',
        ),
        since: {
          type: 'string',
          pattern: '^\\d+$',
          description: 'Only requests with a step at this time or later: milliseconds since 1970.',
        },
        deliveries: oneOf(['0', '1'], 'Whether each line lists the deliveries that followed; by default `0`.'),
        problems: oneOf(['0', '1'], 'Only requests from which something went wrong; by default `0`.'),
        follow: oneOf(['0', '1'], 'Whether the answer stays open for new requests; by default `0`.'),
      }),
      response: { 200: answer('A stream of lines.', LINE, 'application/x-ndjson') },
    },
    examples: [
      { query: 'lines=5' },
      { query: 'about=orders&problems=1' },
      { query: 'about=news&deliveries=1' },
      { query: 'lines=0&follow=1' },
    ],
    handler({ query }, reply, { kernel }) {
      const { lines = '20', follow, deliveries } = query;
      const lineOf = deliveries === '1' ? lineWithDeliveries : plainLine;
      const earlier = recent(Number(lines), query, kernel).map(lineOf);
      const newLines = (write: (line: object) => void) =>
        followed(kernel, (traces) => {
          const isWanted = wanted(query, kernel);
          for (const trace of traces) if (trace.steps.some(isWanted)) write(lineOf(trace));
        });
      sendLines(reply, { earlier, follow: follow === '1' ? newLines : undefined }, kernel);
    },
  },
  {
    method: 'GET',
    url: '/_emulator/traces/:id',
    effect: 'reads',
    schema: {
      title: 'Explains a request',
      description:
        'Tells which calls, deliveries and events followed from a request, in their order, and what became of each. `emulator why` reads this.',
      params: members({ id: text('The id of the request, of a call that it caused, or of an event.') }, ['id']),
      response: { 200: answer('The explanation.', TRACE), 404: refusal('`TRACE_MISSING`: no such request is kept.') },
    },
    examples: [{ params: { id: '6f2f7d0e-1f6c-4a7e-9d7e-2f8a3a1f0c11' } }],
    handler({ params }, _reply, { kernel }) {
      const { id = '' } = params;
      const trace = kernel.traces.find(id);
      if (!trace)
        throw new EmulatorError(TRACE_MISSING, `No request ${id} is kept.`, {
          hint: 'Only the last requests are kept: GET /_emulator/traces lists them.',
        });
      const events = new Set(trace.steps.flatMap((step) => (step.kind === 'event' ? [step.eventId] : [])));
      return {
        id: trace.id,
        steps: trace.steps.map(({ trace: _trace, order: _order, ...step }) => step),
        problems: kernel.problems.of(trace.id),
        events: [...events].flatMap((event) => explainedEvent(event, kernel) ?? []),
      };
    },
  },
];

/** Calls `see` with the traces that have grown, a little later and once for all their growth. */
function followed({ traces }: Kernel, see: (grown: readonly Trace[]) => void): () => void {
  const grown = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  const tell = (): void => {
    timer = undefined;
    const ids = new Set([...grown].slice(-MAX_FOLLOWED));
    grown.clear();
    see(traces.gather(ids));
  };
  const off = traces.follow((id) => {
    grown.add(id);
    timer ??= setTimeout(tell, FOLLOW_MS);
  });
  return () => {
    off();
    clearTimeout(timer);
  };
}

function plainLine({ id, steps }: Trace) {
  const ran = steps.filter((step) => step.kind === 'call' || step.kind === 'run');
  const first = ran.find(({ depth }) => depth === 0) ?? ran[0];
  const failure = steps.find(isFailure);
  return {
    id,
    atMs: (first ?? steps[0])?.atMs ?? 0,
    ...(first && (first.kind === 'call' ? callFacts(first) : runFacts(first))),
    steps: steps.length,
    ...(failure && { problem: reasonOf(failure) }),
  };
}

const lineWithDeliveries = (trace: Trace) => ({
  ...plainLine(trace),
  deliveries: trace.steps.flatMap((step) => {
    if (step.kind !== 'delivery') return [];
    const { targetArn, from, outcome, count, problem } = step;
    return [{ targetArn, from, outcome, count, problem }];
  }),
});

const callFacts = ({ service, operation, resource, caller, account, region, tookMs }: CallStep) => ({
  call: `${service}.${operation}`,
  resource: resource && shortName(resource),
  caller,
  account,
  region,
  tookMs: tenths(tookMs),
});

const runFacts = ({ what, name, resource, tookMs }: RunStep) => ({
  call: name !== undefined ? `${what} ${name}` : what === 'problem' ? `problem of ${shortName(resource)}` : what,
  resource: shortName(resource),
  tookMs: tenths(tookMs),
});

const tenths = (ms: number): number => Math.round(ms * 10) / 10;

function reasonOf(step: TraceStep): string {
  if (step.kind === 'call') return `${step.service}.${step.operation}: ${step.text ?? 'failed'}`;
  if (step.kind === 'run') return step.text ?? 'failed';
  return step.kind === 'delivery' ? `${step.outcome} on the way to ${shortName(step.targetArn)}: ${step.problem ?? ''}` : '';
}

type Query = Readonly<Record<string, string | undefined>>;
type IsWanted = (step: TraceStep) => boolean;

/** Whether a step is what the query asks for. */
function wanted({ about, problems, since = '0' }: Query, kernel: Kernel): IsWanted {
  const isAbout = about === undefined ? undefined : stepsAbout(about, kernel);
  return (step) => step.atMs >= Number(since) && (problems !== '1' || isFailure(step)) && (isAbout === undefined || isAbout(step));
}

/** Where nothing has the name, whatever mentions it. */
function recent(count: number, query: Query, kernel: Kernel): Trace[] {
  const named = kernel.traces.recent(count, wanted(query, kernel));
  const { about, ...others } = query;
  if (named.length > 0 || about === undefined) return named;
  const isAsked = wanted(others, kernel);
  return kernel.traces.recent(count, (step) => isAsked(step) && mentionsInStep(step, about));
}
