// The widgets of a dashboard's body. Pure.
// https://docs.aws.amazon.com/AmazonCloudWatch/latest/APIReference/CloudWatch-Dashboard-Body-Structure.html
import { lineOf, type Plot, type Query } from './plot.ts';

export interface Widget {
  readonly type: string;
  /** Columns of 24, and rows. */
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly title: string;
  readonly plot?: Plot | undefined;
  /** The text, the query over logs, or why the widget is not drawn. */
  readonly text?: string | undefined;
  /** ARNs. */
  readonly alarms?: readonly string[] | undefined;
}

type Properties = Readonly<Record<string, unknown>>;
const objectIn = (value: unknown): Properties => (typeof value === 'object' && value !== null ? (value as Properties) : {});
const listIn = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const textIn = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
const numberIn = (value: unknown, other: number): number => (typeof value === 'number' ? value : other);

export function widgetsOf(body: string): Widget[] {
  let y = 0;
  return listIn(objectIn(JSON.parse(body))['widgets']).map((given) => {
    const widget = objectIn(given);
    const height = numberIn(widget['height'], 6);
    const place = { x: numberIn(widget['x'], 0), y: numberIn(widget['y'], y), width: numberIn(widget['width'], 6), height };
    y = place.y + height;
    return { ...place, ...contentOf(textIn(widget['type']) ?? '', objectIn(widget['properties'])) };
  });
}

function contentOf(type: string, properties: Properties): Pick<Widget, 'type' | 'title' | 'plot' | 'text' | 'alarms'> {
  const title = textIn(properties['title']) ?? '';
  if (type === 'text') return { type, title, text: textIn(properties['markdown']) };
  if (type === 'log') return { type, title: title || 'Query over logs', text: textIn(properties['query']) };
  if (type === 'alarm') return { type, title: title || 'Alarms', alarms: listIn(properties['alarms']).map(String) };
  if (type !== 'metric') return { type, title: title || type, text: `Widgets of the type ${type} are not drawn.` };
  const annotations = objectIn(properties['annotations']);
  const marks = listIn(annotations['horizontal']).flatMap((mark) => {
    const { value, label } = objectIn(mark);
    return typeof value === 'number' ? [{ value, label: textIn(label) ?? 'mark' }] : [];
  });
  return {
    ...{ type, title, alarms: listIn(annotations['alarms']).map(String) },
    plot: { title: title || 'Metrics', queries: queriesOf(properties), marks },
  };
}

/** `.` repeats the part of the metric before, `...` all parts that are not given. */
function queriesOf(properties: Properties): Query[] {
  let before: string[] = [];
  return listIn(properties['metrics']).map((given, index) => {
    const parts = [...listIn(given)];
    const options = objectIn(typeof parts.at(-1) === 'object' ? parts.pop() : undefined);
    const id = textIn(options['id']) ?? `w${index}`;
    const shown = { ...(options['visible'] === false && { ReturnData: false }) };
    const expression = textIn(options['expression']);
    const label = textIn(options['label']);
    if (expression !== undefined) return { Id: id, Expression: expression, ...(label !== undefined && { Label: label }), ...shown };
    const texts = parts.map(String);
    const whole = texts[0] === '...' ? [...before.slice(0, before.length - texts.length + 1), ...texts.slice(1)] : texts;
    before = whole.map((part, i) => (part === '.' ? (before[i] ?? '') : part));
    const [namespace = '', metric = '', ...dimensions] = before;
    const pairs = dimensions.flatMap((name, i) => (i % 2 === 0 ? [[name, dimensions[i + 1] ?? ''] as const] : []));
    const stat = textIn(options['stat']) ?? textIn(properties['stat']) ?? 'Average';
    const line = lineOf(namespace, metric, pairs, stat, label ?? [metric, ...pairs.map(([, value]) => value)].join(' '));
    const period = numberIn(options['period'], numberIn(properties['period'], 300));
    return { ...line, ...shown, Id: id, MetricStat: { ...line.MetricStat!, Period: period } };
  });
}
