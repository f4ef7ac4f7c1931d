// Gives the values of a document the types of the model: times become dates, and text where bytes belong becomes bytes. Other values stay, so that
// wrong ones can be sent, too.
import type { Ref, ServiceIR } from '#protocol/ir';
import { parseDate } from '#protocol/scalars';

type Plain = Readonly<Record<string, unknown>>;

const TIMES = new Set<Ref>(['timestamp', 'date-time', 'http-date', 'epoch-seconds']);

const isPlain = (value: unknown): value is Plain =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Uint8Array) && !(value instanceof Date);

export function typedInput(ir: ServiceIR, ref: Ref, value: unknown): unknown {
  if (typeof ref !== 'number') return typedScalar(ref, value);
  const shape = ir.shapes[ref]!;
  if (shape.kind === 'list') return Array.isArray(value) ? value.map((each) => typedInput(ir, shape.item, each)) : value;
  if (!isPlain(value)) return value;
  if (shape.kind === 'map') return mapped(value, (_, each) => typedInput(ir, shape.value, each));
  if (shape.raw) return mapped(value, (_, each) => base64Inside(each));
  const members = new Map(shape.members.map(([name, member]) => [name, member]));
  return mapped(value, (name, each) => (members.has(name) ? typedInput(ir, members.get(name)!, each) : each));
}

function typedScalar(kind: Ref, value: unknown): unknown {
  if ((kind === 'blob' || kind === 'stream') && typeof value === 'string') return Buffer.from(value);
  if (TIMES.has(kind) && (typeof value === 'string' || typeof value === 'number')) return parseDate(value) ?? value;
  return value;
}

/** Documents that the codec passes on as they are have their bytes as base64. */
function base64Inside(value: unknown): unknown {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64');
  if (Array.isArray(value)) return value.map(base64Inside);
  return isPlain(value) ? mapped(value, (_, each) => base64Inside(each)) : value;
}

const mapped = (value: Plain, convert: (name: string, each: unknown) => unknown): Plain =>
  Object.fromEntries(Object.entries(value).map(([name, each]) => [name, convert(name, each)]));
