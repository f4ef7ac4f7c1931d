// The fields of the lines that functions' environments write about invocations: START, END, REPORT. Pure.
// https://docs.aws.amazon.com/AmazonCloudWatch/latest/logs/CWL_AnalyzeLogData-discoverable-fields.html
import { table } from '#lib/table';

const MEGABYTE = 1_000_000;

const FIGURES: readonly (readonly [field: string, pattern: RegExp, factor: number])[] = [
  ['@duration', /\tDuration: ([\d.]+) ms/, 1],
  ['@billedDuration', /Billed Duration: ([\d.]+) ms/, 1],
  ['@initDuration', /Init Duration: ([\d.]+) ms/, 1],
  ['@memorySize', /Memory Size: (\d+) MB/, MEGABYTE],
  ['@maxMemoryUsed', /Max Memory Used: (\d+) MB/, MEGABYTE],
];

const TEXTS: readonly (readonly [field: string, pattern: RegExp])[] = [
  ['@xrayTraceId', /XRAY TraceId: (\S+)/],
  ['@xraySegmentId', /SegmentId: (\S+)/],
];

/** The fields that such lines have. */
export const REPORT_FIELDS: ReadonlySet<string> = new Set(['@type', '@requestId', ...[...FIGURES, ...TEXTS].map(([field]) => field)]);

/** Undefined for other lines. */
export function reportFields(message: string): Readonly<Record<string, unknown>> | undefined {
  const type = /^(START|END|REPORT) RequestId: (\S+)/.exec(message);
  if (!type) return undefined;
  const found = table<unknown>({ '@type': type[1], '@requestId': type[2] });
  if (type[1] !== 'REPORT') return found;
  for (const [field, pattern, factor] of FIGURES) {
    const figure = pattern.exec(message);
    if (figure) found[field] = Number(figure[1]) * factor;
  }
  for (const [field, pattern] of TEXTS) {
    const text = pattern.exec(message);
    if (text) found[field] = text[1];
  }
  return found;
}
