// The last events of buses, each with the rules that took it; a line leads to its trace.
import { recentEvents } from '#api/management.ts';
import type { Scope } from '#api/model.ts';
import { pathOf } from '#shell/paths.ts';
import type { ToolProps } from '#shell/tools.ts';
import { Empty } from '#ui/empty.tsx';
import { lastPart, shownTime } from '#ui/format.ts';
import { Heading, Loaded } from '#ui/parts.tsx';
import { Table } from '#ui/table.tsx';
import { Breakable } from '#ui/text.tsx';
import { useLoaded } from '#ui/use-loaded.ts';
import { Trace } from './trace.tsx';

const MAX_EVENTS = 2_000;

export const Page = ({ scope, name }: ToolProps) =>
  name === undefined ? <Traces scope={scope} /> : <Trace key={name} id={name} scope={scope} />;

function Traces({ scope }: { scope: Scope }) {
  const loaded = useLoaded(`events ${scope.account} ${scope.region}`, async () => {
    const here = `:${scope.region}:${scope.account}:`;
    return (await recentEvents(MAX_EVENTS)).filter(({ bus }) => bus.includes(here)).reverse();
  });
  return (
    <>
      <Heading title="Event traces">
        <a href={`${pathOf(scope, 'buses', 'default')}?tab=send`}>Send an event</a>
      </Heading>
      <Loaded of={loaded}>
        {(value) =>
          value.length === 0 ? (
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
                ['Time', ({ atMs }) => shownTime(atMs, { millis: true }), 'time'],
                [
                  'Rules',
                  ({ matched }) => matched.join(', '),
                  'long',
                  ({ matched }) =>
                    matched.length === 0 ? <span class="badge wait">no rule took it</span> : <Breakable text={matched.join(', ')} />,
                ],
                ['Detail type', 'detailType'],
                ['Source', 'source'],
                ['Bus', ({ bus }) => lastPart(bus)],
                ['Id', 'id', 'mono'],
              ]}
            />
          )
        }
      </Loaded>
    </>
  );
}
