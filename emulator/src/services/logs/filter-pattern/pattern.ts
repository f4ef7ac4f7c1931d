// The type of a compiled filter pattern of any kind.

/** Values that a match takes from a message, by name: `$.eventType`, `$status_code`, `$3`. */
export type Extracted = Readonly<Record<string, string>>;

export interface FilterPattern {
  readonly kind: 'terms' | 'json' | 'fields';
  matches(message: string): boolean;
  /** Undefined when the message does not match. */
  extract(message: string): Extracted | undefined;
}
