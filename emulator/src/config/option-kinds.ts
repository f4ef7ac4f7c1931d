// The kinds of options, and how a row of their table is written.

export interface Kinds {
  text: string;
  flag: boolean;
  number: number;
}
export interface Option<K extends keyof Kinds = keyof Kinds, V extends Kinds[K] = Kinds[K]> {
  readonly kind: K;
  readonly default: V;
  readonly says: string;
  /** The only values that it accepts, where they are few. */
  readonly oneOf?: readonly string[];
  /** Further names of the established emulator, besides the names that follow from prefixes. */
  readonly aliases?: readonly string[];
  /** Values of aliases that are flags, in the option's own words; other values are not read. */
  readonly aliasValues?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Its value is never shown. */
  readonly secret?: true;
  /** A set value makes every call of this service answer an error that names the option and ends with this. */
  readonly breaks?: { readonly service: string; readonly because: string };
}

export const text = (fallback: string, says: string): Option<'text', string> => ({ kind: 'text', default: fallback, says });
export const flag = (fallback: boolean, says: string): Option<'flag', boolean> => ({ kind: 'flag', default: fallback, says });
export const number = (fallback: number, says: string): Option<'number', number> => ({ kind: 'number', default: fallback, says });
export const choice = <const C extends readonly string[]>(oneOf: C, says: string): Option<'text', C[number]> => ({
  kind: 'text',
  default: oneOf[0] as C[number],
  says,
  oneOf,
});

/** Adds rarely needed members to a row. */
export const row = <O extends Option, M extends Partial<Option>>(option: O, more: M): O & M => ({ ...option, ...more });
