// Recorded answers of CloudWatch Logs about events and filters.
import { ANY, localstack, Moment, type RecordedCase, type RecordedCases, refused, type Step } from '../case.ts';

const test = (name: string): string => localstack(`logs/${name}`);
const group: Step = { call: 'logs.CreateLogGroup', input: { logGroupName: 'g' } };
const stream: Step = { call: 'logs.CreateLogStream', input: { logGroupName: 'g', logStreamName: 's' } };
const named = { logGroupName: 'g', logStreamName: 's' };
const MISSING = 'ResourceNotFoundException';
const INVALID = 'InvalidParameterException';
const NO_GROUP = 'The specified log group does not exist.';
const NO_STREAM = 'The specified log stream does not exist.';
const LONG = 'X'.repeat(513);
const tooLong = (member: string, most = 512): string =>
  `1 validation error detected: Value '${'X'.repeat(most + 1)}' at '${member}' failed to satisfy constraint: Member must have length less than or equal to ${most}`;
const BOTH_TOO_LONG = 'Invalid LogGroup or LogStream, both must have length less than or equal to 512.';
const at = (offsetMs: number): Moment => new Moment(offsetMs);
const DAY_MS = 86_400_000;
const put = (events: readonly { timestamp: Moment; message: string }[], outcome: object): Step =>
  ({ call: 'logs.PutLogEvents', input: { ...named, logEvents: events }, ...outcome }) as Step;
const events: RecordedCase[] = [
  {
    title: 'events are written to a stream of a group that are there',
    source: test(
      'test_logs_events.py::TestLogsEvents::test_put_log_events_to_invalid_stream; TestLogsEventsErrors::test_resource_does_not_exist',
    ),
    recorded: '2026-02',
    steps: [
      refused('logs.GetLogEvents', named, MISSING, NO_GROUP),
      group,
      refused('logs.GetLogEvents', named, MISSING, NO_STREAM),
      put([{ timestamp: at(0), message: 'm' }], { error: { code: MISSING, message: NO_STREAM } }),
    ],
  },
  {
    title: 'events of a request are in order',
    source: test('test_logs_events.py::TestLogsEvents::test_put_log_events_wrong_order'),
    recorded: '2026-02',
    steps: [
      group,
      stream,
      put(
        [
          { timestamp: at(0), message: '2' },
          { timestamp: at(-1000), message: '1' },
        ],
        { error: { code: INVALID, message: 'Log events in a single PutLogEvents request must be in chronological order.' } },
      ),
    ],
  },
  {
    title: 'events that are too old or too new are rejected, and the rest of the request is not',
    source: test('test_logs_events.py::TestLogsEvents::test_put_log_events_too_old, test_put_log_events_too_new'),
    recorded: '2026-02',
    steps: [
      group,
      stream,
      put([{ timestamp: at(-15 * DAY_MS), message: 'old' }], {
        answer: { nextSequenceToken: ANY, rejectedLogEventsInfo: { tooOldLogEventEndIndex: ANY } },
      }),
      put([{ timestamp: at(DAY_MS), message: 'new' }], {
        answer: { nextSequenceToken: ANY, rejectedLogEventsInfo: { tooNewLogEventStartIndex: ANY } },
      }),
    ],
  },
  ...['GetLogEvents', 'FilterLogEvents'].map(
    (operation): RecordedCase => ({
      title: `${operation} takes a limit of 10000 and a token of its own`,
      source: test(
        operation === 'GetLogEvents'
          ? 'test_logs_events.py::TestLogsEvents::test_get_log_events_limit_validation, test_get_log_events_invalid_token'
          : 'test_logs_filter_events.py::TestFilterLogEvents::test_filter_log_events_limit_validation, test_filter_log_events_unknown_token',
      ),
      recorded: '2026-02',
      steps: [
        group,
        stream,
        refused(
          `logs.${operation}`,
          { ...(operation === 'GetLogEvents' ? named : { logGroupName: 'g' }), limit: 10_001 },
          INVALID,
          "1 validation error detected: Value '10001' at 'limit' failed to satisfy constraint: Member must have value less than or equal to 10000",
        ),
        refused(
          `logs.${operation}`,
          { ...(operation === 'GetLogEvents' ? named : { logGroupName: 'g' }), nextToken: 'invalid-token' },
          INVALID,
          'The specified nextToken is invalid.',
        ),
      ],
    }),
  ),
];

