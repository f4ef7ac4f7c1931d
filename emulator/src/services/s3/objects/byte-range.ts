// The Range header: the requested bytes of an object.
import type { ByteRange } from '#core/records';
import { fault } from '#model/s3';

const RANGE = /^bytes=(\d*)-(\d*)$/;

/** The range, cut to the object. Undefined for a header that S3 ignores; then the answer is the whole object. Throws 416. */
export function rangeOf(header: string | undefined, sizeBytes: number): ByteRange | undefined {
  const [, first = '', last = ''] = RANGE.exec(header?.trim() ?? '') ?? [];
  if (header === undefined || (first === '' && last === '')) return undefined;
  if (first === '') {
    if (Number(last) === 0 || sizeBytes === 0) throw unsatisfiable(header, sizeBytes);
    return { start: Math.max(0, sizeBytes - Number(last)), end: sizeBytes - 1 };
  }
  const start = Number(first);
  if (last !== '' && Number(last) < start) return undefined;
  if (start >= sizeBytes) throw unsatisfiable(header, sizeBytes);
  return { start, end: last === '' ? sizeBytes - 1 : Math.min(Number(last), sizeBytes - 1) };
}

const unsatisfiable = (RangeRequested: string, sizeBytes: number) =>
  fault('InvalidRange', 'The requested range is not satisfiable', { RangeRequested, ActualObjectSize: String(sizeBytes) });

export const contentRange = ({ start, end }: ByteRange, sizeBytes: number): string => `bytes ${start}-${end}/${sizeBytes}`;
