// Events and their traces: which rules took an event, why the others did not, and what became of each delivery.
import { type EventExplanation, explainEvent, recentEvents } from '#api/management.ts';
import type { Scope } from '#api/model.ts';
import { pageOfArn } from '#shell/arn-page.ts';
import { pathOf } from '#shell/paths.ts';
import { keepPreference } from '#shell/preferences.ts';
import type { ToolProps } from '#shell/tools.ts';
import { lastPart, shownTime } from '#ui/format.ts';
import { Badge, Copy, Empty, Heading, Json, Loading, Problem, Time } from '#ui/parts.tsx';
import { Table } from '#ui/table.tsx';
import { useLoaded } from '#ui/use-loaded.ts';
import { RESEND } from './send-tab.tsx';

const MAX_EVENTS = 2_000;
/** The reason that the emulator gives for a rule that is switched off. */
const DISABLED = 'is disabled';

export const Page = ({ scope, name }: ToolProps) =>
  name === undefined ? <Traces scope={scope} /> : <Trace key={name} id={name} scope={scope} />;

function Traces({ scope }: { scope: Scope }) {
  const { value, error, reload } = useLoaded(`events ${scope.account} ${scope.region}`, async () => {
    const here = `:${scope.region}:${scope.account}:`;
    return (await recentEvents(MAX_EVENTS)).filter(({ bus }) => bus.includes(here)).reverse();
  });
  return (
    <>
      <Heading title="Event traces">
        <a href={`${pathOf(scope, 'buses', 'default')}?tab=send`}>Send an event</a>
      </Heading>
      {error !== undefined && <Problem error={error} retry={reload} />}
      {value === undefined ? (
        error === undefined && <Loading />
      ) : value.length === 0 ? (
        <Empty
          about="Every event that a bus takes has a line here, with the rules that took it and the reasons why others did not."
          example={`events put-events --entries '[{"Source":"shop","DetailType":"OrderPlaced","Detail":"{}"}]'`}
          scope={scope}
        />
      ) : (
        <Table
          label="events"
          rows={value}
          keyOf={({ id, bus }) => `${id} ${bus}`}
          href={({ id }) => pathOf(scope, 'events', id)}
          columns={[
            { title: 'Time', text: ({ atMs }) => shownTime(atMs, { millis: true }), kind: 'mono' },
            { title: 'Detail type', text: ({ detailType }) => detailType },
            { title: 'Source', text: ({ source }) => source },
            { title: 'Bus', text: ({ bus }) => lastPart(bus) },
            {
              title: 'Rules',
              text: ({ matched }) => matched.join(', '),
              cell: ({ matched }) => (matched.length === 0 ? <span class="badge wait">no rule took it</span> : matched.join(', ')),
            },
            { title: 'Id', text: ({ id }) => id, kind: 'mono' },
          ]}
        />
      )}
    </>
  );
}

function Trace({ id, scope }: { id: string; scope: Scope }) {
  const { value, error, reload } = useLoaded(`event ${id}`, () => explainEvent(id));
  const above = <a href={pathOf(scope, 'events')}>Event traces</a>;
  if (error !== undefined)
    return (
      <>
        <Heading title={id} above={above} />
        <Problem error={error} retry={reload} />
      </>
    );
  if (!value)
    return (
      <>
        <Heading title={id} above={above} />
        <Loading />
      </>
    );
  return (
    <>
      <Heading title={id} above={above}>
        <Copy text={id} what="id" />
      </Heading>
      <div class="stack">
        {value.publications.map((publication) => (
          <PublicationView key={publication.bus} publication={publication} deliveries={value.deliveries} scope={scope} />
        ))}
      </div>
    </>
  );
}

type PublicationFacts = EventExplanation['publications'][number];

