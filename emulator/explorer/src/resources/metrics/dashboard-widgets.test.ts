import { expect, it } from 'vitest';
import { widgetsOf } from './dashboard-widgets.ts';

const metric = (metrics: unknown, more: object = {}) => ({ type: 'metric', width: 12, height: 6, properties: { metrics, ...more } });
const queries = (metrics: unknown, more?: object) => widgetsOf(JSON.stringify({ widgets: [metric(metrics, more)] }))[0]!.plot!.queries;

it('repeats the parts of a metric that the next ones leave out', () => {
  const read = queries([
    ['AWS/SQS', 'NumberOfMessagesSent', 'QueueName', 'orders', { stat: 'Sum' }],
    ['.', 'NumberOfMessagesReceived', '.', '.'],
    ['...', 'bills', { label: 'bills', period: 60 }],
  ]);
  const shape = read.map(({ MetricStat, Label }) => [
    MetricStat?.Metric?.MetricName,
    MetricStat?.Metric?.Dimensions,
    MetricStat?.Stat,
    MetricStat?.Period,
    Label,
  ]);
  const of = (Value: string) => [{ Name: 'QueueName', Value }];
  expect(shape).toEqual([
    ['NumberOfMessagesSent', of('orders'), 'Sum', 300, 'NumberOfMessagesSent orders'],
    ['NumberOfMessagesReceived', of('orders'), 'Average', 300, 'NumberOfMessagesReceived orders'],
    ['NumberOfMessagesReceived', of('bills'), 'Average', 60, 'bills'],
  ]);
});

it('reads expressions, hidden metrics and marks', () => {
  const more = { stat: 'p99', annotations: { horizontal: [{ value: 3, label: 'too many' }, { value: 'x' }] } };
  expect(
    queries([['Shop', 'Orders', { id: 'm1', visible: false }], [{ expression: 'm1*2', label: 'twice', id: 'e1' }]], more),
  ).toMatchObject([
    { Id: 'm1', ReturnData: false, MetricStat: { Stat: 'p99', Metric: { Namespace: 'Shop', Dimensions: [] } } },
    { Id: 'e1', Expression: 'm1*2', Label: 'twice' },
  ]);
  expect(widgetsOf(JSON.stringify({ widgets: [metric([], more)] }))[0]?.plot?.marks).toEqual([{ value: 3, label: 'too many' }]);
});

it('places widgets without coordinates below each other, and takes whatever stands there', () => {
  const widgets = [metric([]), { type: 'text', properties: { markdown: 'Hello' } }, { type: 'explorer' }, 7];
  expect(widgetsOf(JSON.stringify({ widgets })).map(({ y, type, text }) => [y, type, text])).toEqual([
    [0, 'metric', undefined],
    [6, 'text', 'Hello'],
    [12, 'explorer', 'Widgets of the type explorer are not drawn.'],
    [18, '', 'Widgets of the type  are not drawn.'],
  ]);
  expect(widgetsOf('{}')).toEqual([]);
});
