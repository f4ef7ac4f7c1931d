// The names that a command of a query may use: aliases and parsed fields, besides those fields of the event. After `stats` there is nothing but its columns.
import type { Expression } from './expression.ts';
import { eventField } from './fields.ts';
import type { Row } from './row.ts';

export class Scope {
  readonly isAggregated: boolean;
  readonly #slots = new Map<string, number>();
  /** Fields of events that the results show under their own names. */
  readonly #shown = new Set<string>();
  /** Names that were given twice. */
  readonly #ambiguous = new Set<string>();
  #width = 0;

  constructor(isAggregated: boolean) {
    this.isAggregated = isAggregated;
  }

  /** Slots of a row. */
  get width(): number {
    return this.#width;
  }

  /** Gives a name to a slot of its own. */
  add(name: string): number {
    if (this.#slots.has(name) || this.#shown.has(name)) this.#ambiguous.add(name);
    const slot = this.#width++;
    this.#slots.set(name, slot);
    return slot;
  }

  noteShown(name: string): void {
    if (!this.#slots.has(name)) this.#shown.add(name);
  }

  /** `stats` refuses such a name. */
  isAmbiguous(name: string): boolean {
    return this.#ambiguous.has(name);
  }

  /** The column that is called like this, blanks aside: `count( * )`. */
  columnOf(text: string): Expression | undefined {
    const wanted = text.replace(/\s+/g, '');
    for (const [name, slot] of this.#slots) if (name.replace(/\s+/g, '') === wanted) return slotOf(name, slot);
    return undefined;
  }

  /** Undefined for a name that does not exist after `stats`. */
  find(name: string): Expression | undefined {
    const slot = this.#slots.get(name);
    if (slot !== undefined) return slotOf(name, slot);
    return this.#inAlias(name) ?? (this.isAggregated ? undefined : eventField(name));
  }

  /** A member of an alias that holds an object: `parsed.user.id`. */
  #inAlias(name: string): Expression | undefined {
    const [alias = '', ...path] = name.split('.');
    const slot = path.length > 0 ? this.#slots.get(alias) : undefined;
    if (slot === undefined) return undefined;
    const evaluate = ({ slots }: Row): unknown => {
      let value = slots[slot];
      for (const part of path) {
        if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return undefined;
        value = (value as Readonly<Record<string, unknown>>)[part];
      }
      return value ?? undefined;
    };
    return { field: name, evaluate };
  }
}

const slotOf = (name: string, slot: number): Expression => ({ field: name, evaluate: ({ slots }) => slots[slot] });
