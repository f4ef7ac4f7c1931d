// `/_emulator/metrics`: the last values of all metrics, for Prometheus, and as lines of JSON.
import type { Kernel } from '#core/kernel';
import type { MetricDatum } from '#core/metrics/metric-datum';
import { nextTurn } from '#lib/next-turn';
import type { LastPoint } from './last-point.ts';
import { sendLines } from './line-stream.ts';
import { prometheusText } from './prometheus.ts';
import { answer, list, type ManagementRoute, members, number, object, oneOf, text } from './route.ts';

const LINE = object({
  account: text('The account.'),
  region: text('The region.'),
  namespace: text('The namespace: `AWS/SQS`.'),
  name: text('The name: `NumberOfMessagesSent`.'),
  dimensions: list(object({ name: text('The name.'), value: text('The value.') }), 'The dimensions, by name.'),
  unit: text('The unit: `Count`.'),
  atMs: number('When the span of the values begins, in milliseconds since 1970; mostly a minute.'),
  count: number('How many values.'),
  sum: number('Their sum.'),
  minimum: number('The least of them.'),
  maximum: number('The greatest of them.'),
});

/** How long a metric without new values is shown. */
const SHOWN_MS = 3 * 3_600_000;
/** Series that are looked at between two pauses. */
const A_TURN = 500;

export const METRIC_ROUTES: readonly ManagementRoute[] = [
  {
    method: 'GET',
    url: '/_emulator/metrics',
    effect: 'reads',
    schema: {
      title: 'Answers the last values of all metrics',
      description:
        'Answers the values of the last minute in which each metric of the last three hours had any, in the text form of Prometheus: a metric for each ' +
        'statistic, `aws_sqs_number_of_messages_sent_sum`. With `format=lines` they are lines of JSON; with `follow=1` these stay open for new values.',
      querystring: members({
        namespace: text('Only namespaces that begin so.'),
        format: oneOf(['prometheus', 'lines'], 'The form; by default `prometheus`.'),
        follow: oneOf(['0', '1'], 'Whether an answer of lines stays open for new values; by default `0`.'),
      }),
      response: {
        200: {
          description: 'The metrics.',
          content: { 'text/plain': { schema: { type: 'string' } }, ...answer('', LINE, 'application/x-ndjson').content },
        },
      },
    },
    examples: [{}, { query: 'namespace=AWS/SQS&format=lines' }],
    async handler({ query: { namespace = '', format, follow } }, reply, { kernel }) {
      await kernel.metrics.flush();
      const points = await lastPoints(namespace, kernel);
      if (format !== 'lines') {
        void reply.type('text/plain; version=0.0.4');
        return prometheusText(points);
      }
      const newPoints = (write: (line: object) => void) =>
        kernel.metrics.follow((data, place) => {
          for (const datum of data) if (datum.namespace.startsWith(namespace)) write(lineOf(datum, place));
        });
      sendLines(reply, { earlier: points, follow: follow === '1' ? newPoints : undefined }, kernel);
      return reply;
    },
  },
];

const lineOf = (
  { namespace, name, dimensions, unit, atMs, point }: MetricDatum,
  { account, region }: { account: string; region: string },
): LastPoint => {
  const { count, sum, minimum, maximum } = point;
  return { account, region, namespace, name, dimensions, unit, atMs, count, sum, minimum, maximum };
};

async function lastPoints(namespace: string, { metrics, store, clock }: Kernel): Promise<LastPoint[]> {
  const sinceSecond = Math.floor((clock.now() - SHOWN_MS) / 1000);
  const found: LastPoint[] = [];
  let looked = 0;
  for (const place of store.everyPlace()) {
    const { reader } = metrics.in(place.account, place.region);
    for (const series of reader.list()) {
      if (++looked % A_TURN === 0) await nextTurn();
      const second = series.namespace.startsWith(namespace) ? reader.lastSecond(series.id) : undefined;
      if (second === undefined || second < sinceSecond) continue;
      const last = reader.points(series.id, second, second + 1, 3600).at(-1);
      if (last) found.push(lineOf({ ...series, atMs: second * 1000, resolution: 60, point: last.point }, place));
    }
  }
  return found;
}
