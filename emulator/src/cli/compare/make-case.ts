// Makes a recorded case of a run at the other side: references in place of values that the side made up, and nothing of accounts and secrets.
import { isObject } from '#lib/json-object';
import { ANY, type ClientCall, JsonText, Like, type RecordedCase, type Step } from '#lib/recorded/case';
import { plain } from '#lib/recorded/plain';
import type { ServiceIR, StructureShape } from '#protocol/ir';
import type { Models } from '#protocol/models';
import type { PairedRun } from './compare-calls.ts';
import { Masks } from './masks.ts';
import type { RecordedCall } from './recorded-calls.ts';
import { type SideFacts, tokensOf } from './same-values.ts';

export interface CaseParts {
  readonly title: string;
  readonly source: string;
  readonly pairs: readonly PairedRun[];
  readonly facts: SideFacts;
  readonly models: Models;
  readonly nowMs: number;
}

export interface MadeCase {
  readonly recorded: RecordedCase;
  /** The replacements, in words. */
  readonly masked: readonly string[];
  /** Requests that are no operations of a known service. */
  readonly left: number;
}

export function makeCase(parts: CaseParts): MadeCase {
  const { title, source, pairs, nowMs } = parts;
  const writer = new CaseWriter(parts);
  const runs = pairs.flatMap(({ theirs }) => (theirs ? [theirs.calls] : []));
  const played = runs.filter(([first]) => first!.isOperation);
  const steps = played.flatMap((calls) => writer.steps(calls));
  const recorded = { title, source, recorded: new Date(nowMs).toISOString().slice(0, 7), steps };
  return { recorded, masked: writer.masks.told(), left: runs.length - played.length };
}

/** Values that are shorter than this are not looked for in later inputs. */
const MIN_REFERENCE = 6;

class CaseWriter {
  readonly #parts: CaseParts;
  readonly masks: Masks;
  /** Texts of earlier answers that the side made up, with the references to them. */
  readonly #made = new Map<string, string>();
  /** Ids in inputs, and in the answers of the emulator. */
  readonly #shared: ReadonlySet<string>;
  #count = 0;

  constructor(parts: CaseParts) {
    this.#parts = parts;
    this.masks = new Masks(parts.facts);
    const asked = parts.pairs.flatMap(({ theirs }) => theirs?.calls ?? []);
    const answered = parts.pairs.flatMap(({ ours }) => ours?.calls ?? []);
    this.#shared = new Set([...givenWords(asked, parts), ...answered.flatMap(({ outcome }) => wordsIn(outcome, parts))]);
  }

