// The last values of metrics in the text form of Prometheus, under the names of its exporter for this cloud: `aws_sqs_number_of_messages_sent_sum`.
import type { LastPoint } from './last-point.ts';

const snake = (name: string): string =>
  name
    .replace(/[^A-Za-z0-9_]+/g, '_')
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase();
const quoted = (value: string): string => value.replace(/\\/g, '\\\\').replace(/"/g, '\\"').replace(/\n/g, '\\n');

export function prometheusText(points: readonly LastPoint[]): string {
  const families = new Map<string, string[]>();
  for (const point of points) {
    const { count, sum, minimum, maximum } = point;
    const statistics = { samplecount: count, sum, average: count === 0 ? 0 : sum / count, minimum, maximum };
    for (const [statistic, value] of Object.entries(statistics)) {
      const name = `${snake(point.namespace)}_${snake(point.name)}_${statistic}`.replace(/^(\d)/, '_$1');
      const lines = families.get(name) ?? [];
      families.set(name, lines);
      lines.push(`${name}${labelsOf(point)} ${value}`);
    }
  }
  return [...families].map(([name, lines]) => `# TYPE ${name} gauge\n${lines.join('\n')}\n`).join('');
}

function labelsOf({ account, region, unit, dimensions }: LastPoint): string {
  const labels = [
    ['account_id', account],
    ['region', region],
    ['unit', unit],
    ...dimensions.map(({ name, value }) => [snake(name), value]),
  ];
  return `{${labels.map(([name = '', value = '']) => `${name.replace(/^(\d)/, '_$1')}="${quoted(value)}"`).join(',')}}`;
}
