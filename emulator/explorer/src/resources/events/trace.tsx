// The trace of an event: which rules took it, why each of the others did not, and what became of each delivery.
import type { ComponentChildren } from 'preact';
import { type EventExplanation, explainEvent, type Miss } from '#api/management.ts';
import type { Scope } from '#api/model.ts';
import { readTrace, type TraceStep } from '#api/traces.ts';
import { arnParts, logsPath, pathOf } from '#shell/paths.ts';
import { keepPreference } from '#shell/session.ts';
import { Copy } from '#ui/copy.tsx';
import { lastPart, shownTime } from '#ui/format.ts';
import { Json } from '#ui/json.tsx';
import { Badge, Heading, Loaded, Time } from '#ui/parts.tsx';
import { Remedy } from '#ui/remedy.tsx';
import { ArnLink, Breakable } from '#ui/text.tsx';
import { useLoaded } from '#ui/use-loaded.ts';
import { FieldTable } from './field-table.tsx';
import { rulePath } from './rule-form.tsx';
import { RESEND } from './send-tab.tsx';

type Publication = EventExplanation['publications'][number];
type Deliveries = EventExplanation['deliveries'];

/** Reasons of rules that were not asked about the event. */
const UNASKED = new Map([
  ['is disabled', 'disabled'],
  ['has a schedule only', 'schedule only'],
]);

export function Trace({ id, scope }: { id: string; scope: Scope }) {
  const loaded = useLoaded(`event ${id}`, async () => {
    // The trace may be kept no more.
    const [event, trace] = await Promise.all([explainEvent(id), readTrace(id).catch(() => undefined)]);
    return { ...event, steps: trace?.steps ?? [] };
  });
  return (
    <>
      <Heading title={id} above={<a href={pathOf(scope, 'events')}>Event traces</a>}>
        <a href={pathOf(scope, 'requests', id)}>All that followed</a>
        <Copy text={id} what="id" />
      </Heading>
      <Loaded of={loaded}>
        {({ publications, deliveries, steps }) => (
          <div class="stack">
            {publications.map((publication) => (
              <OnBus key={publication.bus} publication={publication} deliveries={deliveries} steps={steps} scope={scope} />
            ))}
          </div>
        )}
      </Loaded>
    </>
  );
}

/** Keeps the event for the form that sends it again. */
function keepForResending(event: string): void {
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
}

interface OnBusProps {
  readonly publication: Publication;
  readonly deliveries: Deliveries;
  /** The steps that followed from the event. */
  readonly steps: readonly TraceStep[];
  readonly scope: Scope;
}

function OnBus({ publication, deliveries, steps, scope }: OnBusProps) {
  const { bus, atMs, event, tried, matched, missed, elsewhere = [], changed } = publication;
  const all = Math.max(tried, matched.length + (missed?.length ?? 0));
  const busName = lastPart(bus);
  const rulePage = (rule: string): string => rulePath(scope, busName, rule);
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
        <a href={`${pathOf(scope, 'buses', busName)}?tab=send`} onClick={() => keepForResending(event)}>
          Edit and send again
        </a>
      </div>
      <div class="split">
        <Json value={event} label="Event" />
        <div class="verdicts">
          {tried === 0 && <Verdict tone="wait" name="No rule" word="the bus has no rule with a pattern" />}
          {elsewhere.map(({ bus: other, rule }) => (
            <Verdict
              key={`${other} ${rule}`}
              tone="wait"
              name={rule}
              href={rulePath(scope, lastPart(other), rule)}
              word={`would take it, but is on the bus ${lastPart(other)}`}
            />
          ))}
          {matched.map(({ rule, targets }) => (
            <Verdict
              key={rule}
              tone={targets.length === 0 ? 'wait' : 'good'}
              name={rule}
              href={rulePage(rule)}
              word={targets.length === 0 ? 'matched, but has no target' : 'matched'}
            >
              {deliveries
                .filter((one) => one.rule?.endsWith(`/${rule}`) && targets.includes(one.target))
                .map((one) => (
                  <Delivery key={one.target} delivery={one} steps={steps.filter((step) => isAt(step, one.target))} scope={scope} />
                ))}
            </Verdict>
          ))}
          {missed?.map((miss, i) => (
            <Missed
              key={miss.rule}
              miss={miss}
              href={rulePage(miss.rule)}
              sandbox={`${pathOf(scope, 'sandbox')}?${new URLSearchParams({ bus: busName, rule: miss.rule, event: idOf(event) })}`}
              closest={i === 0 && missed.length > 1}
            />
          ))}
          {missed === undefined && tried > matched.length && (
            <Verdict tone="" name={`${tried - matched.length} more rules`} word="did not match; reasons are told for up to twenty rules">
              <a href={`${pathOf(scope, 'sandbox')}?${new URLSearchParams({ bus: busName, event: idOf(event) })}`}>
                Ask about one of them in the sandbox
              </a>
            </Verdict>
          )}
        </div>
      </div>
    </section>
  );
}

