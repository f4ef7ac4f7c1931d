// The error of an invalid pattern, worded and positioned as the service's JSON parser does it.

const SHOWN_SOURCE = 500;

/** A place in the pattern text; `column` counts from 1. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

export function positionAt(source: string, offset: number): Position {
  let line = 1;
  let lineStart = 0;
  for (let at = source.indexOf('\n'); at >= 0 && at < offset; at = source.indexOf('\n', at + 1)) {
    line++;
    lineStart = at + 1;
  }
  return { line, column: offset - lineStart + 1 };
}

/** `[Source: (String)"…"; line: 1, column: 2]`, long sources cut as the service cuts them. */
export function describePosition(source: string, { line, column }: Position): string {
  const cut = source.length - SHOWN_SOURCE;
  const shown = cut > 0 ? `"${source.slice(0, SHOWN_SOURCE)}"[truncated ${cut} chars]` : `"${source}"`;
  return `[Source: (String)${shown}; line: ${line}, column: ${column}]`;
}

interface PatternErrorInit {
  readonly prefix: string;
  readonly reason: string;
  readonly source: string;
  /** Undefined for the few reasons that the service gives without a position. */
  readonly position?: Position | undefined;
}

/** An invalid pattern. `message` is the service's answer; `detail` lacks its prefix; `reason` lacks the position, too. */
export class PatternError extends Error {
  readonly reason: string;
  readonly detail: string;
  readonly position: Position | undefined;

  constructor({ prefix, reason, source, position }: PatternErrorInit) {
    const detail = position ? `${reason}\n at ${describePosition(source, position)}` : reason;
    super(prefix + detail);
    this.name = 'PatternError';
    this.reason = reason;
    this.detail = detail;
    this.position = position;
  }
}
