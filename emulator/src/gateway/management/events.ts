// `/_emulator/events`: the last events of event buses; which rules took each, why the others did not, and what became of its deliveries.
import type { DeliveryTrace, LoggedEvent, Publication, RuleMiss } from '#core/delivery/logged-event';
import type { Kernel } from '#core/kernel';
import { EVENT_MISSING } from '#gateway/messages';
import { EmulatorError } from '#lib/emulator-error';
import { REPORT_MEMBERS, reportFacts } from './explain.ts';
import { sendLines } from './line-stream.ts';
import { answer, flag, list, type ManagementRoute, members, number, object, oneOf, refusal, text } from './route.ts';

const MATCH = object({ rule: text('The name of the rule.'), targets: list({ type: 'string' }, 'ARNs of its targets.') });
const MISS = object(
  {
    rule: text('The name of the rule.'),
    reason: text('The first field that does not match, and what the rule wants.'),
    ...REPORT_MEMBERS,
  },
  ['fields', 'conflict'],
);
const ELSEWHERE = object({ bus: text('ARN of its bus.'), rule: text('The name of the rule.') });
const PUBLICATION = object(
  {
    bus: text('ARN of the bus.'),
    atMs: number('The time, in milliseconds since 1970.'),
    event: text('The event as JSON, as rules and targets saw it.'),
    tried: number('The number of rules with a pattern.'),
    matched: list(MATCH, 'The rules that took the event.'),
    missed: list(MISS, 'The rules that did not, the nearest to a match first; absent where there are more than twenty rules.'),
    elsewhere: list(ELSEWHERE, 'Rules of other buses of the account and region that would have taken it, where no rule of this bus did.'),
    changed: flag('Whether rules have changed since: `tried` and `missed` are those of now.'),
  },
  ['missed', 'elsewhere'],
);
const ATTEMPT = object(
  {
    atMs: number('The time, in milliseconds since 1970.'),
    problem: text('Code and message of the refusal; absent where the target took the event.'),
  },
  ['problem'],
);
const STATES = ['waiting', 'retrying', 'delivered', 'dead-lettered', 'lost'];
const DELIVERY = object(
  {
    rule: text('ARN of the rule.'),
    target: text('ARN of the target.'),
    state: oneOf(STATES, 'What became of it.'),
    attempts: list(ATTEMPT, 'The first twenty attempts.'),
    nextMs: number('When the next attempt begins.'),
  },
  ['rule', 'nextMs'],
);
export const EXPLAINED_EVENT = object({
  id: text('The id of the event.'),
  publications: list(PUBLICATION, 'The buses that got the event, in order.'),
  deliveries: list(DELIVERY, 'Its deliveries to targets.'),
});
const LINE = object({
  id: text('The id of the event.'),
  bus: text('ARN of the bus.'),
  atMs: number('The time, in milliseconds since 1970.'),
  source: text('Its source.'),
  detailType: text('Its detail type.'),
  matched: list({ type: 'string' }, 'Names of the rules that took it.'),
});