const transformation = (metricName: string, more: object = {}) => ({
  metricName,
  metricNamespace: 'namespace1',
  metricValue: '1',
  ...more,
});
const filters: RecordedCase[] = [
  {
    title: 'a metric filter is described as it was put, and as one of events before they are transformed',
    source: test('test_logs_metric_filters.py::TestMetricFilters::test_put_metric_filter_basic, test_put_metric_filter_json_pattern'),
    recorded: '2026-02',
    steps: [
      group,
      {
        call: 'logs.PutMetricFilter',
        input: {
          logGroupName: 'g',
          filterName: 'f',
          filterPattern: '{$.message = "test"}',
          metricTransformations: [transformation('metric1', { defaultValue: 0 })],
        },
      },
      {
        call: 'logs.DescribeMetricFilters',
        input: { logGroupName: 'g', filterNamePrefix: 'f' },
        answer: {
          metricFilters: [
            {
              applyOnTransformedLogs: false,
              creationTime: ANY,
              filterName: 'f',
              filterPattern: '{$.message = "test"}',
              logGroupName: 'g',
              metricTransformations: [{ ...transformation('metric1'), defaultValue: 0 }],
            },
          ],
        },
      },
    ],
  },
  {
    title: 'names and patterns of metric filters are of limited length',
    source: test(
      'test_logs_metric_filters.py::TestMetricFiltersValidation::test_put_metric_filter_invalid_filter_name, test_delete_metric_filter_invalid_filter_name, test_delete_metric_filter_invalid_log_group_name, test_describe_metric_filters_invalid_parameters',
    ),
    recorded: '2026-02',
    steps: [
      group,
      refused(
        'logs.PutMetricFilter',
        { logGroupName: 'g', filterName: LONG, filterPattern: 'p', metricTransformations: [transformation('metric1')] },
        INVALID,
        tooLong('filterName'),
      ),
      refused(
        'logs.PutMetricFilter',
        { logGroupName: 'g', filterName: 'f', filterPattern: 'X'.repeat(1025), metricTransformations: [transformation('metric1')] },
        INVALID,
        tooLong('filterPattern', 1024),
      ),
      refused('logs.DeleteMetricFilter', { logGroupName: 'g', filterName: LONG }, INVALID, tooLong('filterName')),
      refused('logs.DeleteMetricFilter', { logGroupName: LONG, filterName: 'f' }, INVALID, BOTH_TOO_LONG),
      refused('logs.DescribeMetricFilters', { filterNamePrefix: LONG }, INVALID, tooLong('filterNamePrefix')),
      refused('logs.DescribeMetricFilters', { metricName: 'X'.repeat(256), metricNamespace: 'n' }, INVALID, tooLong('metricName', 255)),
    ],
  },
  {
    title: 'a metric filter has one transformation',
    differs:
      'Structures in an error are printed with the members that they have, in the order of the model; the service prints those that they lack, too, in another order.',
    source: test('test_logs_metric_filters.py::TestMetricFiltersValidation::test_put_metric_filter_too_many_transformations'),
    recorded: '2026-02',
    steps: [
      group,
      refused(
        'logs.PutMetricFilter',
        {
          logGroupName: 'g',
          filterName: 'f',
          filterPattern: 'p',
          metricTransformations: [transformation('metric1'), transformation('metric2')],
        },
        INVALID,
        "1 validation error detected: Value '[MetricTransformation(metricName=metric1, metricNamespace=namespace1, metricValue=1, defaultValue=null, unit=null, dimensions=null), MetricTransformation(metricName=metric2, metricNamespace=namespace1, metricValue=1, defaultValue=null, unit=null, dimensions=null)]' at 'metricTransformations' failed to satisfy constraint: Member must have length less than or equal to 1",
      ),
    ],
  },
  {
    title: 'subscription filters that are not there are not found',
    source: test(
      'test_logs_subscription_filters.py::TestSubscriptionFilterUpdates::test_delete_subscription_filter_errors; TestSubscriptionFilters::test_describe_subscription_filters_empty, test_describe_subscription_filters_log_group_not_found',
    ),
    recorded: '2026-02',
    steps: [
      refused('logs.DescribeSubscriptionFilters', { logGroupName: 'g' }, MISSING, NO_GROUP),
      refused('logs.DeleteSubscriptionFilter', { logGroupName: 'g', filterName: 'none' }, MISSING, NO_GROUP),
      group,
      { call: 'logs.DescribeSubscriptionFilters', input: { logGroupName: 'g' }, answer: { subscriptionFilters: [] } },
      refused(
        'logs.DeleteSubscriptionFilter',
        { logGroupName: 'g', filterName: 'none' },
        MISSING,
        'The specified subscription filter does not exist.',
      ),
    ],
  },
];

export const recorded: RecordedCases = { service: 'logs', cases: [...events, ...filters] };
