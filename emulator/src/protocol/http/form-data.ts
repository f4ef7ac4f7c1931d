// multipart/form-data, as browsers upload with it: fields come first, the part named `file` stays a stream.
import { Fault } from '#core/fault';

/** Limit: bytes of all fields of a form together, without the file. */
const MAX_FIELDS_BYTES = 20 * 1024;

const malformed = (message: string): Fault => new Fault('MalformedPOSTRequest', message, { status: 400 });
const END = 'The body of your POST request is not well-formed multipart/form-data.';

const notMultipart = (): Fault =>
  new Fault('PreconditionFailed', 'At least one of the pre-conditions you specified did not hold', {
    status: 412,
    members: { Condition: 'Bucket POST must be of the enclosure-type multipart/form-data' },
  });

const tooLarge = (): Fault =>
  new Fault('MaxPostPreDataLengthExceeded', 'Your POST request fields preceding the upload file were too large.', { status: 400 });

/** Returns the body up to a marker, however the stream is cut into pieces. */
class MarkedReader {
  readonly #source: AsyncIterator<Uint8Array>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  async #more(): Promise<boolean> {
    const { done, value } = await this.#source.next();
    if (!done) this.#rest = Buffer.concat([this.#rest, value]);
    return !done;
  }

  async until(mark: string, limit: number): Promise<Buffer> {
    for (;;) {
      const at = this.#rest.indexOf(mark, 0, 'latin1');
      if (at >= 0) {
        const found = this.#rest.subarray(0, at);
        this.#rest = this.#rest.subarray(at + mark.length);
        return found;
      }
      if (this.#rest.length > limit)
        throw new Fault('MaxPostPreDataLengthExceeded', 'Your POST request fields preceding the upload file were too large.', {
          status: 400,
        });
      if (!(await this.#more())) throw malformed(END);
    }
  }

  async *streamUntil(mark: string): AsyncGenerator<Uint8Array> {
    for (;;) {
      const at = this.#rest.indexOf(mark, 0, 'latin1');
      const safe = at >= 0 ? at : this.#rest.length - mark.length;
      if (safe > 0) yield this.#rest.subarray(0, safe);
      if (at >= 0) return;
      if (safe > 0) this.#rest = this.#rest.subarray(safe);
      if (!(await this.#more())) throw malformed(END);
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

interface FormFile {
  readonly fileName: string | undefined;
  readonly contentType: string | undefined;
  /** Unread: the caller reads it. */
  readonly body: AsyncIterable<Uint8Array>;
}

export interface FormData {
  /** In order; names as sent. */
  readonly fields: ReadonlyMap<string, string>;
  readonly file: FormFile | undefined;
}

/** Reads up to the part named `file`, which ends the form: what comes after it is ignored, as the real service does. */
export async function readFormData(contentType: string | undefined, stream: AsyncIterable<Uint8Array>): Promise<FormData> {
  const boundary = /^multipart\/form-data;.*boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(contentType ?? '');
  if (!boundary) throw notMultipart();
  const mark = `\r\n--${boundary[1] ?? boundary[2]}`;
  const reader = new MarkedReader(stream);
  const fields = new Map<string, string>();
  await reader.until(mark.slice(2), MAX_FIELDS_BYTES);
  for (let left = MAX_FIELDS_BYTES; ; ) {
    const opening = await reader.until('\r\n', MAX_FIELDS_BYTES);
    if (opening.toString('latin1').startsWith('--')) return { fields, file: undefined };
    const head = await reader.until('\r\n\r\n', MAX_FIELDS_BYTES);
    const { name, fileName, contentType: type } = parsePartHead(head.toString('utf8'));
    if (name === 'file') return { fields, file: { fileName, contentType: type, body: reader.streamUntil(mark) } };
    const value = await reader.until(mark, left);
    left -= value.length + name.length;
    if (left < 0) throw tooLarge();
    fields.set(name, value.toString('utf8'));
  }
}
