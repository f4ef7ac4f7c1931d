// The embedded metric format: metrics that a log line describes, with the values beside the description. Pure.
// https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/CloudWatch_Embedded_Metric_Format_Specification.html
import type { Dimension, MetricDatum } from '#core/metrics/metric-datum';
import { pointOf } from '#core/metrics/metric-point';
import { isObject } from '#lib/json-object';

const MARK = '"_aws"';
/** Limit: metrics of a directive in the embedded metric format. */
const MAX_METRICS = 100;
/** Limit: values of one metric in the embedded metric format. */
const MAX_VALUES = 100;
/** Limit: dimensions of a metric in the embedded metric format. */
const MAX_DIMENSIONS = 30;
/** Limit: characters of the value of a dimension in the embedded metric format. */
const MAX_CHARACTERS = 1024;
/** Limit: metrics of one log line in the embedded metric format, once for each set of dimensions. */
const MAX_DATA = 3000;

type EmbeddedValue = Pick<MetricDatum, 'name' | 'unit' | 'resolution' | 'point'>;
type Members = Readonly<Record<string, unknown>>;

export interface EmbeddedMetrics {
  readonly data: readonly MetricDatum[];
  /** The metric that counts the fault of the line, and its reason. */
  readonly fault?: { readonly metric: 'EMFParsingErrors' | 'EMFValidationErrors'; readonly reason: string } | undefined;
}

/** Undefined for a line that has no metrics. */
export function embeddedMetrics(message: string): EmbeddedMetrics | undefined {
  if (!message.includes(MARK)) return undefined;
  const open = message.indexOf('{');
  let document: unknown;
  try {
    document = JSON.parse(open <= 0 ? message : message.slice(open));
  } catch {
    return { data: [], fault: { metric: 'EMFParsingErrors', reason: 'it is not valid JSON' } };
  }
  const root = isObject(document) ? document : undefined;
  const aws = root?.['_aws'];
  if (!root || !isObject(aws)) return undefined;
  return new Reader(root, aws).read();
}

class Reader {
  readonly #root: Members;
  readonly #aws: Members;
  readonly #data: MetricDatum[] = [];
  #reason: string | undefined;

  constructor(root: Members, aws: Members) {
    this.#root = root;
    this.#aws = aws;
  }

  read(): EmbeddedMetrics {
    const { Timestamp: atMs, CloudWatchMetrics: directives } = this.#aws;
    if (typeof atMs !== 'number' || !Number.isFinite(atMs) || atMs < 0) this.#fail('_aws.Timestamp must be milliseconds since 1970');
    else if (!Array.isArray(directives)) this.#fail('_aws.CloudWatchMetrics must be an array');
    else for (const directive of directives) this.#directive(directive, atMs);
    return { data: this.#data, fault: this.#reason === undefined ? undefined : { metric: 'EMFValidationErrors', reason: this.#reason } };
  }

  #fail(reason: string): void {
    this.#reason ??= reason;
  }

  #directive(directive: unknown, atMs: number): void {
    const { Namespace, Dimensions, Metrics } = isObject(directive) ? directive : ({} as Members);
    if (typeof Namespace !== 'string' || Namespace === '' || Namespace.length > 255) this.#fail('a directive lacks its Namespace');
    else if (!Array.isArray(Dimensions)) this.#fail('Dimensions must be an array of arrays');
    else if (!Array.isArray(Metrics) || Metrics.length > MAX_METRICS) this.#fail(`Metrics must be an array of at most ${MAX_METRICS}`);
    else
      this.#add(
        { namespace: Namespace, atMs },
        Dimensions,
        Metrics.flatMap((metric) => this.#metric(metric)),
      );
  }

  /** Adds the values once for each set of dimensions. */
  #add(common: Pick<MetricDatum, 'namespace' | 'atMs'>, sets: readonly unknown[], values: readonly EmbeddedValue[]): void {
    for (const set of sets.length === 0 ? [[]] : sets) {
      const dimensions = this.#dimensions(set);
      if (dimensions) this.#data.push(...values.map((value) => ({ ...value, ...common, dimensions })));
      if (this.#data.length <= MAX_DATA) continue;
      this.#fail(`a line can have at most ${MAX_DATA} metrics`);
      this.#data.length = MAX_DATA;
      break;
    }
  }

  #dimensions(set: unknown): Dimension[] | undefined {
    if (!Array.isArray(set) || set.length > MAX_DIMENSIONS) {
      this.#fail(`a set of dimensions must be an array of at most ${MAX_DIMENSIONS} names`);
      return undefined;
    }
    const dimensions: Dimension[] = [];
    for (const name of set) {
      const value = typeof name === 'string' && Object.hasOwn(this.#root, name) ? this.#root[name] : undefined;
      if (typeof value !== 'string' || value === '' || value.length > MAX_CHARACTERS) {
        this.#fail(`the dimension ${String(name)} must be text of at most ${MAX_CHARACTERS} characters at the root of the document`);
        return undefined;
      }
      dimensions.push({ name: name as string, value });
    }
    return dimensions;
  }

  #metric(metric: unknown): EmbeddedValue[] {
    const { Name: name, Unit: unit = 'None', StorageResolution: resolution = 60 } = isObject(metric) ? metric : ({} as Members);
    if (typeof name !== 'string' || name === '' || name.length > 255 || typeof unit !== 'string') {
      this.#fail('a metric lacks its Name');
      return [];
    }
    const given = Object.hasOwn(this.#root, name) ? this.#root[name] : undefined;
    const values: unknown[] = Array.isArray(given) ? given : [given];
    if (
      values.length === 0 ||
      values.length > MAX_VALUES ||
      !values.every((value) => typeof value === 'number' && Number.isFinite(value))
    ) {
      this.#fail(`the metric ${name} must be a number, or at most ${MAX_VALUES}, at the root of the document`);
      return [];
    }
    return [{ name, unit, resolution: resolution === 1 ? 1 : 60, point: pointOf(values as number[]) }];
  }
}
