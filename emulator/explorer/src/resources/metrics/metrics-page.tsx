// The metrics of the region: namespaces, and a plot for each metric.
import { look } from '#api/call.ts';
import type { OutputOf, Scope } from '#api/model.ts';
import { useQuery } from '#shell/query.ts';
import type { ToolProps } from '#shell/tools.ts';
import { Empty } from '#ui/empty.tsx';
import { Heading, Loaded } from '#ui/parts.tsx';
import { useLoaded } from '#ui/use-loaded.ts';
import { lineOf, type Plot } from './plot.ts';
import { Plots, SpanChoice } from './plots.tsx';

type Metric = NonNullable<OutputOf<'cloudwatch', 'ListMetrics'>['Metrics']>[number];

const MAX_PLOTS = 30;
const MAX_PAGES = 10;
/** Metrics of times, levels and ages: their average says more than their sum. */
const LEVELS = /duration|latency|time|age|approximate|size|concurrent/i;

async function readMetrics(scope: Scope): Promise<Metric[]> {
  const found: Metric[] = [];
  let NextToken: string | undefined;
  for (let page = 0; page < MAX_PAGES; page++) {
    const answer = await look(scope, 'cloudwatch', 'ListMetrics', NextToken === undefined ? {} : { NextToken });
    found.push(...(answer.Metrics ?? []));
    NextToken = answer.NextToken;
    if (NextToken === undefined) break;
  }
  return found;
}

const titleOf = ({ MetricName = '', Dimensions = [] }: Metric): string =>
  [MetricName, ...Dimensions.map(({ Name, Value }) => `${Name} ${Value}`)].join(' · ');

function plotOf(metric: Metric): Plot {
  const { Namespace = '', MetricName = '', Dimensions = [] } = metric;
  const dimensions = Dimensions.map(({ Name = '', Value = '' }) => [Name, Value] as const);
  const stat = LEVELS.test(MetricName) ? 'Average' : 'Sum';
  return { title: titleOf(metric), queries: [lineOf(Namespace, MetricName, dimensions, stat, stat)] };
}

export function Page({ scope }: ToolProps) {
  const [{ namespace = '', q = '' }, setQuery] = useQuery();
  const loaded = useLoaded(`metrics ${scope.account} ${scope.region}`, () => readMetrics(scope));
  return (
    <>
      <Heading title="Metrics" />
      <Loaded of={loaded}>
        {(metrics) => {
          const namespaces = [...new Set(metrics.map(({ Namespace = '' }) => Namespace))].sort();
          if (namespaces.length === 0)
            return (
              <Empty
                about="Metrics are what services count, and what programs report."
                example="cloudwatch put-metric-data --namespace Shop --metric-name Orders --value 1"
                scope={scope}
              />
            );
          const shown = namespaces.includes(namespace) ? namespace : namespaces[0]!;
          const found = metrics.filter((each) => each.Namespace === shown && titleOf(each).toLowerCase().includes(q.toLowerCase()));
          const plots = found.slice(0, MAX_PLOTS).map(plotOf);
          return (
            <>
              <div class="tools">
                <select aria-label="Namespace" value={shown} onChange={({ currentTarget }) => setQuery({ namespace: currentTarget.value })}>
                  {namespaces.map((each) => (
                    <option key={each} value={each}>
                      {each}
                    </option>
                  ))}
                </select>
                <SpanChoice />
                <input
                  type="search"
                  class="filter"
                  aria-label="Filter"
                  placeholder="Filter"
                  value={q}
                  onInput={({ currentTarget }) => setQuery({ q: currentTarget.value })}
                />
                {found.length > MAX_PLOTS && <span class="count">{`${MAX_PLOTS} of ${found.length}`}</span>}
              </div>
              <Plots about={`${shown} ${plots.map(({ title }) => title).join()}`} plots={plots} scope={scope} />
            </>
          );
        }}
      </Loaded>
    </>
  );
}
