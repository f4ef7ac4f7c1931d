// Findings of the check of a definition, in the words of the real service.
import type { Turns } from '#lib/kafka/turns';

export interface Diagnostic {
  readonly severity: 'ERROR' | 'WARNING';
  readonly code: DiagnosticCode;
  readonly message: string;
  /** A path in the definition: `/States/Ship/Next`; a position in its text where that is no JSON: `[Source: (String)"…"; line: 1, column: 4]`. */
  readonly location?: string | undefined;
}

export type DiagnosticCode =
  | 'SCHEMA_VALIDATION_FAILED'
  | 'INVALID_JSON_DESCRIPTION'
  | 'INVALID_JSONATA_EXPRESSION'
  | 'UNSUPPORTED_JSONATA_EXPRESSION'
  | 'MISSING_TRANSITION_TARGET'
  | 'MISSING_END_STATE'
  | 'DUPLICATE_STATE_NAME'
  | 'INVALID_STATE_NAME'
  | 'DUPLICATE_LABEL_NAME'
  | 'INVALID_LABEL_NAME'
  | 'RESERVED_VARIABLE_NAME'
  | 'INVALID_VARIABLE_NAME'
  | 'DUPLICATE_VARIABLE_NAME'
  | 'TOO_DEEPLY_NESTED';

type LateCheck = (findings: Findings) => void;

/** Collects findings, in the order of their places. */
export class Findings {
  readonly #made: (Diagnostic | LateCheck)[] = [];

  add(location: string | undefined, message: string, code: DiagnosticCode = 'SCHEMA_VALIDATION_FAILED'): void {
    this.#made.push({ severity: 'ERROR', code, message, ...(location !== undefined && { location }) });
  }
  /** A check that takes long runs when the findings are asked for. */
  later(check: LateCheck): void {
    this.#made.push(check);
  }
  /** Gives way between late checks: a definition may have tens of thousands of expressions. */
  async all(turns: Turns): Promise<Diagnostic[]> {
    const all: Diagnostic[] = [];
    for (const made of this.#made) {
      if (typeof made !== 'function') all.push(made);
      else {
        const found = new Findings();
        made(found);
        all.push(...(await found.all(turns)));
        await turns.next();
      }
    }
    return all;
  }
}

/** The message of the InvalidDefinition error: every finding with its code and location, which is `null` where it has none (recorded). */
export function describeDiagnostics(diagnostics: readonly Diagnostic[]): string {
  const described = diagnostics.map(({ code, message, location }) => {
    // The text of the parser names the location already.
    const place = code === 'INVALID_JSON_DESCRIPTION' ? '' : ` at ${location ?? null}`;
    return `${code}: ${message}${place}`;
  });
  return `Invalid State Machine Definition: '${described.join(', ')}'`;
}
