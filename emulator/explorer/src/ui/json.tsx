// JSON in colours, whose objects and lists can be folded; any other text as it is.
import type { ComponentChildren } from 'preact';
import { Copy } from './copy.tsx';
import { pretty } from './format.ts';

const TOKEN = /("(?:\\.|[^"\\])*")(\s*:)?|\b(true|false|null)\b|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
/** Characters up to which a text is coloured and can be folded. */
const MAX_COLOURED = 100_000;

export function Json({ value, label = 'JSON' }: { value: unknown; label?: string }) {
  const text = pretty(value);
  return (
    <div class="code">
      <Copy text={text} what={label} />
      <div class="pre" tabIndex={0} role="region" aria-label={label}>
        {/^[[{]/.test(text) && text.length < MAX_COLOURED ? folding(text.split('\n')) : text}
      </div>
    </div>
  );
}

const indentOf = (line: string): number => line.length - line.trimStart().length;

/** Lines of indented JSON: whatever lies between a line that opens an object or a list and the line that ends it can be folded away. */
function folding(lines: readonly string[], level = 0): ComponentChildren[] {
  const parts: ComponentChildren[] = [];
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at]!;
    const end = /[[{]$/.test(line) ? lines.findIndex((one, i) => i > at && indentOf(one) === indentOf(line)) : -1;
    if (level === 0 || end < 0) {
      parts.push(coloured(line), '\n');
      if (level > 0 || end < 0) continue;
      parts.push(...folding(lines.slice(at + 1, end), level + 1), coloured(lines[end]!));
    } else
      parts.push(
        <details open>
          <summary>{coloured(line)}</summary>
          {folding(lines.slice(at + 1, end), level + 1)}
          {coloured(lines[end]!)}
        </details>,
      );
    at = end;
  }
  return parts;
}

function coloured(text: string): ComponentChildren[] {
  const parts: ComponentChildren[] = [];
  let at = 0;
  for (const match of text.matchAll(TOKEN)) {
    const [all, string, colon, word] = match;
    parts.push(text.slice(at, match.index));
    const kind = string !== undefined ? (colon ? 'key' : 'string') : word === undefined ? 'number' : 'word';
    parts.push(<span class={`json-${kind}`}>{colon ? string : all}</span>, colon ?? '');
    at = match.index + all.length;
  }
  parts.push(text.slice(at));
  return parts;
}
