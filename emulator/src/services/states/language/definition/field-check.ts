// The checks of a definition share the findings so far, and know the surroundings of the field that is looked at.
import type { Expressions } from '#services/states/language/expressions/expressions';
import type { Json } from '#services/states/language/json';
import type { Findings } from './diagnostics.ts';

export interface DefinitionCheck {
  readonly findings: Findings;
  /** Absent where the definition has no expressions. */
  readonly expressions: Expressions | undefined;
  readonly isExpress: boolean;
  /** The language of the state that is looked at, or of the machine around it. */
  readonly isJsonata: boolean;
  /** Fields of the other language are let through: the language of the state itself has been refused. */
  readonly isEitherLanguage?: boolean | undefined;
}

/** Checks the value of one field, which stands at `location`. */
export type FieldKind = (value: Json, location: string, check: DefinitionCheck) => void;
export type Fields = Readonly<Record<string, FieldKind>>;
