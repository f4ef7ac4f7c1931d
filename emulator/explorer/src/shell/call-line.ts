// The lines of the log that tell of a call: `sqs.CreateQueue orders 000000000000 eu-west-1 ok 1.2 ms`.
import type { LogLine } from '#api/management.ts';

/** A line of the log about a call. */
export interface CallLine {
  readonly service: string;
  readonly operation: string;
  readonly resource: string;
  readonly account: string;
  readonly region: string;
  readonly result: string;
  readonly ms: number | undefined;
}

const CALL = /^([a-z][a-z0-9-]*)\.([A-Za-z0-9]+)(?: (.*?))? (\d{12}) (\S+) (.*?)(?: ([\d.]+) ms)?$/s;

/** Undefined where the line tells of something else. */
export function callOfLine({ text }: Pick<LogLine, 'text'>): CallLine | undefined {
  const [, service, operation, resource = '', account = '', region = '', result = '', ms] = CALL.exec(text) ?? [];
  if (service === undefined || operation === undefined) return undefined;
  return { service, operation, resource, account, region, result, ms: ms === undefined ? undefined : Number(ms) };
}
