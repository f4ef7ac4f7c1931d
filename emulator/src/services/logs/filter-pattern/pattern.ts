// A compiled filter pattern, whatever its kind.

/** What a match pulled out of a message, by name: `$.eventType`, `$status_code`, `$3`. */
export type Extracted = Readonly<Record<string, string>>;

export interface FilterPattern {
  readonly kind: 'terms' | 'json' | 'fields';
  matches(message: string): boolean;
  /** Undefined when the message does not match. */
  extract(message: string): Extracted | undefined;
}
