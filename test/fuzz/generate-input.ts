// Inputs of an operation, made from its model: mostly sensible so that they get past the first check, here and there odd.
import type { Constraint, Member, Ref, ServiceIR, StructureShape } from '#protocol/ir';
import { BLOBS, DOCUMENTS, NUMBERS, PATTERNS, PLAIN_TEXTS, TEMPLATES } from './odd-values.ts';
import { DURABLE_FUNCTION, PLACEHOLDERS } from './placeholders.ts';
import type { Random } from './random.ts';

/** A value for the wire; the encoder takes care of blobs and dates. */
/** A document as text: `JSON.stringify` cannot write those that are too deep. */
export class JsonDocument {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

export type WireValue = string | number | boolean | null | Buffer | Date | JsonDocument | WireValue[] | { [member: string]: WireValue };

const MAX_DEPTH = 6;
const ROLE = 'arn:aws:iam::000000000000:role/r';
/** Names of members → what exists, or what would be right. */
const SENSIBLE: readonly (readonly [RegExp, readonly string[]])[] = [
  [/^durableexecutionarn$/i, [PLACEHOLDERS.arn]],
  [/^checkpointtoken$/i, [PLACEHOLDERS.token]],
  [/^callbackid$/i, [PLACEHOLDERS.callback]],
  [/^queueurl$/i, ['http://127.0.0.1/000000000000/q']],
  [/queuename/i, ['q', 'q2.fifo']],
  [/functionname/i, ['f', DURABLE_FUNCTION, `${DURABLE_FUNCTION}:$LATEST`, 'arn:aws:lambda:us-east-1:000000000000:function:f', 'f:1']],
  [/^(role|rolearn|executionrolearn)$/i, [ROLE]],
  [/rolename|username|groupname$/i, ['r', 'u']],
  [/^bucket$/i, ['bucket']],
  [/^key$/i, ['k', 'a/b']],
  [/keyid$/i, ['alias/aws/s3', 'alias/k']],
  [/loggroup/i, ['g', 'arn:aws:logs:us-east-1:000000000000:log-group:g']],
  [/logstream/i, ['s']],
  [/eventbus/i, ['default', 'b']],
  [/^rule$|rulename/i, ['r']],
  [/stackname$/i, ['s', 's2']],
  [/changesetname/i, ['c']],
  [/secretid$/i, ['s']],
  [/repositoryname/i, ['repo']],
  [/tablename$|^tablearn$|sourcetablearn$/i, ['table', 't2x', 'arn:aws:dynamodb:us-east-1:000000000000:table/table']],
  [/indexname$/i, ['index', 'vectors']],
  [/backuparn$/i, ['arn:aws:dynamodb:us-east-1:000000000000:table/table/backup/01700000000000-0a1b2c3d']],
  [/arn$/i, [ROLE, 'arn:aws:sqs:us-east-1:000000000000:q', 'arn:aws:lambda:us-east-1:000000000000:function:f']],
  [/typename$/i, ['AWS::SQS::Queue', 'AWS::Lambda::Function']],
  [/runtime$/i, ['nodejs20.x']],
  [/handler$/i, ['index.handler']],
  [/scheduleexpression/i, ['rate(1 minute)', 'cron(0 12 * * ? *)']],
  [/account/i, ['000000000000']],
  [/name$|^id$|prefix$|^path$/i, ['n', '/a/b', 'x1']],
  [/version$|qualifier/i, ['1', '$LATEST']],
];
const LANGUAGES: readonly (readonly [RegExp, readonly string[]])[] = [
  [/template(body)?$/i, TEMPLATES],
  [/pattern|filter|query|expression/i, [...PATTERNS, ...DOCUMENTS]],
  [/polic|document|state|event|detail|payload|input|properties|body|schema|config|message|text|value/i, DOCUMENTS],
];

export function generateInput(ir: ServiceIR, operation: string, random: Random): { [member: string]: WireValue } {
  const { input } = ir.operations[operation]!;
  if (input === null) return {};
  return new Generator(ir, random).structure(ir.shapes[input] as StructureShape, 0);
}

class Generator {
  readonly #ir: ServiceIR;
  readonly #random: Random;
  /** One member in so many is odd; some requests are sensible throughout. */
  readonly #oddPercent: number;

