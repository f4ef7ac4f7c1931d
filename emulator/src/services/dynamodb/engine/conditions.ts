// Key conditions as ranges of sort texts.
import { above, type KeyAttribute, keyPart, keyText } from './key.ts';

export interface KeyCondition {
  readonly operator: '=' | '<' | '<=' | '>' | '>=' | 'BETWEEN' | 'begins_with';
  /** A value of the attribute's type, as text. */
  readonly first: string;
  /** The upper bound of BETWEEN. */
  readonly second?: string | undefined;
}

/** Sort texts from `from` (inclusive) to `to` (exclusive); undefined without an end. */
export interface SortRange {
  readonly from: string;
  readonly to: string | undefined;
}

const all = (start: string): SortRange => ({ from: start, to: start === '' ? undefined : above(start) });

/** The sort texts that the conditions on the leading sort attributes select: equalities, then one condition of any kind. */
export function sortRange(attributes: readonly KeyAttribute[], conditions: readonly KeyCondition[]): SortRange {
  let start = '';
  for (const [at, { operator, first, second }] of conditions.entries()) {
    const { type } = attributes[at]!;
    const part = start + keyPart(type, first);
    switch (operator) {
      case '=':
        start = part;
        break;
      case '<':
        return { from: start, to: part };
      case '<=':
        return { from: start, to: above(part) };
      case '>':
        return { from: above(part), to: all(start).to };
      case '>=':
        return { from: part, to: all(start).to };
      case 'BETWEEN':
        return { from: part, to: above(start + keyPart(type, second!)) };
      case 'begins_with':
        return all(start + keyText(type, first));
    }
  }
  return all(start);
}
