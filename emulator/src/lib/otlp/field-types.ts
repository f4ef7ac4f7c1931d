// The form in which messages of the OpenTelemetry protocol are described: their fields by number, for both of their encodings.

export type Scalar = 'string' | 'bool' | 'int32' | 'uint32' | 'int64' | 'fixed32' | 'fixed64' | 'double' | 'hex' | 'base64';

export interface Field {
  readonly name: string;
  /** The type of a value, or the fields of a message. `hex`, `base64`: bytes, and how JSON writes them. */
  readonly type: Scalar | (() => Fields);
  readonly isList?: true;
}

export type Fields = Readonly<Record<number, Field>>;

/** Bytes or JSON that are no message of that description; the text is a clause without a stop. */
export class MalformedMessage extends Error {
  constructor(text: string) {
    super(text);
    this.name = 'MalformedMessage';
  }
}

/** Limit: how deep messages are nested, the same as that of the libraries for Protocol Buffers. */
export const MAX_DEPTH = 100;

/** Limit: values and messages in a request: more of them take longer to read than the process may be kept from other work. */
export const MAX_VALUES = 400_000;
export const TOO_MANY_VALUES = `it has more than ${MAX_VALUES} values: send smaller batches`;

export const field = (name: string, type: Field['type']): Field => ({ name, type });
export const list = (name: string, type: Field['type']): Field => ({ name, type, isList: true });
