// The last requests about a resource, apart from those that only read: who called, where its deliveries went, what went wrong.
import { onlyReads, recentTraces, type TraceLine } from '#api/traces.ts';
import { pathOf } from '#shell/paths.ts';
import { shownTime } from '#ui/format.ts';
import { Badge, Loaded } from '#ui/parts.tsx';
import { Reason } from '#ui/reason.tsx';
import type { Api } from '#ui/resource.ts';
import { Table } from '#ui/table.tsx';
import { ArnLink } from '#ui/text.tsx';
import { useLoaded } from '#ui/use-loaded.ts';

const MAX_REQUESTS = 200;

/** `service`: requests about resources of others that have the same name are left out. */
export function Activity({ name, service, api: { scope } }: { name: string; service: string; api: Api }) {
  const loaded = useLoaded(`activity ${service} ${name} ${scope.account} ${scope.region}`, async () => {
    const all = await recentTraces({ lines: MAX_REQUESTS, about: name, deliveries: true });
    return all.filter((line) => isAbout(line, service) && !onlyReads(line)).reverse();
  });
  return (
    <Loaded of={loaded}>
      {(requests) => (
        <Table
          label="requests"
          rows={requests}
          keyOf={({ id }) => id}
          href={({ id }) => pathOf(scope, 'requests', id)}
          textOf={({ problem = '' }) => problem}
          empty="No request about it is kept."
          columns={[
            ['Call', 'call'],
            [
              'Outcome',
              ({ problem }) => (problem === undefined ? 'ok' : 'failed'),
              'outcome',
              ({ problem }) => (
                <>
                  <Badge state={problem === undefined ? 'ok' : 'failed'} /> {problem && <Reason text={problem} />}
                </>
              ),
            ],
            ['Went to', sentTo, 'long', (line) => <Deliveries line={line} />],
            ['Time', ({ atMs }) => shownTime(atMs, { millis: true }), 'time'],
            ['Caller', ({ caller }) => caller?.replace(/^(in|by) /, ''), 'dim'],
          ]}
        />
      )}
    </Loaded>
  );
}

const isAbout = ({ call = '', deliveries = [] }: TraceLine, service: string): boolean =>
  call.startsWith(`${service}.`) || deliveries.some(({ targetArn = '', from = '' }) => `${targetArn} ${from}`.includes(`:${service}:`));

const sentTo = ({ deliveries = [] }: TraceLine): string => deliveries.map(({ targetArn, outcome }) => `${outcome} ${targetArn}`).join(' ');

const Deliveries = ({ line: { deliveries = [] } }: { line: TraceLine }) => (
  <>
    {deliveries.map(({ targetArn = '', outcome, count = 1, problem }, i) => (
      <div key={`${targetArn} ${i}`} class="went" title={problem}>
        <Badge state={outcome} /> <ArnLink short arn={targetArn} />
        {count > 1 && ` × ${count}`}
      </div>
    ))}
  </>
);
