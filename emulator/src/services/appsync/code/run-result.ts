// The facts that a run of code or of a template is given, and its result: the same for both.

/** An error that a resolver raises, in the words of `util.error`. */
export interface RaisedError {
  readonly message: string | null;
  readonly errorType: string | null;
  readonly data: unknown;
  readonly errorInfo: unknown;
  /** `util.unauthorized()`: the answer names the field. */
  readonly isUnauthorized?: boolean | undefined;
}

/** `extensions`. */
export interface RunExtensions {
  readonly filter?: unknown;
  readonly invalidationFilter?: unknown;
  readonly invalidations?: readonly unknown[] | undefined;
  /** Arguments of `evictFromApiCache`. */
  readonly evictions?: readonly (readonly unknown[])[] | undefined;
}

export interface RunFacts {
  readonly now: number;
  readonly seed: number;
  /** As `util.authType()` names it. */
  readonly authType: string;
}

export interface RunResult {
  readonly result: unknown;
  /** The handler returned nothing. */
  readonly isMissing: boolean;
  readonly stash: unknown;
  readonly error?: RaisedError | undefined;
  readonly early?: { readonly value: unknown; readonly skipTo: 'END' | 'NEXT' | null } | undefined;
  readonly errors: readonly RaisedError[];
  readonly logs: readonly string[];
  readonly extensions: RunExtensions;
  readonly responseHeaders: Readonly<Record<string, unknown>>;
}