  steps(calls: readonly RecordedCall[]): Step[] {
    const last = calls.at(-1)!;
    const isAlways = calls.every((call) => JSON.stringify(plain(call.outcome)) === JSON.stringify(plain(calls[0]!.outcome)));
    const waits = calls.length > 1 && !isAlways && calls.every(({ name }) => /\.(?:Describe|Get|List|Head)/.test(name));
    return waits ? [{ ...this.#step(last), eventually: true }] : calls.map((call) => this.#step(call));
  }

  #step({ name, service, input, outcome }: RecordedCall): ClientCall {
    const { ir } = this.#parts.models.service(service);
    const { input: shape, output } = ir.operations[name.split('.')[1]!]!;
    const as = `call${++this.#count}`;
    this.#findSecrets(ir, shape, input);
    if ('output' in outcome) this.#findSecrets(ir, output, outcome.output);
    // The length is that of the body, which may be masked
    const { ContentLength: _, ...given } = input as Readonly<Record<string, unknown>>;
    const asked = this.#input(given) as Readonly<Record<string, unknown>>;
    if ('error' in outcome) {
      const { code, message, status, members } = outcome.error;
      const contains = Object.keys(members).length > 0 ? { contains: this.#answer(members) } : {};
      const error = { code, ...(message !== undefined && { message: this.#answer(message) as string }), status, ...contains };
      return { call: name, input: asked, error };
    }
    const answer = this.#answer(outcome.output);
    this.#remember(outcome.output, as);
    return { call: name, input: asked, as, answer };
  }

  #findSecrets(ir: ServiceIR, index: number | null, value: unknown): void {
    if (index === null || !isObject(value)) return;
    for (const [name, ref, traits] of (ir.shapes[index] as StructureShape).members) {
      const each = value[name];
      if (traits?.sensitive && typeof each === 'string') this.masks.addSecret(name, each);
      else if (typeof ref === 'number' && ir.shapes[ref]!.kind === 'structure') this.#findSecrets(ir, ref, each);
    }
  }

  #input(value: unknown): unknown {
    if (typeof value === 'string') return this.masks.applied(this.#withReferences(value));
    if (Array.isArray(value)) return value.map((each) => this.#input(each));
    if (!isObject(value) || value instanceof Date || value instanceof Uint8Array)
      return value instanceof Uint8Array ? this.#bytes(value) : value;
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, this.#input(each)]));
  }

  /** Text among bytes is masked, too. */
  #bytes(value: Uint8Array): unknown {
    const text = plain(value) as string;
    return Buffer.from(text).equals(value) ? Buffer.from(this.masks.applied(text)) : value;
  }

  #withReferences(text: string): string {
    let written = text;
    for (const [made, reference] of [...this.#made].sort(([a], [b]) => b.length - a.length)) written = written.replaceAll(made, reference);
    return written;
  }

  #answer(value: unknown): unknown {
    if (value instanceof Date) return ANY;
    if (typeof value === 'number') return this.#isTime(value) ? ANY : value;
    if (typeof value === 'string' || value instanceof Uint8Array) return this.#text(plain(value) as string);
    if (Array.isArray(value)) return value.map((each) => this.#answer(each));
    if (!isObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, this.#answer(each)]));
  }

  #isTime(value: number): boolean {
    return tokensOf(String(Math.round(value)), this.#parts.facts, this.#parts.nowMs)[0]?.kind === 'time';
  }

  #text(text: string): unknown {
    const reference = this.#made.get(text);
    if (reference !== undefined) return reference;
    const document = documentIn(text);
    if (document !== undefined) return new JsonText(this.#answer(document));
    const kinds = this.#tokens(text);
    const differs = kinds.some(({ kind }) => kind === 'id' || kind === 'time');
    if (!differs || this.masks.isSecret(text)) return this.masks.applied(text);
    if (kinds.length === 1) return ANY;
    const pattern = kinds.map(({ kind, text: part }) => (kind === 'id' || kind === 'time' ? '*' : part)).join('');
    return new Like(this.masks.applied(pattern));
  }

  /** The program gave what stands in an input, and values that the emulator answered, too, follow from others. */
  #tokens(text: string) {
    const { facts, nowMs } = this.#parts;
    return tokensOf(text, facts, nowMs).map((token) =>
      token.kind === 'id' && this.#shared.has(token.text) ? { ...token, kind: 'text' as const } : token,
    );
  }

  #remember(value: unknown, path: string): void {
    if (typeof value === 'string') {
      const isMade = this.#tokens(value).some(({ kind }) => kind === 'id' || kind === 'endpoint');
      if (isMade && value.length >= MIN_REFERENCE && !this.#made.has(value)) this.#made.set(value, `{${path}}`);
    } else if (Array.isArray(value)) value.forEach((each, at) => void this.#remember(each, `${path}.${at}`));
    else if (isObject(value) && !(value instanceof Date) && !(value instanceof Uint8Array))
      for (const [name, each] of Object.entries(value)) if (/^[\w-]+$/.test(name)) this.#remember(each, `${path}.${name}`);
  }
}

/** Words of inputs that no earlier answer has. */
function givenWords(calls: readonly RecordedCall[], parts: CaseParts): string[] {
  const answered = new Set<string>();
  return calls.flatMap(({ input, outcome }) => {
    const given = wordsIn(input, parts).filter((word) => !answered.has(word));
    for (const word of wordsIn(outcome, parts)) answered.add(word);
    return given;
  });
}

const wordsIn = (value: unknown, { facts, nowMs }: CaseParts): string[] =>
  tokensOf(JSON.stringify(plain(value)) ?? '', facts, nowMs).map(({ text }) => text);

function documentIn(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}
