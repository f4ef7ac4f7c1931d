// The last requests, each with its outcome, its cause and its time; a line leads to what followed from it.

import { recentProblems } from '#api/management.ts';
import type { Scope } from '#api/model.ts';
import { onlyReads, recentTraces, type TraceLine } from '#api/traces.ts';
import { pathOf } from '#shell/paths.ts';
import { useQuery } from '#shell/query.ts';
import type { ToolProps } from '#shell/tools.ts';
import { Empty } from '#ui/empty.tsx';
import { Choice } from '#ui/filter.tsx';
import { shownMs, shownTime } from '#ui/format.ts';
import { Badge, DraftInput, Heading, Loaded } from '#ui/parts.tsx';
import { Reason } from '#ui/reason.tsx';
import { Table } from '#ui/table.tsx';
import { useLoaded } from '#ui/use-loaded.ts';
import { RequestPage } from './request-page.tsx';

const MAX_REQUESTS = 2_000;
/** Milliseconds from which a request is slow. */
const SLOW_MS = 500;
const MAX_REASON = 160;
const SHOWN = [
  ['changes', 'changes'],
  ['problems', 'failed'],
  ['slow', 'slow'],
  ['all', 'all, reads too'],
] as const;

export const Page = ({ scope, name }: ToolProps) =>
  name === undefined ? <Requests scope={scope} /> : <RequestPage key={name} id={name} scope={scope} />;

/** Requests that name no account and region, such as those of web pages, belong to every one. */
const isIn = ({ account, region }: TraceLine, scope: Scope): boolean =>
  (account === undefined || account === scope.account) && (region === undefined || region === scope.region);

/** Whether it began in a span of time, of which either end may be open. */
const isBetween = ({ atMs }: TraceLine, from: string, to: string): boolean => atMs >= Number(from) && (to === '' || atMs < Number(to));

/** `sqs.SendMessage` → `sqs`; `request GET /orders → 200` → `request`. */
const kindOf = ({ call = '' }: TraceLine): string => /^[a-z0-9-]+/.exec(call)?.[0] ?? '';

interface Line extends TraceLine {
  /** It is in the ledger of problems: nobody handled it. */
  readonly isProblem: boolean;
}

/** Refusals that their caller expects are no failures. */
const outcomeOf = ({ isProblem, problem }: Line): string => (isProblem ? 'failed' : problem === undefined ? 'ok' : 'refused');

function Requests({ scope }: { scope: Scope }) {
  const [{ about = '', show = 'changes', kind = '', from = '', to = '' }, setQuery] = useQuery();
  const loaded = useLoaded(`requests ${scope.account} ${scope.region} ${about} ${show} ${from} ${to}`, async () => {
    const [all, problems] = await Promise.all([
      recentTraces({ lines: MAX_REQUESTS, about: about.trim(), problems: show === 'problems' }),
      recentProblems(),
    ]);
    const failed = new Set(problems.map(({ trace }) => trace));
    const isWanted = (line: TraceLine): boolean =>
      isIn(line, scope) &&
      isBetween(line, from, to) &&
      (show !== 'changes' || !onlyReads(line)) &&
      (show !== 'slow' || (line.tookMs ?? 0) >= SLOW_MS);
    return all.flatMap((line): Line[] => (isWanted(line) ? [{ ...line, isProblem: failed.has(line.id) }] : [])).reverse();
  });
  const rows = (loaded.value ?? []).filter((line) => kind === '' || kindOf(line) === kind);
  const longestMs = Math.max(1, ...rows.map(({ tookMs = 0 }) => tookMs));
  const kinds = [...new Set((loaded.value ?? []).map(kindOf))].sort();
  const tools = (
    <>
      <DraftInput
        class="filter"
        type="search"
        label="About"
        placeholder="About: a name, ARN or operation"
        value={about}
        onChoose={(text) => setQuery({ about: text })}
      />
      {from && (
        <button type="button" title="Requests of any time" onClick={() => setQuery({ from: '', to: '' })}>
          {shownTime(Number(from))} – {shownTime(Number(to), { day: false })} ×
        </button>
      )}
      <Choice label="Kind" value={kind} options={[['', 'every kind'], ...kinds]} onChoose={(one) => setQuery({ kind: one })} />
      <Choice label="Requests" value={show} options={SHOWN} onChoose={(one) => setQuery({ show: one })} />
    </>
  );
  return (
    <>
      <Heading title="Requests" />
      <Loaded of={loaded}>
        {(value) =>
          value.length === 0 && !about && !from && show === 'changes' ? (
            <Empty
              about="Every request has a line here, with the calls, events and deliveries that followed from it."
              example="sqs list-queues"
              scope={scope}
            />
          ) : (
            <Table
              label="requests"
              rows={rows}
              tools={tools}
              keyOf={({ id }) => id}
              href={({ id }) => pathOf(scope, 'requests', id)}
              textOf={({ id, problem = '' }) => `${id} ${problem}`}
              empty="No request that is kept fits."
              columns={[
                ['Request', 'call'],
                [
                  'Outcome',
                  outcomeOf,
                  'outcome',
                  (line) => (
                    <>
                      <Badge state={outcomeOf(line)} /> {line.problem && <Reason text={line.problem} max={MAX_REASON} />}
                    </>
                  ),
                ],
                ['Resource', 'resource', 'mono'],
                [
                  'Took',
                  'tookMs',
                  'number',
                  ({ tookMs }) =>
                    tookMs !== undefined && (
                      <span class="took">
                        <meter max={longestMs} value={tookMs} aria-hidden="true" /> {shownMs(tookMs)}
                      </span>
                    ),
                ],
                ['Time', ({ atMs }) => shownTime(atMs, { millis: true, day: false }), 'mono'],
                ['Steps', 'steps', 'number'],
                ['Caller', ({ caller }) => caller?.replace(/^(in|by) /, ''), 'dim'],
              ]}
            />
          )
        }
      </Loaded>
    </>
  );
}
