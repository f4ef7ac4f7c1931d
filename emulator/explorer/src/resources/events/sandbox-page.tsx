// A sandbox for event patterns: the emulator's own matcher (TestEventPattern) says whether the event matches, as one types.
import { useEffect, useState } from 'preact/hooks';
import { wordsOf } from '#api/fault.ts';
import { explainEvent } from '#api/management.ts';
import { useQuery } from '#shell/query.ts';
import type { ToolProps } from '#shell/tools.ts';
import { FormButton } from '#ui/form.tsx';
import { pretty } from '#ui/format.ts';
import { jsonProblem } from '#ui/json-text.ts';
import { Heading } from '#ui/parts.tsx';
import { apiOf } from '#ui/resource.ts';
import { ruleForm } from './rule-form.tsx';

const SETTLE_MS = 200;
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

type Outcome = { readonly matches: boolean } | { readonly problem: string };

export function Page({ scope }: ToolProps) {
  const api = apiOf(scope);
  const [{ bus = 'default', rule, event: eventId }] = useQuery();
  const [pattern, setPattern] = useState(PATTERN);
  const [event, setEvent] = useState(() => eventText(scope));
  const [outcome, setOutcome] = useState<Outcome>();
  useEffect(() => {
    if (rule)
      api.call('events', 'DescribeRule', { EventBusName: bus, Name: rule }).then(
        ({ EventPattern }) => EventPattern && setPattern(pretty(EventPattern)),
        (error: unknown) => setOutcome({ problem: wordsOf(error) }),
      );
    if (eventId)
      explainEvent(eventId).then(
        ({ publications: [first] }) => first && setEvent(pretty(first.event)),
        (error: unknown) => setOutcome({ problem: wordsOf(error) }),
      );
  }, [bus, rule, eventId]);
  useEffect(() => {
    let current = true;
    const timer = setTimeout(() => {
      for (const [name, text] of [
        ['pattern', pattern],
        ['event', event],
      ] as const) {
        const problem = jsonProblem(text);
        if (problem) return setOutcome({ problem: `The ${name}, line ${problem.line}, column ${problem.column}: ${problem.message}.` });
      }
      api.call('events', 'TestEventPattern', { EventPattern: pattern, Event: event }).then(
        ({ Result }) => current && setOutcome({ matches: Result === true }),
        (error: unknown) => current && setOutcome({ problem: wordsOf(error) }),
      );
    }, SETTLE_MS);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [pattern, event, scope.region, scope.account]);
  const tone = !outcome ? '' : 'matches' in outcome && outcome.matches ? 'good' : 'bad';
  const word = !outcome
    ? '…'
    : 'problem' in outcome
      ? outcome.problem
      : outcome.matches
        ? '✓ The event matches.'
        : '✗ The event does not match.';
  return (
    <>
      <Heading title="Pattern sandbox">
        <FormButton
          key={pattern}
          spec={{ ...ruleForm(bus, { EventPattern: pattern }), title: 'Create rule from this', submit: 'Create rule' }}
          api={api}
        />
      </Heading>
      <div class="stack">
        <p class={`big-verdict ${tone}`} role="status">
          {word}
        </p>
        <div class="columns">
          <label class="field">
            Pattern
            <textarea
              class="mono"
              rows={20}
              spellcheck={false}
              value={pattern}
              onInput={({ currentTarget }) => setPattern(currentTarget.value)}
            />
          </label>
          <label class="field">
            Event
            <textarea
              class="mono"
              rows={20}
              spellcheck={false}
              value={event}
              onInput={({ currentTarget }) => setEvent(currentTarget.value)}
            />
          </label>
        </div>
      </div>
    </>
  );
}
