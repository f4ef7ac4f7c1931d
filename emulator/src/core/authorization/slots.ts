// Templates with slots, as the table of actions has them: what of an input fills them.
import type { Call } from '#core/call';
import type { Ctx } from '#core/ctx';
import { partitionOf } from '#lib/arn';
import type { Protects } from './protected-resource.ts';
import { SLOT_READERS, type SlotScope } from './slot-readers.ts';

/** A call, as templates see it. */
export interface SlotSource extends SlotScope {
  readonly input: object;
  /** The name of the user who calls; undefined for others. */
  readonly userName: string | undefined;
  /** The resource that the service knows and the input does not tell. */
  named(): string | undefined;
}

/** A class, so that each call that is judged or noted makes one object and no function. */
export class CallSlots implements SlotSource {
  readonly input: object;
  readonly account: string;
  readonly region: string;
  readonly userName: string | undefined;
  readonly #operation: string;
  readonly #protects: Protects | undefined;
  readonly #ctx: Ctx;

  constructor({ input, account, region, operation }: Call, userName: string | undefined, protects: Protects | undefined, ctx: Ctx) {
    this.input = input;
    this.account = account;
    this.region = region;
    this.userName = userName;
    this.#operation = operation;
    this.#protects = protects;
    this.#ctx = ctx;
  }

  named(): string | undefined {
    return this.#protects?.named?.(this.#operation, this.input, this.#ctx);
  }
}

/** All values that fill a slot; empty where none does. */
export type Slot = (source: SlotSource) => readonly string[];
/** All texts that a template stands for; undefined where a slot has no value. With `isLast`, `*` stands for it. */
export type Template = (source: SlotSource, isLast: boolean) => readonly string[] | undefined;

type Values = Readonly<Record<string, unknown>>;

/** The values at a path: `Entries[].Id`, `RequestItems{}`. Each element counts, with undefined where it lacks the member. */
function valuesAt(input: unknown, path: readonly string[]): unknown[] {
  let values: unknown[] = [input];
  for (const step of path) {
    const name = step.replace(/(?:\[\]|\{\})$/, '');
    values = values.flatMap((value) => {
      const inner = typeof value === 'object' && value !== null ? (value as Values)[name] : undefined;
      if (step.endsWith('[]')) return Array.isArray(inner) ? (inner as unknown[]) : [];
      if (step.endsWith('{}')) return typeof inner === 'object' && inner !== null ? Object.keys(inner) : [];
      return [inner];
    });
  }
  return values;
}

const plain = (value: unknown): string | undefined =>
  typeof value === 'string' ? value || undefined : typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;

/** `QueueUrl:queueUrl`, `=text`, `$account`, `$user`, `$service`; alternatives are separated by `|`. */
export function compileSlot(written: string): Slot {
  const alternatives = written.split('|').map((each): Slot => {
    if (each.startsWith('=')) return () => [each.slice(1)];
    if (each === '$account') return ({ account }) => [account];
    if (each === '$user') return ({ userName }) => (userName === undefined ? [] : [userName]);
    if (each === '$service') return (source) => [source.named()].filter((value) => value !== undefined);
    const [path = '', reader = ''] = each.split(':');
    const steps = path.split('.');
    const read = SLOT_READERS[reader] ?? plain;
    if (!path.includes('[') && !path.includes('{') && steps.length === 1) {
      return (source) => {
        const value = read((source.input as Values)[path], source);
        return value === undefined ? [] : [value];
      };
    }
    return (source) => valuesAt(source.input, steps).flatMap((value) => read(value, source) ?? []);
  });
  if (alternatives.length === 1) return alternatives[0]!;
  return (source) => {
    for (const slot of alternatives) {
      const values = slot(source);
      if (values.length > 0) return values;
    }
    return [];
  };
}

/** `arn:$p:sqs:$r:$a:{QueueUrl:queueUrl}`: partition, region, account, and slots. A value that is an ARN replaces all before it. */
export function compileTemplate(written: string): Template {
  const parts = written.split(/\{([^{}]*(?:\{\}[^{}]*)?)\}/);
  if (parts.length === 1 && !written.includes('$')) return () => [written];
  const texts = parts.filter((_, index) => index % 2 === 0);
  const slots = parts.filter((_, index) => index % 2 === 1).map(compileSlot);
  return (source, isLast) => {
    let made = [inPlace(texts[0]!, source)];
    for (const [index, slot] of slots.entries()) {
      const found = slot(source);
      if (found.length === 0 && !isLast) return undefined;
      const values = found.length === 0 ? ['*'] : found;
      const after = inPlace(texts[index + 1]!, source);
      made = made.flatMap((before) => values.map((value) => (value.startsWith('arn:') ? value + after : before + value + after)));
    }
    return made;
  };
}

const inPlace = (text: string, { account, region }: SlotScope): string =>
  text.includes('$') ? text.replace('$p', partitionOf(region)).replace('$r', region).replace('$a', account) : text;
