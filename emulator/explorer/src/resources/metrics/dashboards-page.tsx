// Dashboards, and one of them drawn: its widgets in their 24 columns, one below the other on narrow windows.
import { look } from '#api/call.ts';
import type { Scope } from '#api/model.ts';
import { pathOf } from '#shell/paths.ts';
import type { ToolProps } from '#shell/tools.ts';
import { Empty } from '#ui/empty.tsx';
import { Badge, Heading, Loaded } from '#ui/parts.tsx';
import { Table } from '#ui/table.tsx';
import { useLoaded } from '#ui/use-loaded.ts';
import { alarmPlot } from './alarms-page.tsx';
import { type Widget, widgetsOf } from './dashboard-widgets.ts';
import { Plots, SpanChoice } from './plots.tsx';

export const Page = ({ scope, name }: ToolProps) => (name === undefined ? <List scope={scope} /> : <Dashboard scope={scope} name={name} />);

function List({ scope }: { scope: Scope }) {
  const loaded = useLoaded(`dashboards ${scope.account} ${scope.region}`, () => look(scope, 'cloudwatch', 'ListDashboards', {}));
  return (
    <>
      <Heading title="Dashboards" />
      <Loaded of={loaded}>
        {({ DashboardEntries: entries = [] }) =>
          entries.length === 0 ? (
            <Empty
              about="Dashboards show metrics and alarms beside each other."
              example={`cloudwatch put-dashboard --dashboard-name shop --dashboard-body '{"widgets":[]}'`}
              scope={scope}
            />
          ) : (
            <Table
              label="Dashboards"
              rows={entries}
              keyOf={({ DashboardName = '' }) => DashboardName}
              columns={[
                [
                  'Name',
                  'DashboardName',
                  undefined,
                  ({ DashboardName = '' }) => <a href={pathOf(scope, 'dashboards', DashboardName)}>{DashboardName}</a>,
                ],
                ['Changed', 'LastModified', 'time'],
                ['Size', 'Size', 'bytes'],
              ]}
            />
          )
        }
      </Loaded>
    </>
  );
}

function Dashboard({ scope, name }: { scope: Scope; name: string }) {
  const loaded = useLoaded(`dashboard ${scope.account} ${scope.region} ${name}`, async () => {
    const { DashboardBody = '{}' } = await look(scope, 'cloudwatch', 'GetDashboard', { DashboardName: name });
    return widgetsOf(DashboardBody);
  });
  return (
    <>
      <Heading title={name} above={<a href={pathOf(scope, 'dashboards')}>Dashboards</a>} />
      <div class="tools">
        <SpanChoice />
      </div>
      <Loaded of={loaded}>
        {(widgets) => (
          <div class="dashboard">
            {widgets.map((widget, i) => (
              <div
                key={i}
                style={{ '--column': `${widget.x + 1} / span ${widget.width}`, '--row': `${widget.y + 1} / span ${widget.height}` }}
              >
                <Content widget={widget} id={`${name} ${i}`} scope={scope} />
              </div>
            ))}
          </div>
        )}
      </Loaded>
    </>
  );
}

function Content({ widget: { title, text, plot, alarms = [] }, id, scope }: { widget: Widget; id: string; scope: Scope }) {
  if (plot && plot.queries.length > 0) return <Plots about={id} plots={[plot]} scope={scope} />;
  if (plot && alarms[0] !== undefined) return <AlarmPlot arn={alarms[0]} title={title} scope={scope} />;
  return (
    <section class="panel" aria-label={title || 'Text'}>
      {title && <h2>{title}</h2>}
      {text !== undefined && <p class="pre">{text}</p>}
      {alarms.length > 0 && <AlarmStates arns={alarms} scope={scope} />}
    </section>
  );
}

const nameIn = (arn: string): string => arn.split(':').slice(6).join(':');
const describe = (scope: Scope, arns: readonly string[]) =>
  look(scope, 'cloudwatch', 'DescribeAlarms', { AlarmNames: arns.map(nameIn), AlarmTypes: ['MetricAlarm', 'CompositeAlarm'] });

function AlarmStates({ arns, scope }: { arns: readonly string[]; scope: Scope }) {
  const loaded = useLoaded(`alarm states ${arns.join()}`, () => describe(scope, arns));
  return (
    <Loaded of={loaded}>
      {({ MetricAlarms = [], CompositeAlarms = [] }) => (
        <ul>
          {[...CompositeAlarms, ...MetricAlarms].map(({ AlarmName = '', StateValue }) => (
            <li key={AlarmName}>
              <a href={pathOf(scope, 'alarms', AlarmName)}>{AlarmName}</a> <Badge state={StateValue} />
            </li>
          ))}
        </ul>
      )}
    </Loaded>
  );
}

function AlarmPlot({ arn, title, scope }: { arn: string; title: string; scope: Scope }) {
  const loaded = useLoaded(`alarm plot ${arn}`, () => describe(scope, [arn]));
  return (
    <Loaded of={loaded}>
      {({ MetricAlarms = [] }) =>
        MetricAlarms[0] ? (
          <Plots about={arn} plots={[{ ...alarmPlot(MetricAlarms[0]), title: title || nameIn(arn) }]} scope={scope} />
        ) : (
          <p>{nameIn(arn)} does not exist.</p>
        )
      }
    </Loaded>
  );
}
