// Alarms: their states and reasons, and the points that they are judged by, with the threshold.
import { look } from '#api/call.ts';
import type { OutputOf, Scope } from '#api/model.ts';
import { pathOf } from '#shell/paths.ts';
import type { ToolProps } from '#shell/tools.ts';
import { Empty } from '#ui/empty.tsx';
import { Badge, Facts, Heading, Loaded } from '#ui/parts.tsx';
import { useLoaded } from '#ui/use-loaded.ts';
import { lineOf, type Plot, type Query } from './plot.ts';
import { Plots, SpanChoice } from './plots.tsx';

type Described = OutputOf<'cloudwatch', 'DescribeAlarms'>;
type MetricAlarm = NonNullable<Described['MetricAlarms']>[number];
type CompositeAlarm = NonNullable<Described['CompositeAlarms']>[number];

const TYPES: ('MetricAlarm' | 'CompositeAlarm')[] = ['MetricAlarm', 'CompositeAlarm'];
const MAX_ALARMS = 100;
const SIGNS: Readonly<Record<string, string>> = {
  GreaterThanThreshold: '>',
  GreaterThanOrEqualToThreshold: '≥',
  LessThanThreshold: '<',
  LessThanOrEqualToThreshold: '≤',
  LessThanLowerOrGreaterThanUpperThreshold: 'outside of',
  LessThanLowerThreshold: 'below',
  GreaterThanUpperThreshold: 'above',
};

export function alarmPlot(alarm: MetricAlarm): Plot {
  const { AlarmName: title = '', Namespace = '', MetricName = '', Dimensions = [], Metrics = [], Threshold, Period } = alarm;
  const dimensions = Dimensions.map(({ Name = '', Value = '' }) => [Name, Value] as const);
  const own = lineOf(Namespace, MetricName, dimensions, alarm.ExtendedStatistic ?? alarm.Statistic ?? 'Average');
  const queries: Query[] =
    Metrics.length > 0 ? (Metrics as Query[]) : [{ ...own, MetricStat: { ...own.MetricStat!, Period: Period ?? 60 } }];
  return { title, queries, marks: Threshold === undefined ? [] : [{ label: 'threshold', value: Threshold }] };
}

const ruleOf = ({
  ComparisonOperator = '',
  Threshold,
  EvaluationPeriods = 1,
  DatapointsToAlarm = EvaluationPeriods,
}: MetricAlarm): string =>
  `${SIGNS[ComparisonOperator] ?? ComparisonOperator} ${Threshold ?? 'the band'}, ${DatapointsToAlarm} of ${EvaluationPeriods}`;

export function Page({ scope, name }: ToolProps) {
  const loaded = useLoaded(`alarms ${scope.account} ${scope.region} ${name ?? ''}`, () =>
    look(scope, 'cloudwatch', 'DescribeAlarms', {
      ...{ AlarmTypes: TYPES, MaxRecords: MAX_ALARMS },
      ...(name !== undefined && { AlarmNames: [name] }),
    }),
  );
  return (
    <>
      <Heading title={name ?? 'Alarms'} above={name !== undefined && <a href={pathOf(scope, 'alarms')}>Alarms</a>} />
      <Loaded of={loaded}>
        {({ MetricAlarms = [], CompositeAlarms = [] }) =>
          MetricAlarms.length + CompositeAlarms.length === 0 ? (
            <Empty
              about="Alarms watch a metric, and act when it passes a threshold."
              example="cloudwatch put-metric-alarm --alarm-name errors --namespace AWS/Lambda --metric-name Errors --statistic Sum --period 60 --evaluation-periods 1 --threshold 0 --comparison-operator GreaterThanThreshold"
              scope={scope}
            />
          ) : (
            <>
              <div class="tools">
                <SpanChoice />
              </div>
              {CompositeAlarms.map((alarm) => (
                <Summary key={alarm.AlarmName} alarm={alarm} rule={alarm.AlarmRule ?? ''} scope={scope} />
              ))}
              {MetricAlarms.map((alarm) => (
                <div key={alarm.AlarmName} class="alarm">
                  <Summary alarm={alarm} rule={ruleOf(alarm)} scope={scope} />
                  <Plots about={`alarm ${alarm.AlarmName}`} plots={[{ ...alarmPlot(alarm), title: plotTitle(alarm) }]} scope={scope} />
                </div>
              ))}
            </>
          )
        }
      </Loaded>
    </>
  );
}

const plotTitle = ({ Namespace, MetricName, AlarmName = '' }: MetricAlarm): string =>
  MetricName === undefined ? AlarmName : `${Namespace} ${MetricName}`;

function Summary({ alarm, rule, scope }: { alarm: MetricAlarm | CompositeAlarm; rule: string; scope: Scope }) {
  const { AlarmName = '', StateValue, StateReason, AlarmActions = [], ActionsEnabled, StateUpdatedTimestamp } = alarm;
  return (
    <section class="alarm-facts" aria-label={AlarmName}>
      <h2>
        <a href={pathOf(scope, 'alarms', AlarmName)}>{AlarmName}</a> <Badge state={StateValue} />
      </h2>
      <Facts
        facts={[
          ['Rule', rule],
          ['Since', StateUpdatedTimestamp, 'time'],
          ['Actions', ActionsEnabled === false ? 'switched off' : AlarmActions.join(', ')],
          ['Reason', StateReason, 'long'],
        ]}
      />
    </section>
  );
}
