// Reasons and commands: of a long reason the first line, JSON laid out; commands that wrap and can be copied.
import { Copy } from './copy.tsx';
import { answerIn, firstLine } from './first-line.ts';
import { Json } from './json.tsx';
import { Breakable } from './text.tsx';

/** `max`: characters of the first line. */
export function Reason({ text, max }: { text: string; max?: number }) {
  const first = firstLine(text, max);
  if (first === text.trim()) return <Breakable text={text} />;
  const answer = answerIn(text);
  return (
    <details class="reason-text">
      <summary>
        <Breakable text={first} /> <span class="more" />
      </summary>
      {typeof answer === 'object' ? <Json value={answer} label="Reason" /> : <div class="pre">{text}</div>}
    </details>
  );
}

/** A command to copy. Its lines break between its words, not within its options. */
export const Command = ({ text, what = 'command' }: { text: string; what?: string }) => (
  <div class="code">
    <Copy text={text} what={what} />
    <div class="pre" tabIndex={0} role="region" aria-label="Command">
      {text.split(/(\s+)/).map((word, i) => (
        <span key={i} class={/\S/.test(word) ? 'word' : undefined}>
          {word}
        </span>
      ))}
    </div>
  </div>
);
