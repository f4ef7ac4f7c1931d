// The map: what calls what, from the last requests and from settings; below it the same as a table, and the requests of the edge that is chosen.

import { readClock } from '#api/management.ts';
import { type DrawnMap, type MapEdge, readMap } from '#api/map.ts';
import type { Scope } from '#api/model.ts';
import { pathOf } from '#shell/paths.ts';
import { useQuery } from '#shell/query.ts';
import type { ToolProps } from '#shell/tools.ts';
import { Empty } from '#ui/empty.tsx';
import { shownMs } from '#ui/format.ts';
import { Heading, Loaded } from '#ui/parts.tsx';
import { Table } from '#ui/table.tsx';
import { useLoaded } from '#ui/use-loaded.ts';
import { MapDrawing } from './map-drawing.tsx';
import { keyOf } from './map-words.ts';

const MINUTE_MS = 60_000;
const SPANS = [
  ['', 'all requests that are kept'],
  ['5', 'the last 5 minutes'],
  ['60', 'the last hour'],
] as const;

export function Page({ scope }: ToolProps) {
  const [{ trace = '', minutes = '', only = '', edge: chosen = '' }, setQuery] = useQuery();
  const loaded = useLoaded(`map ${scope.account} ${scope.region} ${trace} ${minutes} ${only}`, async () => {
    const since = minutes === '' ? undefined : Date.parse((await readClock()).now) - Number(minutes) * MINUTE_MS;
    return readMap(scope, { trace, since, only });
  });
  const edgePath = (edge: string): string =>
    `${pathOf(scope, 'map')}?${new URLSearchParams({ ...(trace && { trace }), ...(minutes && { minutes }), ...(only && { only }), edge })}`;
  return (
    <>
      <Heading title="Map" />
      <div class="tools">
        {trace === '' ? (
          <>
            <select
              aria-label="Requests"
              value={minutes}
              onChange={({ currentTarget }) => setQuery({ minutes: currentTarget.value, edge: '' })}
            >
              {SPANS.map(([value, title]) => (
                <option key={value} value={value}>
                  {title}
                </option>
              ))}
            </select>
            <label>
              <input
                type="checkbox"
                checked={only !== 'traffic'}
                onChange={({ currentTarget }) => setQuery({ only: currentTarget.checked ? '' : 'traffic', edge: '' })}
              />
              ways without requests
            </label>
          </>
        ) : (
          <span>
            Of one request: <a href={pathOf(scope, 'requests', trace)}>{trace}</a> · <a href={pathOf(scope, 'map')}>the whole map</a>
          </span>
        )}
      </div>
      <Loaded of={loaded}>
        {(map) =>
          map.edges.length === 0 ? (
            <Empty about="Resources that call each other stand here, with what calls what." example="sqs list-queues" scope={scope} />
          ) : (
            <>
              <MapDrawing map={map} scope={scope} chosen={chosen} edgePath={edgePath} />
              {map.left > 0 && <p class="dim">{map.left} more with less traffic are left out.</p>}
              <ChosenEdge map={map} scope={scope} chosen={chosen} />
              <Edges map={map} edgePath={edgePath} />
            </>
          )
        }
      </Loaded>
    </>
  );
}

/** The last requests that went along it. */
function ChosenEdge({ map: { nodes, edges }, scope, chosen }: { map: DrawnMap; scope: Scope; chosen: string }) {
  const edge = edges.find((each) => keyOf(each) === chosen);
  if (!edge) return null;
  const named = (id: string): string => nodes.find((node) => node.id === id)!.title;
  return (
    <section class="panel" aria-label="Requests of the edge">
      <h2>
        {named(edge.from)} → {named(edge.to)}
      </h2>
      <p class="dim">
        {edge.operations.join(', ')}
        {edge.count === 0 && ': no request that is kept went this way'}
      </p>
      <ul class="map-requests">
        {edge.traces.map((trace) => (
          <li key={trace}>
            <a class="mono" href={pathOf(scope, 'requests', trace)}>
              {trace}
            </a>
            {trace === edge.failedTrace && <span class="badge bad">failed</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Edges({ map: { nodes, edges }, edgePath }: { map: DrawnMap; edgePath: (key: string) => string }) {
  const names = new Map(nodes.map((node) => [node.id, node.title]));
  return (
    <Table<MapEdge>
      label="edges"
      rows={edges}
      keyOf={keyOf}
      href={(edge) => edgePath(keyOf(edge))}
      columns={[
        ['From', ({ from }) => names.get(from)],
        ['To', ({ to }) => names.get(to)],
        ['Operations', ({ operations }) => operations.join(', ')],
        ['Count', 'count', 'number'],
        ['Failed', 'failed', 'number'],
        ['Median', 'p50Ms', 'number', ({ p50Ms }) => shownMs(p50Ms)],
        ['95 %', 'p95Ms', 'number', ({ p95Ms }) => shownMs(p95Ms)],
      ]}
    />
  );
}
