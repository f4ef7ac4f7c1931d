// Finds where the statements of a policy document stand in its text, as simulations report it.

export interface TextPosition {
  /** Counted from 1. */
  readonly Line: number;
  /** Counted from 1. */
  readonly Column: number;
}
export interface StatementPosition {
  readonly StartPosition: TextPosition;
  readonly EndPosition: TextPosition;
}

/** One position per statement, in order, from behind its first brace to behind its last. The text must be a valid policy. */
export function statementPositions(text: string): StatementPosition[] {
  const found: StatementPosition[] = [];
  let key = '';
  let statementDepth = -1;
  let start = 0;
  for (let at = 0, depth = 0; at < text.length; at++) {
    const character = text[at];
    if (character === '"') {
      const end = endOfString(text, at);
      if (depth === 1) key = text.slice(at + 1, end);
      at = end;
    } else if (character === '{' || character === '[') {
      depth++;
      if (depth === 2 && key === 'Statement') statementDepth = character === '[' ? 3 : 2;
      if (depth === statementDepth && character === '{') start = at + 1;
    } else if (character === '}' || character === ']') {
      if (depth === statementDepth && character === '}')
        found.push({ StartPosition: placeOf(text, start), EndPosition: placeOf(text, at + 1) });
      depth--;
      if (depth === 1) statementDepth = -1;
    }
  }
  return found;
}

/** The index of the closing quote. */
function endOfString(text: string, open: number): number {
  let at = open + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at;
}

function placeOf(text: string, at: number): TextPosition {
  const before = text.slice(0, at).split('\n');
  return { Line: before.length, Column: (before.at(-1) ?? '').length + 1 };
}
