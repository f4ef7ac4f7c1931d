// A sandbox for event patterns: as one types, the matcher of the buses says of each field whether the event has what the pattern wants.
import { useEffect, useState } from 'preact/hooks';
import { wordsOf } from '#api/fault.ts';
import { explainEvent, explainPattern, type PatternReport, recentEvents } from '#api/management.ts';
import { callOf } from '#api/model.ts';
import { useQuery } from '#shell/query.ts';
import type { ToolProps } from '#shell/tools.ts';
import { CopyAs } from '#ui/copy-as.tsx';
import { FormButton } from '#ui/form.tsx';
import { lastPart, pretty } from '#ui/format.ts';
import { jsonProblem } from '#ui/json-text.ts';
import { Heading } from '#ui/parts.tsx';
import { apiOf } from '#ui/resource.ts';
import { useLoaded } from '#ui/use-loaded.ts';
import { FieldTable } from './field-table.tsx';
import { ruleForm } from './rule-form.tsx';

const SETTLE_MS = 200;
const MAX_EVENTS = 50;
const PATTERN = `{
  "source": ["shop"],
  "detail": {
    "total": [{ "numeric": [">", 10] }]
  }
}`;

const eventText = ({ account, region }: ToolProps['scope']): string =>
  JSON.stringify(
    {
      version: '0',
      id: '6f2f7d0e-1f6c-4a7e-9d7e-2f8a3a1f0c11',
      'detail-type': 'OrderPlaced',
      source: 'shop',
      account,
      time: '2026-01-01T12:00:00Z',
      region,
      resources: [],
      detail: { id: 'o-1', total: 12.5 },
    },
    undefined,
    2,
  );

type Outcome = (PatternReport & { readonly matched: boolean }) | { readonly problem: string };

const flaw = (what: string, text: string): string | undefined => {
  const problem = jsonProblem(text);
  return problem && `The ${what}, line ${problem.line}, column ${problem.column}: ${problem.message}.`;
};

/** A list of texts to take; nothing stays chosen. */
function Take({
  label,
  options,
  onTake,
}: {
  label: string;
  options: readonly (readonly [string, string])[];
  onTake: (value: string) => void;
}) {
  return (
    <select aria-label={label} value="" onChange={({ currentTarget }) => currentTarget.value && onTake(currentTarget.value)}>
      <option value="">{label}…</option>
      {options.map(([value, text]) => (
        <option key={value} value={value}>
          {text}
        </option>
      ))}
    </select>
  );
}

export function Page({ scope }: ToolProps) {
  const api = apiOf(scope);
  const [{ bus = 'default', rule, event: eventId }, setQuery] = useQuery();
  const [pattern, setPattern] = useState(PATTERN);
  const [event, setEvent] = useState(() => eventText(scope));
  const [outcome, setOutcome] = useState<Outcome>();
  const fail = (error: unknown): void => setOutcome({ problem: wordsOf(error) });
  const { value: rules = [] } = useLoaded(`rules of ${bus} ${scope.account} ${scope.region}`, async () =>
    ((await api.call('events', 'ListRules', { EventBusName: bus })).Rules ?? []).filter(({ EventPattern }) => EventPattern),
  );
  const { value: events = [] } = useLoaded(`last events ${scope.account} ${scope.region}`, async () => {
    const here = `:${scope.region}:${scope.account}:`;
    return (await recentEvents(MAX_EVENTS)).filter((one) => one.bus.includes(here)).reverse();
  });
  useEffect(() => {
    if (rule)
      api
        .call('events', 'DescribeRule', { EventBusName: bus, Name: rule })
        .then(({ EventPattern }) => EventPattern && setPattern(pretty(EventPattern)), fail);
  }, [bus, rule]);
  useEffect(() => {
    if (eventId) explainEvent(eventId).then(({ publications: [first] }) => first && setEvent(pretty(first.event)), fail);
  }, [eventId]);
  useEffect(() => {
    let current = true;
    const problem = flaw('pattern', pattern) ?? flaw('event', event);
    if (problem) return setOutcome({ problem });
    const timer = setTimeout(() => {
      explainPattern(pattern, event).then(
        (report) => current && setOutcome(report),
        (error: unknown) => current && fail(error),
      );
    }, SETTLE_MS);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [pattern, event]);
  const report = outcome && 'matched' in outcome ? outcome : undefined;
  const area = (value: string, set: (text: string) => void, label: string) => (
    <textarea
      class="mono"
      aria-label={label}
      rows={16}
      spellcheck={false}
      value={value}
      onInput={({ currentTarget }) => set(currentTarget.value)}
    />
  );
  return (
    <>
      <Heading title="Pattern sandbox">
        <CopyAs calls={() => [callOf('events', 'TestEventPattern', { EventPattern: pattern, Event: event })]} scope={scope} />
        <FormButton
          key={pattern}
          spec={{ ...ruleForm(bus, { EventPattern: pattern }), title: 'Create rule from this', submit: 'Create rule' }}
          api={api}
        />
      </Heading>
      <div class="stack">
        <p class={`big-verdict ${!outcome ? '' : report?.matched ? 'good' : 'bad'}`} role="status">
          {!outcome
            ? '…'
            : 'problem' in outcome
              ? outcome.problem
              : outcome.matched
                ? '✓ The event matches.'
                : '✗ The event does not match.'}
        </p>
        {report && <FieldTable {...report} />}
        <div class="columns">
          <section class="stack" aria-label="Pattern and its rule">
            <div class="row">
              <h2>Pattern</h2>
              <span class="grow" />
              <Take
                label={`Take that of a rule on ${bus}`}
                options={rules.map(({ Name = '' }) => [Name, Name])}
                onTake={(name) => setQuery({ rule: name })}
              />
            </div>
            {area(pattern, setPattern, 'Pattern')}
          </section>
          <section class="stack" aria-label="Event and its source">
            <div class="row">
              <h2>Event</h2>
              <span class="grow" />
              <Take
                label="Take one of the last"
                options={events.map(({ id, source, detailType, bus: of }) => [id, `${source} · ${detailType} on ${lastPart(of)}`])}
                onTake={(id) => setQuery({ event: id })}
              />
            </div>
            {area(event, setEvent, 'Event')}
          </section>
        </div>
      </div>
    </>
  );
}
