// multipart/form-data → input, for operations that browsers call with a form: fields first, the `file` part is left as a stream.
import { Fault } from '#core/fault';
import type { ServiceIR, StructureShape } from './ir.ts';
import { malformedInput } from './refusals.ts';
import { textReader } from './scalars.ts';
import type { WireRequest } from './wire.ts';

type Plain = Record<string, unknown>;

/** All fields together; the file does not count. */
const MAX_FIELDS_BYTES = 20 * 1024;

const malformed = (message: string): Fault => new Fault('MalformedPOSTRequest', message, { status: 400 });
const END = 'The body of your POST request is not well-formed multipart/form-data.';

/** Hands out the body up to a mark, however it was cut on the way. */
class MarkedReader {
  private readonly source: AsyncIterator<Uint8Array>;
  private rest: Buffer = Buffer.alloc(0);

  constructor(source: AsyncIterable<Uint8Array>) {
    this.source = source[Symbol.asyncIterator]();
  }

  private async more(): Promise<boolean> {
    const { done, value } = await this.source.next();
    if (!done) this.rest = Buffer.concat([this.rest, value]);
    return !done;
  }

  async until(mark: string, limit: number): Promise<Buffer> {
    for (;;) {
      const at = this.rest.indexOf(mark, 0, 'latin1');
      if (at >= 0) {
        const found = this.rest.subarray(0, at);
        this.rest = this.rest.subarray(at + mark.length);
        return found;
      }
      if (this.rest.length > limit)
        throw new Fault('MaxPostPreDataLengthExceeded', 'Your POST request fields preceding the upload file were too large.', {
          status: 400,
        });
      if (!(await this.more())) throw malformed(END);
    }
  }

  async *streamUntil(mark: string): AsyncGenerator<Uint8Array> {
    for (;;) {
      const at = this.rest.indexOf(mark, 0, 'latin1');
      const safe = at >= 0 ? at : this.rest.length - mark.length;
      if (safe > 0) yield this.rest.subarray(0, safe);
      if (at >= 0) return;
      if (safe > 0) this.rest = this.rest.subarray(safe);
      if (!(await this.more())) throw malformed(END);
    }
  }
}

interface Part {
  readonly name: string;
  readonly fileName: string | undefined;
  readonly contentType: string | undefined;
}

function parsePartHead(head: string): Part {
  const name = /^content-disposition:[^\r\n]*[;\s]name="((?:[^"\\]|\\.)*)"/im.exec(head)?.[1];
  if (name === undefined) throw malformed(END);
  return {
    name,
    fileName: /^content-disposition:[^\r\n]*[;\s]filename="((?:[^"\\]|\\.)*)"/im.exec(head)?.[1],
    contentType: /^content-type:\s*([^\r\n]+)/im.exec(head)?.[1],
  };
}

function assign(ir: ServiceIR, input: StructureShape, into: Plain, name: string, text: string): void {
  const lower = name.toLowerCase();
  const member = input.members.find(([own, , traits]) => (traits?.header ?? traits?.query ?? own).toLowerCase() === lower);
  if (member) {
    const [own, ref] = member;
    if (typeof ref !== 'number') into[own] = textReader(ref, malformedInput)(text);
    return;
  }
  const prefixed = input.members.find(
    ([, , traits]) => traits?.prefixHeaders !== undefined && lower.startsWith(traits.prefixHeaders.toLowerCase()),
  );
  const rest = prefixed ?? input.members.find(([, , traits]) => traits?.queryParams);
  if (!rest || ir.shapes[rest[1] as number]?.kind !== 'map') return;
  const map = (into[rest[0]] ??= Object.create(null)) as Plain;
  map[prefixed ? lower.slice(prefixed[2]!.prefixHeaders!.length) : name] = text;
}

/** Members are fields by their header, query or own name; whatever no member names goes into the `queryParams` map. */
export async function parseFormData(request: WireRequest, ir: ServiceIR, input: number): Promise<Plain> {
  const boundary = /boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(request.headers['content-type'] ?? '');
  if (!boundary || !request.stream) throw malformed(END);
  const mark = `\r\n--${boundary[1] ?? boundary[2]}`;
  const shape = ir.shapes[input] as StructureShape;
  const payload = shape.members.find(([, , traits]) => traits?.payload)?.[0];
  const into: Plain = {};
  for (const [name, , traits] of shape.members) {
    const label = request.labels?.[name];
    if (traits?.label && label !== undefined) into[name] = decodeURIComponent(label);
  }
  const reader = new MarkedReader(request.stream);
  await reader.until(mark.slice(2), MAX_FIELDS_BYTES);
  for (let left = MAX_FIELDS_BYTES; ; ) {
    const opening = await reader.until('\r\n', MAX_FIELDS_BYTES);
    if (opening.toString('latin1').startsWith('--')) return into;
    const part = parsePartHead(`${(await reader.until('\r\n\r\n', MAX_FIELDS_BYTES)).toString('utf8')}`);
    if (part.name === 'file' && payload !== undefined) {
      into[payload] = reader.streamUntil(mark);
      if (part.fileName !== undefined) assign(ir, shape, into, 'filename', part.fileName);
      if (part.contentType !== undefined) assign(ir, shape, into, 'file-content-type', part.contentType);
      return into;
    }
    const value = await reader.until(mark, left);
    left -= value.length;
    assign(ir, shape, into, part.name, value.toString('utf8'));
  }
}
