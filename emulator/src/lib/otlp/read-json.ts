// Reads the JSON of a message by the description of its fields: unknown members are left out, null stands for none, and 64-bit numbers become texts. Pure.
import { isObject } from '#lib/json-object';
import { dictionary, own } from '#lib/table';
import { type Field, type Fields, MAX_DEPTH, MAX_VALUES, MalformedMessage, type Scalar, TOO_MANY_VALUES } from './field-types.ts';

type Message = Record<string, unknown>;

/** @throws MalformedMessage */
export function readJson(text: string, fields: Fields): Message {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new MalformedMessage('it is no JSON');
  }
  return readMessage(value, fields, 'the request', { depth: 0, count: counter() });
}

interface Nesting {
  readonly depth: number;
  readonly count: () => void;
}

function counter(): () => void {
  let values = 0;
  return () => {
    if (++values > MAX_VALUES) throw new MalformedMessage(TOO_MANY_VALUES);
  };
}

function readMessage(value: unknown, fields: Fields, where: string, { depth, count }: Nesting): Message {
  if (!isObject(value)) throw new MalformedMessage(`${where} is no object`);
  if (depth > MAX_DEPTH) throw new MalformedMessage(`its messages are nested deeper than ${MAX_DEPTH}`);
  const message: Message = dictionary();
  for (const field of Object.values(fields)) {
    const given = own(value, field.name);
    if (given === undefined || given === null) continue;
    message[field.name] = readField(given, field, { depth, count });
  }
  return message;
}

function readField(given: unknown, { name, type, isList }: Field, { depth, count }: Nesting): unknown {
  const read = (one: unknown): unknown => {
    count();
    return typeof type === 'string' ? readScalar(one, type, name) : readMessage(one, type(), name, { depth: depth + 1, count });
  };
  if (!isList) return read(given);
  if (!Array.isArray(given)) throw new MalformedMessage(`${name} is no list`);
  return given.map(read);
}

function readScalar(given: unknown, type: Scalar, name: string): unknown {
  const value = convert(given, type);
  if (value === undefined) throw new MalformedMessage(`${name} has no value of its type`);
  return value;
}

const DOUBLES: Readonly<Record<string, number>> = { NaN: Number.NaN, Infinity: Infinity, '-Infinity': -Infinity };

function convert(given: unknown, type: Scalar): unknown {
  switch (type) {
    case 'string':
      return typeof given === 'string' ? given : undefined;
    case 'base64':
      return typeof given === 'string' && /^[A-Za-z0-9+/_-]*={0,2}$/.test(given) ? given : undefined;
    case 'hex':
      return typeof given === 'string' && /^(?:[0-9a-fA-F]{2})*$/.test(given) ? given.toLowerCase() : undefined;
    case 'bool':
      return typeof given === 'boolean' ? given : undefined;
    case 'double':
      return typeof given === 'number' ? given : typeof given === 'string' ? (own(DOUBLES, given) ?? numberIn(given)) : undefined;
    case 'int32':
    case 'uint32':
    case 'fixed32': {
      const number = numberIn(given);
      return Number.isInteger(number) ? number : undefined;
    }
    case 'int64':
    case 'fixed64':
      return typeof given === 'string' && /^-?\d{1,20}$/.test(given)
        ? given
        : Number.isInteger(given)
          ? BigInt(given as number).toString()
          : undefined;
  }
}

function numberIn(given: unknown): number | undefined {
  const number = typeof given === 'string' && given.trim() !== '' ? Number(given) : given;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}
