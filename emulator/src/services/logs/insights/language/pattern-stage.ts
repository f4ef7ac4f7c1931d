// `pattern`: counts texts that differ only in what changes from line to line: numbers, ids, quoted values.
import type { Expression } from './expression.ts';
import { Row } from './row.ts';
import type { Sink, Stage } from './stage.ts';
import { textOf } from './values.ts';

export const PATTERN_COLUMNS = ['@pattern', '@sampleCount', '@severityLabel', '@ratio'] as const;

const CHANGING = /"(?:[^"\\]|\\.)*"(?!\s*:)|\b[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\b|\b0x[0-9a-f]+\b|-?\d+(?:\.\d+)?/gi;
const SEVERITIES: readonly (readonly [label: string, pattern: RegExp])[] = [
  ['Error', /\b(?:error|fatal|critical|exception)\b/i],
  ['Warning', /\bwarn(?:ing)?\b/i],
  ['Info', /\binfo\b/i],
  ['Debug', /\b(?:debug|trace)\b/i],
];
/** Characters of a text that are compared. */
const MAX_COMPARED = 4000;

export const patternStage = (of: Expression): Stage => ({
  open: (next, allowance) => {
    const counts = new Map<string, { count: number; readonly severity: string }>();
    let total = 0;
    const add = (row: Row): boolean => {
      const text = textOf(of.evaluate(row)).slice(0, MAX_COMPARED);
      const pattern = text.replace(CHANGING, '<*>');
      const known = counts.get(pattern);
      total++;
      if (known) known.count++;
      else {
        allowance.takeText(pattern);
        counts.set(pattern, { count: 1, severity: SEVERITIES.find(([, word]) => word.test(text))?.[0] ?? '' });
      }
      return true;
    };
    function* end(): Generator<void> {
      for (const [pattern, { count, severity }] of mostFirst(counts))
        if (!next.row(new Row(undefined, [pattern, count, severity, count / total]))) break;
      yield* next.end();
    }
    return { row: add, end } satisfies Sink;
  },
});

const mostFirst = <T extends { readonly count: number }>(counts: ReadonlyMap<string, T>): (readonly [string, T])[] =>
  [...counts].sort(([, a], [, b]) => b.count - a.count);
