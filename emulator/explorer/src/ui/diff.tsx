// The difference between two answers, line by line.
import { differenceOf } from './difference.ts';
import { pretty } from './format.ts';

export function Diff({ before, after, what = 'the answer before' }: { before: string; after: string; what?: string }) {
  const lines = before === after ? [] : differenceOf(pretty(before), pretty(after));
  if (lines === undefined) return null;
  if (lines.length === 0) return <p class="dim">It is the same as {what}.</p>;
  return (
    <details open>
      <summary>Differences from {what}</summary>
      <div class="code">
        <div class="pre" tabIndex={0} role="region" aria-label="Differences">
          {lines.map(({ sign, text }, i) => (
            <div key={i} class={sign === '+' ? 'added' : sign === '-' ? 'removed' : undefined}>
              {sign} {text}
            </div>
          ))}
        </div>
      </div>
    </details>
  );
}