export const EVENT_ROUTES: readonly ManagementRoute[] = [
  {
    method: 'GET',
    url: '/_emulator/events',
    effect: 'reads',
    schema: {
      title: 'Answers the last events of event buses, and streams new ones',
      description:
        'Answers the events that are kept, oldest first, each a line of JSON: up to 2,000 events, four million characters and 8,000 deliveries, in memory. With ' +
        '`follow=1` the answer stays open for new events, as that of `/_emulator/log` does. `emulator events tail` reads this.',
      querystring: members({
        lines: { type: 'string', pattern: '^\\d+$', description: 'The number of earlier events: a whole number, by default 20.' },
        follow: oneOf(['0', '1'], 'Whether the answer stays open for new events; by default `0`.'),
      }),
      response: { 200: answer('A stream of lines.', LINE, 'application/x-ndjson') },
    },
    examples: [{ query: 'lines=5' }, { query: 'lines=0&follow=1' }],
    handler({ query }, reply, { kernel }) {
      const { lines = '20', follow } = query;
      const earlier = kernel.events.recent(Number(lines)).map(lineOf);
      const newLines = (write: (line: object) => void) => kernel.events.follow((publication) => write(lineOf(publication)));
      sendLines(reply, { earlier, follow: follow === '1' ? newLines : undefined }, kernel);
    },
  },
  {
    method: 'GET',
    url: '/_emulator/events/:id',
    effect: 'reads',
    schema: {
      title: 'Explains an event',
      description:
        'Tells for each bus that got the event which rules took it and why the others did not, and for each target the attempts to deliver it, ' +
        'the next one, and where it ended. `emulator events explain` reads this.',
      params: members({ id: text('The id of the event, as PutEvents answers it.') }, ['id']),
      response: { 200: answer('The explanation.', EXPLAINED_EVENT), 404: refusal('`EVENT_MISSING`: no such event is kept.') },
    },
    examples: [{ params: { id: '6f2f7d0e-1f6c-4a7e-9d7e-2f8a3a1f0c11' } }],
    handler({ params }, _reply, { kernel }) {
      const { id = '' } = params;
      const event = explainedEvent(id, kernel);
      if (!event)
        throw new EmulatorError(EVENT_MISSING, `No event ${id} is kept.`, {
          hint: 'Only the last events are kept: `emulator events tail` shows them.',
        });
      return event;
    },
  },
];

/** In the form of `EXPLAINED_EVENT`; undefined where the event is not kept. */
export function explainedEvent(id: string, { events }: Kernel) {
  const event = events.find(id);
  return event && { id, publications: event.publications.map(explained), deliveries: deliveriesOf(event) };
}

interface EventFacts {
  readonly source?: unknown;
  readonly 'detail-type'?: unknown;
}

function lineOf({ event: { id, receivedMs, text }, rules, matched }: Publication) {
  const facts = JSON.parse(text) as EventFacts;
  return {
    id,
    bus: rules.arn,
    atMs: receivedMs,
    source: String(facts.source),
    detailType: String(facts['detail-type']),
    matched: matched.map(({ name }) => name),
  };
}

function explained({ event: { receivedMs, text }, rules, version, matched }: Publication) {
  const missed = rules.misses(text, new Set(matched.map(({ name }) => name)));
  const elsewhere = matched.length === 0 ? rules.elsewhere(text) : [];
  return {
    bus: rules.arn,
    atMs: receivedMs,
    event: text,
    tried: rules.size,
    matched: matched.map(({ name, plans }) => ({ rule: name, targets: plans.map(({ to }) => to.targetArn) })),
    ...(missed && { missed: [...missed].sort((a, b) => a.distance - b.distance).map(missOf) }),
    ...(elsewhere.length > 0 && { elsewhere: elsewhere.map(({ bus, name }) => ({ bus, rule: name })) }),
    changed: rules.version !== version,
  };
}

const missOf = ({ name, reason, report }: RuleMiss) => ({ rule: name, reason, ...(report && reportFacts(report)) });

function deliveriesOf({ publications, deliveries }: LoggedEvent) {
  const sent = new Set(deliveries.map(({ rule, targetArn }) => `${rule} ${targetArn}`));
  // Targets without a delivery in the outbox have taken the event in the write that published it.
  const inWrite = publications.flatMap(({ matched, event: { receivedMs: atMs } }) =>
    matched.flatMap(({ arn, plans }) =>
      plans
        .filter(({ to }) => !sent.has(`${arn} ${to.targetArn}`))
        .map(({ to }) => ({ rule: arn, target: to.targetArn, state: 'delivered', attempts: [{ atMs }] })),
    ),
  );
  return [...inWrite, ...deliveries.map(traced)];
}

function traced({ rule, targetArn, attempts, nextMs, end }: DeliveryTrace) {
  const state = end ?? (nextMs === undefined ? 'waiting' : 'retrying');
  return { ...(rule !== undefined && { rule }), target: targetArn, state, attempts, ...(nextMs !== undefined && { nextMs }) };
}
