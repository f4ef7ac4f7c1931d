// Counts how often a chain of calls went through each function: the Lineage of the trace header, which SDKs inside functions pass on. Pure.
// https://docs.aws.amazon.com/lambda/latest/dg/invocation-recursion.html
import { createHash } from 'node:crypto';

/** Limit: invocations of one function in one chain. */
export const MAX_IN_CHAIN = 16;

const LINEAGE = /(?:^|;)\s*Lineage=([^;]*)/;
const SEPARATOR = '|';

/** The id of a function in a lineage. */
export const lineageId = (functionArn: string): string => createHash('sha256').update(functionArn).digest('hex').slice(0, 8);

function parse(header: string): Map<string, number> {
  const found = new Map<string, number>();
  for (const part of (LINEAGE.exec(header)?.[1] ?? '').split(SEPARATOR)) {
    const [, id, count] = /^([0-9a-f]{8}):(\d{1,4})$/.exec(part) ?? [];
    if (id !== undefined) found.set(id, Number(count));
  }
  return found;
}

/** How often the chain went through this function. */
export const timesIn = (header: string, id: string): number => parse(header).get(id) ?? 0;

/** The header for the function, with one more pass through it. */
export function extended(header: string, id: string): string {
  const counts = parse(header);
  counts.set(id, (counts.get(id) ?? 0) + 1);
  const lineage = [...counts].map(([each, count]) => `${each}:${count}`).join(SEPARATOR);
  return `${header.replace(LINEAGE, '')};Lineage=${lineage}`;
}

/** The header that went through this function most often. */
export const longest = (headers: readonly string[], id: string): string | undefined =>
  headers.reduce<string | undefined>(
    (most, header) => (most === undefined || timesIn(header, id) > timesIn(most, id) ? header : most),
    undefined,
  );