const idOf = (event: string): string => (JSON.parse(event) as { id: string }).id;

function Missed({ miss, href, sandbox, closest }: { miss: Miss; href: string; sandbox: string; closest: boolean }) {
  const unasked = UNASKED.get(miss.reason);
  return (
    <Verdict
      tone={unasked ? 'wait' : 'bad'}
      name={miss.rule}
      href={href}
      word={unasked ?? (closest ? 'did not match, the closest' : 'did not match')}
    >
      {!unasked && <p class="reason">{miss.reason}</p>}
      {!unasked && <FieldTable {...miss} />}
      <a href={sandbox}>Try in the sandbox</a>
    </Verdict>
  );
}

const SIGNS = { good: '✓', bad: '✗', wait: '!', '': '·' } as const;

interface VerdictProps {
  readonly tone: keyof typeof SIGNS;
  readonly name: string;
  readonly word: string;
  readonly href?: string;
  readonly children?: ComponentChildren;
}

const Verdict = ({ tone, name, word, href, children }: VerdictProps) => (
  <div class={`verdict ${tone}`}>
    <div class="name">
      <span aria-hidden="true">{SIGNS[tone]}</span>
      <strong>{href ? <a href={href}>{name}</a> : name}</strong>
      <span class={`badge ${tone}`}>{word}</span>
    </div>
    {children}
  </div>
);

/** Whether a step is at the target: a delivery to it, or a run or a call of it. */
const isAt = ({ targetArn, resource }: TraceStep, target: string): boolean => targetArn === target || resource === target;

interface DeliveryProps {
  readonly delivery: Deliveries[number];
  /** The steps at the target. */
  readonly steps: readonly TraceStep[];
  readonly scope: Scope;
}

function Delivery({ delivery: { target, state, attempts, nextMs }, steps, scope }: DeliveryProps) {
  const remedy = steps.find((step) => step.remedy)?.remedy;
  const { requestId } = steps.findLast((step) => step.requestId) ?? {};
  const problems = attempts.filter(({ problem }) => problem !== undefined);
  const { service, resource } = arnParts(target) ?? {};
  return (
    <div>
      <div class="row">
        <Badge state={state} />
        {state !== 'delivered' && problems.some(({ problem }) => DENIED.test(problem ?? '')) && (
          <span class="badge bad">denied by policy</span>
        )}
        <ArnLink arn={target} />
        {service === 'lambda' && <a href={logsPath(scope, `/aws/lambda/${resource!.split(':')[1]}`, requestId)}>Logs</a>}
      </div>
      {problems.map(({ atMs, problem }) => (
        <p key={atMs} class="field-problem">
          {shownTime(atMs, { millis: true, day: false })} <Breakable text={problem ?? ''} />
        </p>
      ))}
      {remedy && <Remedy text={remedy} scope={scope} />}
      {nextMs !== undefined && <p class="dim">Next attempt {shownTime(nextMs)}.</p>}
    </div>
  );
}

const DENIED = /AccessDenied|not authorized|NO_PERMISSIONS/;