function PublicationView({
  publication,
  deliveries,
  scope,
}: {
  publication: PublicationFacts;
  deliveries: EventExplanation['deliveries'];
  scope: Scope;
}) {
  const { bus, atMs, event, tried, matched, missed = [], changed } = publication;
  const all = Math.max(tried, matched.length + missed.length);
  const busName = lastPart(bus);
  const again = (): void => {
    const {
      source,
      'detail-type': detailType,
      detail,
      resources = [],
    } = JSON.parse(event) as { source: string; 'detail-type': string; detail: unknown; resources?: string[] };
    keepPreference(RESEND, {
      Source: source,
      DetailType: detailType,
      Detail: JSON.stringify(detail, undefined, 2),
      Resources: resources.join(' '),
    });
  };
  const silent = [...missed].sort((a, b) => a.rule.localeCompare(b.rule));
  return (
    <section class="stack" aria-label={`Bus ${busName}`}>
      <div class="row">
        <h2>
          <a href={pathOf(scope, 'buses', busName)}>{busName}</a>
        </h2>
        <Time at={atMs} millis />
        <span class="dim">
          {matched.length} of {all} {all === 1 ? 'rule' : 'rules'} took it
        </span>
        {changed && <span class="badge wait">rules have changed since</span>}
        <span class="grow" />
        <a href={`${pathOf(scope, 'buses', busName)}?tab=send`} onClick={again}>
          Edit and send again
        </a>
      </div>
      <div class="split">
        <Json value={event} label="Event" />
        <div class="verdicts">
          {tried === 0 && <Verdict tone="wait" name="No rule" word="the bus has no rule with a pattern" />}
          {matched.map(({ rule, targets }) => (
            <Verdict
              key={rule}
              tone={targets.length === 0 ? 'wait' : 'good'}
              name={rule}
              href={`${pathOf(scope, 'buses', busName)}?rule=${encodeURIComponent(rule)}`}
              word={targets.length === 0 ? 'matched, but has no target' : 'matched'}
            >
              {deliveries
                .filter((one) => one.rule?.endsWith(`/${rule}`) && targets.includes(one.target))
                .map((one) => (
                  <Delivery key={one.target} delivery={one} scope={scope} />
                ))}
            </Verdict>
          ))}
          {silent.map(({ rule, reason }) => (
            <Verdict
              key={rule}
              tone={reason === DISABLED ? 'wait' : 'bad'}
              name={rule}
              href={`${pathOf(scope, 'buses', busName)}?rule=${encodeURIComponent(rule)}`}
              word={reason === DISABLED ? 'disabled' : 'did not match'}
            >
              {reason !== DISABLED && <p class="reason">{reason}</p>}
              <a
                href={`${pathOf(scope, 'sandbox')}?bus=${encodeURIComponent(busName)}&rule=${encodeURIComponent(rule)}&event=${publicationId(event)}`}
              >
                Try in the sandbox
              </a>
            </Verdict>
          ))}
          {publication.missed === undefined && tried > matched.length && (
            <Verdict tone="" name={`${tried - matched.length} more rules`} word="did not match; reasons are told for up to twenty rules" />
          )}
        </div>
      </div>
    </section>
  );
}

const publicationId = (event: string): string => encodeURIComponent((JSON.parse(event) as { id: string }).id);

const SIGNS = { good: '✓', bad: '✗', wait: '!', '': '·' } as const;

function Verdict({
  tone,
  name,
  word,
  href,
  children,
}: {
  tone: keyof typeof SIGNS;
  name: string;
  word: string;
  href?: string;
  children?: preact.ComponentChildren;
}) {
  return (
    <div class={`verdict ${tone}`}>
      <div class="name">
        <span aria-hidden="true">{SIGNS[tone]}</span>
        <strong>{href ? <a href={href}>{name}</a> : name}</strong>
        <span class={`badge ${tone}`}>{word}</span>
      </div>
      {children}
    </div>
  );
}

function Delivery({
  delivery: { target, state, attempts, nextMs },
  scope,
}: {
  delivery: EventExplanation['deliveries'][number];
  scope: Scope;
}) {
  const href = pageOfArn(target, scope);
  return (
    <div>
      <div class="row">
        <Badge state={state} />
        <span class="mono">{href ? <a href={href}>{target}</a> : target}</span>
      </div>
      {attempts
        .filter(({ problem }) => problem !== undefined)
        .map(({ atMs, problem }) => (
          <p key={atMs} class="field-problem">
            {shownTime(atMs, { millis: true, day: false })} {problem}
          </p>
        ))}
      {nextMs !== undefined && <p class="dim">Next attempt {shownTime(nextMs)}.</p>}
    </div>
  );
}
