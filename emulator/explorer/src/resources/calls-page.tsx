// Calls: the emulator's log, a line per call, as it comes; faults alone, changes alone, or all. A line leads to what followed from its call.
import { useEffect, useRef, useState } from 'preact/hooks';
import type { LogLine } from '#api/management.ts';
import { isRead } from '#api/reads.ts';
import { callOfLine } from '#shell/call-line.ts';
import { lines } from '#shell/live.ts';
import { pathOf } from '#shell/paths.ts';
import { useQuery } from '#shell/query.ts';
import type { ToolProps } from '#shell/tools.ts';
import { Choice, FilterField, hasWords, wordsIn } from '#ui/filter.tsx';
import { shownTime } from '#ui/format.ts';
import { Heading } from '#ui/parts.tsx';

const KINDS = ['changes', 'faults', ['all', 'all calls']] as const;
const AT_END_PX = 24;
const MAX_SHOWN = 1_000;

function matches(line: LogLine, kind: string, words: readonly string[]): boolean {
  const call = callOfLine(line);
  if (kind === 'faults' && line.tone !== 'failure' && line.level !== 'error' && line.level !== 'warn') return false;
  if (kind === 'changes' && call && isRead(call.operation) && line.tone !== 'failure') return false;
  return hasWords(`${line.text} ${line.id ?? ''}`, words);
}

export function Page({ scope }: ToolProps) {
  const [{ q = '', kind = 'changes' }, setQuery] = useQuery();
  const [paused, setPaused] = useState<readonly LogLine[]>();
  const box = useRef<HTMLDivElement>(null);
  const words = wordsIn(q);
  const all = paused ?? lines.value;
  const shown = all.filter((line) => matches(line, kind, words)).slice(-MAX_SHOWN);
  const last = shown.at(-1);
  useEffect(() => {
    if (!paused && box.current) box.current.scrollTop = box.current.scrollHeight;
  }, [last, paused]);
  const onScroll = (): void => {
    const element = box.current!;
    const away = element.scrollHeight - element.scrollTop - element.clientHeight > AT_END_PX;
    if (away !== (paused !== undefined)) setPaused(away ? lines.value : undefined);
  };
  return (
    <>
      <Heading title="Calls" />
      <div class="tools">
        <FilterField label="Filter calls" placeholder="Service, name, request id" value={q} onType={(text) => setQuery({ q: text })} />
        <Choice label="Kind" value={kind} options={KINDS} onChoose={(one) => setQuery({ kind: one })} />
        <span class="count">{shown.length} lines</span>
        <span class="grow" />
        <button type="button" aria-pressed={!paused} onClick={() => setPaused(paused ? undefined : lines.value)}>
          {paused ? 'Follow' : 'Pause'}
        </button>
      </div>
      <div class="log-lines" ref={box} onScroll={onScroll} tabIndex={0} role="log" aria-live="off" aria-label="Calls">
        {shown.length === 0 && (
          <p class="none">
            {all.length === 0
              ? 'No call yet. Every call of the API has a line here.'
              : `None of the last ${all.length} lines is among these.`}
          </p>
        )}
        {shown.map((line, i) => (
          <div
            key={`${line.atMs} ${i}`}
            class={`log-line ${line.tone === 'failure' || line.level === 'error' ? 'bad' : line.level === 'warn' || line.tone === 'notice' ? 'wait' : ''}`}
            title={line.id}
          >
            {line.id ? (
              <a href={pathOf(scope, 'requests', line.id)}>
                <time>{shownTime(line.atMs, { millis: true, day: false })}</time>
              </a>
            ) : (
              <time>{shownTime(line.atMs, { millis: true, day: false })}</time>
            )}
            <span>
              {'  '.repeat(line.depth)}
              {line.text}
            </span>
          </div>
        ))}
      </div>
    </>
  );
}