  constructor(ir: ServiceIR, random: Random) {
    this.#ir = ir;
    this.#random = random;
    this.#oddPercent = random.pick([0, 8, 8, 25]);
  }

  structure({ members, kind }: StructureShape, depth: number): { [member: string]: WireValue } {
    const chosen =
      kind === 'union'
        ? [this.#random.pick(members)]
        : members.filter(([, , traits]) => traits?.required || this.#random.chance(depth > 2 ? 15 : 45));
    return Object.fromEntries(chosen.filter(Boolean).map((member) => [member[0], this.#member(member, depth)]));
  }

  #member([name, ref, traits]: Member, depth: number): WireValue {
    return this.#value(ref, name, traits?.constraint, depth + 1);
  }

  #value(ref: Ref, name: string, constraint: Constraint | undefined, depth: number): WireValue {
    if (typeof ref !== 'number') return this.#simple(ref, name, constraint);
    const shape = this.#ir.shapes[ref]!;
    if (depth > MAX_DEPTH) return shape.kind === 'list' ? [] : {};
    if (shape.kind === 'list') {
      const count = this.#odd() ? this.#random.pick([0, 11, 101, 1_001, 5_000]) : 1 + this.#random.below(2);
      const item = this.#value(shape.item, name, constraint?.item, depth + 1);
      return count <= 3
        ? Array.from({ length: count }, () => this.#value(shape.item, name, constraint?.item, depth + 1))
        : Array(count).fill(small(item));
    }
    if (shape.kind === 'map') {
      const count = this.#odd() ? this.#random.pick([0, 60, 2_000]) : 1;
      const value = this.#value(shape.value, name, constraint?.value, depth + 1);
      const key = (): string => String(this.#value(shape.key, `${name}Key`, constraint?.key, depth + 1));
      return Object.fromEntries(
        Array.from({ length: count }, (_, index) => [index === 0 ? key() : `k${index}`, count > 3 ? small(value) : value]),
      );
    }
    return this.structure(shape, depth);
  }

  #simple(kind: Exclude<Ref, number>, name: string, constraint: Constraint | undefined): WireValue {
    if (kind === 'boolean') return this.#random.chance(50);
    if (kind === 'number') return this.#number(constraint?.range);
    if (kind === 'blob' || kind === 'stream') return this.#random.pick(BLOBS);
    if (kind === 'document') return new JsonDocument(this.#random.pick(DOCUMENTS.slice(0, 8)));
    if (kind !== 'string') return new Date(this.#random.pick([0, Date.UTC(2026, 0, 1), -1, 8.64e15, 253_402_300_800_000]));
    return this.#text(name, constraint);
  }

  #number(range: Constraint['range']): number {
    const [least, most] = range ?? [null, null];
    if (this.#odd()) return this.#random.pick([...NUMBERS, ...(most === null ? [] : [most + 1]), ...(least === null ? [] : [least - 1])]);
    return this.#random.pick([least ?? 1, most ?? 10, (least ?? 0) + 1]);
  }

  #text(name: string, constraint: Constraint | undefined): string {
    const choices = constraint?.enum === undefined ? undefined : this.#ir.enums[constraint.enum];
    const language = LANGUAGES.find(([names]) => names.test(name))?.[1];
    if (language && this.#random.chance(60)) return this.#random.pick(language);
    if (this.#odd()) return this.#random.pick(this.#random.pick([PLAIN_TEXTS, PLAIN_TEXTS, DOCUMENTS, PATTERNS]));
    if (choices && choices.length > 0) return this.#random.pick(choices);
    const sensible = SENSIBLE.find(([names]) => names.test(name))?.[1];
    const text = sensible ? this.#random.pick(sensible) : this.#random.pick(['x', 'abc', '1', 'a-b']);
    return text.padEnd(constraint?.len?.[0] ?? 0, 'x');
  }

  #odd(): boolean {
    return this.#random.chance(this.#oddPercent);
  }
}

/** A value that is repeated thousands of times is not also large. */
const small = (value: WireValue): WireValue =>
  typeof value === 'string'
    ? value.slice(0, 40)
    : Buffer.isBuffer(value)
      ? value.subarray(0, 40)
      : JSON.stringify(value ?? null).length > 400
        ? {}
        : value;
