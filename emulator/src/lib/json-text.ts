// JSON that was written before, inside a document that is being written: large stored values go out as they are.

/** A map in an operation's output, as JSON text. */
export class JsonText {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** `JSON.stringify`, for values that may hold `JsonText`. */
export const writeJson = (value: unknown): string => jsonPieces(value).join('');

/** The same in pieces, which are to be joined once: nested texts would be copied once for each level. */
export function jsonPieces(value: unknown): string[] {
  const pieces: string[] = [];
  write(value, pieces);
  return pieces;
}

function write(value: unknown, pieces: string[]): void {
  if (typeof value !== 'object' || value === null) {
    pieces.push(JSON.stringify(value) ?? 'null');
  } else if (value instanceof JsonText) {
    pieces.push(value.text);
  } else if (Array.isArray(value)) {
    let before = '[';
    for (const element of value) {
      pieces.push(before);
      write(element, pieces);
      before = ',';
    }
    pieces.push(value.length === 0 ? '[]' : ']');
  } else {
    let before = '{';
    for (const [name, member] of Object.entries(value)) {
      if (member === undefined) continue;
      pieces.push(before, JSON.stringify(name), ':');
      write(member, pieces);
      before = ',';
    }
    pieces.push(before === '{' ? '{}' : '}');
  }
}
