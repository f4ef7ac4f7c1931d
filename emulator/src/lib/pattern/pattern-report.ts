// The shape in which people read about the fields of a pattern.

export interface FieldReport {
  /** The path of the field: `detail.total`. */
  readonly field: string;
  readonly wanted: string;
  /** As JSON; undefined where the event has nothing there. */
  readonly found: string | undefined;
  readonly matched: boolean;
  /** Undefined where the field matches. */
  readonly why: string | undefined;
}

export interface PatternReport {
  readonly matched: boolean;
  /** The fields that fail come first. A `$or` shows the fields of the branch that came nearest. */
  readonly fields: readonly FieldReport[];
  /** The array whose elements match one field each, but none matches all. */
  readonly conflict: string | undefined;
}
