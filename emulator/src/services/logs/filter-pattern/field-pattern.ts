// `[ip, user, ..., status = 4*, bytes > 1000]`: conditions on the space-delimited fields of a message.

import { dictionary } from '#lib/table';
import { compare } from './operand.ts';
import type { Extracted, FilterPattern } from './pattern.ts';
import { invalidPattern } from './pattern-error.ts';
import { Scanner } from './scanner.ts';

type Test = (text: string) => boolean;
interface Field {
  readonly name: string;
  readonly test?: Test;
}
/** `...` stands for any number of fields. */
type Slot = Field | '...';

const NAME = /[A-Za-z_$][\w-]*/y;

export function compileFieldPattern(source: string): FilterPattern {
  const slots = readSlots(source);
  const extract = (message: string): Extracted | undefined => extractFields(slots, splitFields(message));
  return { kind: 'fields', extract, matches: (message) => extract(message) !== undefined };
}

function readSlots(source: string): Slot[] {
  const scanner = new Scanner(source);
  const slots: Slot[] = [];
  do {
    slots.push(scanner.take('...') ? '...' : readField(scanner));
  } while (scanner.take(','));
  if (!scanner.atEnd || slots.filter((slot) => slot === '...').length > 1) throw invalidPattern();
  return slots;
}

function readField(scanner: Scanner): Field {
  scanner.space();
  const start = scanner.at;
  const name = scanner.match(NAME)?.[0];
  if (name === undefined) {
    if (!scanner.take('(')) return { name: '' };
  } else if (!/^\s*(=|!=|<|>|&&|\|\|)/.test(scanner.text.slice(scanner.at))) return { name };
  scanner.at = start;
  let first = name;
  const test = scanner.expression<string>(() => {
    const own = scanner.match(NAME)?.[0];
    const comparison = scanner.comparison();
    if (own === undefined || comparison === undefined || (first !== undefined && first !== own)) throw invalidPattern();
    first = own;
    return compare(comparison, scanner.operand());
  });
  return { name: first ?? '', test };
}

/** Spaces between brackets or double quotes do not split. */
function splitFields(message: string): string[] {
  const fields: string[] = [];
  for (const [, bracketed, quoted, plain] of message.matchAll(/\[([^\]]*)\]|"([^"]*)"|(\S+)/g))
    fields.push(bracketed ?? quoted ?? plain ?? '');
  return fields;
}

function extractFields(slots: readonly Slot[], fields: readonly string[]): Extracted | undefined {
  const gap = slots.indexOf('...');
  const named = gap < 0 ? slots.length : slots.length - 1;
  if (gap < 0 ? fields.length !== named : fields.length < named) return undefined;
  const values: Record<string, string> = dictionary();
  for (const [at, text] of fields.entries()) {
    const after = at - (fields.length - slots.length);
    const slot = gap < 0 || at < gap ? slots[at] : after > gap ? slots[after] : undefined;
    const field = slot === '...' ? undefined : slot;
    if (field?.test && !field.test(text)) return undefined;
    values[field?.name ? `$${field.name.replace(/^\$/, '')}` : `$${at + 1}`] = text;
  }
  return values;
}
