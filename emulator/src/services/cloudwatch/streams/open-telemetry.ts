// The records of metric streams in the formats of OpenTelemetry: messages ExportMetricsServiceRequest in protobuf, each behind its length. Pure.
// https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/CloudWatch-metric-streams-formats-opentelemetry-100.html
import { table } from '#lib/table';
import type { ReadPoint, StreamFacts } from './streamed-point.ts';

const NANOSECONDS = 1_000_000_000n;

function varint(value: number): Buffer {
  const bytes: number[] = [];
  let left = value;
  while (left > 127) {
    bytes.push((left & 127) | 128);
    left >>>= 7;
  }
  return Buffer.from([...bytes, left]);
}

/** A field with a length: a message or a text. */
function field(number: number, content: Buffer | string): Buffer {
  const bytes = Buffer.from(content as string);
  return Buffer.concat([varint((number << 3) | 2), varint(bytes.length), bytes]);
}
function double(number: number, value: number): Buffer {
  const bytes = Buffer.alloc(9);
  bytes[0] = (number << 3) | 1;
  bytes.writeDoubleLE(value, 1);
  return bytes;
}
function fixed(number: number, value: bigint): Buffer {
  const bytes = Buffer.alloc(9);
  bytes[0] = (number << 3) | 1;
  bytes.writeBigUInt64LE(value, 1);
  return bytes;
}
const message = (number: number, ...fields: readonly Buffer[]): Buffer => field(number, Buffer.concat(fields));

/** A member of a list of attributes; in version 0.7 labels are plain texts. */
const attribute = (number: number, key: string, value: string): Buffer => message(number, field(1, key), message(2, field(1, value)));
const label = (number: number, key: string, value: string): Buffer => message(number, field(1, key), field(2, value));

/** One record of a delivery stream. `isCurrent`: version 1.0, else 0.7. */
export function openTelemetryRecord(
  points: readonly ReadPoint[],
  { exporterArn, account, region }: StreamFacts,
  isCurrent: boolean,
): Buffer {
  const resource = message(
    1,
    attribute(1, 'cloud.provider', 'aws'),
    attribute(1, 'cloud.account.id', account),
    attribute(1, 'cloud.region', region),
    attribute(1, 'aws.exporter.arn', exporterArn),
  );
  const metrics = points.map((point) =>
    message(2, field(1, nameOf(point)), field(3, unitOf(point)), message(11, dataPoint(point, isCurrent))),
  );
  const request = message(1, resource, message(2, ...metrics));
  return Buffer.concat([varint(request.length), request]);
}

const nameOf = ({ namespace, name }: ReadPoint): string => `amazonaws.com/${namespace}/${name}`;

/** Units by the Unified Code for Units of Measure. */
const UNITS: Readonly<Record<string, string>> = table({
  ...{ None: '1', Percent: '%', Count: '{Count}', Seconds: 's', Milliseconds: 'ms', Microseconds: 'us', Bytes: 'By', Bits: 'bit' },
  ...{ Kilobytes: 'kBy', Megabytes: 'MBy', Gigabytes: 'GBy', Terabytes: 'TBy' },
  ...{ Kilobits: 'kbit', Megabits: 'Mbit', Gigabits: 'Gbit', Terabits: 'Tbit' },
});
const unitOf = ({ unit }: ReadPoint): string => {
  const [measure = '', per] = unit.split('/');
  const known = UNITS[measure] ?? measure;
  return per === undefined ? known : `${known}/s`;
};

/** A summary: quantile 0 is the minimum, 1 the maximum, percentiles stand between. */
function dataPoint({ namespace, name, dimensions, minute, point, additional }: ReadPoint, isCurrent: boolean): Buffer {
  const attributes = isCurrent
    ? [
        attribute(7, 'Namespace', namespace),
        attribute(7, 'MetricName', name),
        message(7, field(1, 'Dimensions'), message(2, message(6, ...dimensions.map((each) => attribute(1, each.name, each.value))))),
      ]
    : [label(1, 'Namespace', namespace), label(1, 'MetricName', name), ...dimensions.map((each) => label(1, each.name, each.value))];
  const quantiles = [
    [0, point.minimum],
    ...additional.map(([statistic, value]) => [Number(statistic.slice(1)) / 100, value]),
    [1, point.maximum],
  ].map(([quantile = 0, value = 0]) => message(6, double(1, quantile), double(2, value)));
  return message(
    1,
    ...attributes,
    fixed(2, BigInt(minute) * NANOSECONDS),
    fixed(3, BigInt(minute + 60) * NANOSECONDS),
    fixed(4, BigInt(Math.round(point.count))),
    double(5, point.sum),
    ...quantiles,
  );
}
