// Findings of the check of a definition, in the words of the real service.

export interface Diagnostic {
  readonly severity: 'ERROR' | 'WARNING';
  readonly code: DiagnosticCode;
  readonly message: string;
  /** A path in the definition: `/States/Ship/Next`; a position in its text where that is no JSON: `[Source: (String)"…"; line: 1, column: 4]`. */
  readonly location?: string | undefined;
}

/** The first two are recorded; the others are the service's, from its documentation and console. */
export type DiagnosticCode = 'SCHEMA_VALIDATION_FAILED' | 'INVALID_JSON_DESCRIPTION' | 'MISSING_TRANSITION_TARGET' | 'DUPLICATE_STATE_NAME';

/** Collects findings, in the order in which they are made. */
export class Findings {
  readonly all: Diagnostic[] = [];

  add(location: string, message: string, code: DiagnosticCode = 'SCHEMA_VALIDATION_FAILED'): void {
    this.all.push({ severity: 'ERROR', code, message, location });
  }
}

/** The message of the InvalidDefinition error: every finding with its code and location. */
export function describeDiagnostics(diagnostics: readonly Diagnostic[]): string {
  const described = diagnostics.map(({ code, message, location }) => {
    // The text of the parser names the location already.
    const isPlaced = location === undefined || code === 'INVALID_JSON_DESCRIPTION';
    return `${code}: ${message}${isPlaced ? '' : ` at ${location}`}`;
  });
  return `Invalid State Machine Definition: '${described.join(', ')}'`;
}
