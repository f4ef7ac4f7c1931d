// HTTP bindings of requests: reads path, query and headers into the input, and tells which members are left for the body.

import type { Member, Ref, ServiceIR, StructureShape } from '#protocol/ir';
import { type TextFailure, type TextReader, textReader } from '#protocol/scalars';
import { decodeText } from '#protocol/text';
import { firstValue, type WireRequest } from './wire.ts';

type Plain = Record<string, unknown>;
type Step = (request: WireRequest, into: Plain) => void;
/** Makes the Fault for malformed text; `place` names its source (`max-keys`). */
export type BindingFailure = (place: string) => TextFailure;

export interface InputBinding {
  bind: Step;
  payload: Member | undefined;
  bodyMembers: Member[];
}

function decodeLabel(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Splits at commas outside of quotes; within them a backslash takes the next character as it is (RFC 9110, quoted-string). */
function splitHeader(text: string): string[] {
  const parts: string[] = [];
  let part = '';
  let quoted = false;
  for (let at = 0; at < text.length; at++) {
    const character = text[at]!;
    if (character === '"') quoted = !quoted;
    else if (quoted && character === '\\' && at + 1 < text.length) part += text[++at]!;
    else if (character === ',' && !quoted) {
      parts.push(part.trim());
      part = '';
    } else part += character;
  }
  return [...parts, part.trim()];
}

/** Each date has a comma of its own, behind the day of the week. */
const splitDates = (text: string): string[] => (text.match(/[^,]+,[^,]+/g) ?? [text]).map((each) => each.trim());

class InputCompiler {
  readonly #ir: ServiceIR;
  readonly #failure: BindingFailure;
  readonly #claimed: Set<string>;
  readonly steps: Step[] = [];

  constructor(ir: ServiceIR, uri: string, failure: BindingFailure) {
    this.#ir = ir;
    this.#failure = failure;
    this.#claimed = new Set((uri.split('?')[1] ?? '').split('&').map((pair) => pair.split('=')[0]!));
  }

  #scalar(ref: Ref, place: string): TextReader {
    return typeof ref === 'number' ? (text) => text : textReader(ref, this.#failure(place));
  }

  /** False where the member belongs to the body. */
  add(member: Member): boolean {
    const [name, , traits] = member;
    if (traits?.label) this.#label(member);
    else if (traits?.query !== undefined) this.#query(member, traits.query);
    else if (traits?.header !== undefined) this.#header(member, traits.header.toLowerCase());
    else if (traits?.prefixHeaders !== undefined) this.#prefixHeaders(name, traits.prefixHeaders.toLowerCase());
    else return Boolean(traits?.queryParams);
    return true;
  }

  #label([name, ref]: Member): void {
    const read = this.#scalar(ref, name);
    this.steps.push(({ labels }, into) => {
      const text = labels?.[name];
      if (text !== undefined) into[name] = read(decodeLabel(text));
    });
  }

  #query([name, ref]: Member, key: string): void {
    this.#claimed.add(key);
    const shape = typeof ref === 'number' ? this.#ir.shapes[ref] : undefined;
    const read = this.#scalar(shape?.kind === 'list' ? shape.item : ref, key);
    const list = shape?.kind === 'list';
    const emptyIsAbsent = this.#ir.protocol === 'restXml';
    this.steps.push(({ query }, into) => {
      const value = query.get(key);
      if (value === undefined) return;
      if (list) into[name] = (typeof value === 'string' ? [value] : value).map(read);
      // An empty number counts as absent in REST-XML (recorded: `max-parts=`)
      else if (!(ref === 'number' && emptyIsAbsent && firstValue(value) === '')) into[name] = read(firstValue(value)!);
    });
  }

  #header([name, ref]: Member, key: string): void {
    const shape = typeof ref === 'number' ? this.#ir.shapes[ref] : undefined;
    const read = this.#scalar(shape?.kind === 'list' ? shape.item : ref, key);
    const list = shape?.kind === 'list';
    const split = shape?.kind === 'list' && (shape.item === 'http-date' || shape.item === 'timestamp') ? splitDates : splitHeader;
    this.steps.push(({ headers }, into) => {
      const text = headers[key];
      if (text !== undefined) into[name] = list ? split(text).map(read) : read(text);
    });
  }

  #prefixHeaders(name: string, prefix: string): void {
    this.steps.push(({ headers }, into) => {
      for (const key in headers) {
        const text = headers[key];
        if (!key.startsWith(prefix) || text === undefined) continue;
        const map = (into[name] ??= Object.create(null)) as Plain;
        map[key.slice(prefix.length)] = text;
      }
    });
  }

  /** Runs last: takes the parameters that no other member has claimed. */
  queryParams([name, ref]: Member): void {
    const shape = this.#ir.shapes[ref as number]!;
    const lists = shape.kind === 'map' && typeof shape.value === 'number';
    this.steps.push(({ query }, into) => {
      for (const [key, value] of query) {
        if (this.#claimed.has(key)) continue;
        const map = (into[name] ??= Object.create(null)) as Plain;
        map[key] = lists ? (typeof value === 'string' ? [value] : [...value]) : firstValue(value);
      }
    });
  }
}

export function compileInput(ir: ServiceIR, index: number | null, uri: string, failure: BindingFailure): InputBinding {
  const members = index === null ? [] : (ir.shapes[index] as StructureShape).members;
  const compiler = new InputCompiler(ir, uri, failure);
  const rest = members.filter((member) => !compiler.add(member));
  for (const member of members) if (member[2]?.queryParams) compiler.queryParams(member);
  const { steps } = compiler;
  return {
    bind: (request, into) => {
      for (const step of steps) step(request, into);
    },
    payload: rest.find(([, , traits]) => traits?.payload),
    bodyMembers: rest.filter(([, , traits]) => !traits?.payload),
  };
}

/** Reads payloads that all protocols share (streams, bytes, text); undefined where the payload is a document. */
export function rawPayload([name, ref]: Member): Step | undefined {
  if (ref === 'stream') {
    return ({ stream, body }, into) => {
      into[name] = stream ?? bytesOnce(body);
    };
  }
  if (ref === 'blob') {
    return ({ body }, into) => {
      if (body.length > 0) into[name] = body;
    };
  }
  if (ref !== 'string') return undefined;
  return ({ body }, into) => {
    if (body.length > 0) into[name] = decodeText(body);
  };
}

async function* bytesOnce(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  if (bytes.length > 0) yield bytes;
}
