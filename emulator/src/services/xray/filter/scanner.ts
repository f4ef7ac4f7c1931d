// Reads the words, numbers, texts and signs of a filter expression.
export class FilterError extends Error {}

export type Token =
  | { readonly kind: 'word' | 'text' | 'sign'; readonly text: string; readonly at: number }
  | { readonly kind: 'number'; readonly value: number; readonly text: string; readonly at: number }
  | { readonly kind: 'end'; readonly text: ''; readonly at: number };

const BLANK = /\s*/y;
const NUMBER = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const WORD = /[A-Za-z_][\w-]*(?:\.[\w-]+)*/y;
const SIGN = /<=|>=|!=|[=<>!(){}[\],:]/y;
const TEXT = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/y;

export function scanFilter(text: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  const match = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    const found = pattern.exec(text)?.[0];
    if (found !== undefined) at += found.length;
    return found;
  };
  for (;;) {
    match(BLANK);
    const start = at;
    if (at >= text.length) return [...tokens, { kind: 'end', text: '', at }];
    let found: string | undefined;
    if ((found = match(TEXT)) !== undefined) tokens.push({ kind: 'text', text: found.slice(1, -1).replace(/\\(.)/g, '$1'), at: start });
    else if ((found = match(NUMBER)) !== undefined) tokens.push({ kind: 'number', value: Number(found), text: found, at: start });
    else if ((found = match(WORD)) !== undefined) tokens.push({ kind: 'word', text: found, at: start });
    else if ((found = match(SIGN)) !== undefined) tokens.push({ kind: 'sign', text: found, at: start });
    else throw new FilterError(`unexpected '${text.slice(at, at + 12)}' at ${at}`);
  }
}
