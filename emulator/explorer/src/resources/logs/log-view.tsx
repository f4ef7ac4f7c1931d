// The lines of a log group as they come. It reads once more after each change in the emulator, from where it has read to, so it follows at the speed of
// the API; scrolling up pauses it.
import { useEffect, useRef, useState } from 'preact/hooks';
import { Fault } from '#api/fault.ts';
import type { OutputOf } from '#api/model.ts';
import { useQuery } from '#shell/query.ts';
import { FilterField } from '#ui/filter.tsx';
import { shownTime } from '#ui/format.ts';
import { Loading, Problem } from '#ui/parts.tsx';
import type { Api } from '#ui/resource.ts';
import { useLoaded } from '#ui/use-loaded.ts';

type LogEvent = NonNullable<OutputOf<'logs', 'FilterLogEvents'>['events']>[number];

const MAX_LINES = 5_000;
const MAX_PAGES = 5;
/** Lines may arrive out of order by this much. */
const OVERLAP_MS = 2_000;
const AT_END_PX = 24;

interface Read {
  readonly events: readonly LogEvent[];
  /** Ids of all, so that none is shown twice. */
  readonly ids: ReadonlySet<string>;
}

const NOTHING: Read = { events: [], ids: new Set() };

async function readOn(before: Read, logGroupName: string, filterPattern: string, { call }: Api): Promise<Read> {
  const last = before.events.at(-1)?.timestamp;
  const found: LogEvent[] = [];
  let nextToken: string | undefined;
  for (let page = 0; page < MAX_PAGES; page++) {
    const output = await call('logs', 'FilterLogEvents', {
      logGroupName,
      ...(filterPattern && { filterPattern }),
      ...(last !== undefined && { startTime: last - OVERLAP_MS }),
      ...(nextToken && { nextToken }),
    });
    found.push(...(output.events ?? []).filter(({ eventId = '' }) => !before.ids.has(eventId)));
    nextToken = output.nextToken;
    if (!nextToken) break;
  }
  if (found.length === 0) return before;
  const events = [...before.events, ...found].sort((a, b) => (a.timestamp ?? 0) - (b.timestamp ?? 0)).slice(-MAX_LINES);
  return { events, ids: new Set(events.map(({ eventId = '' }) => eventId)) };
}

const isBad = (message: string): boolean => /\bERROR\b|Error:|Task timed out|errorMessage|Exception\b/.test(message);

export function LogView({ group, api }: { group: string; api: Api }) {
  const [{ filter = '' }, setQuery] = useQuery();
  const [typed, setTyped] = useState(filter);
  const [paused, setPaused] = useState(false);
  const held = useRef(NOTHING);
  const heldKey = useRef('');
  const box = useRef<HTMLDivElement>(null);
  const key = `lines ${group} ${filter} ${api.scope.account} ${api.scope.region}`;
  const { value, error, reload } = useLoaded(key, async () => {
    if (heldKey.current !== key) held.current = NOTHING;
    heldKey.current = key;
    try {
      held.current = await readOn(held.current, group, filter, api);
    } catch (failure) {
      // A function makes its group with its first invocation.
      if (!(failure instanceof Fault && failure.code === 'ResourceNotFoundException')) throw failure;
    }
    return held.current;
  });
  useEffect(() => {
    if (!paused && box.current) box.current.scrollTop = box.current.scrollHeight;
  }, [value, paused]);
  const onScroll = (): void => {
    const element = box.current!;
    setPaused(element.scrollHeight - element.scrollTop - element.clientHeight > AT_END_PX);
  };
  return (
    <div class="stack">
      <form
        class="tools"
        onSubmit={(event) => {
          event.preventDefault();
          setQuery({ filter: typed });
        }}
      >
        <FilterField label="Filter pattern" placeholder={'ERROR, "a text", { $.n > 1 }'} value={typed} onType={setTyped} />
        <button type="submit">Filter</button>
        <span class="count">{value ? `${value.events.length} lines` : ''}</span>
        <span class="grow" />
        <button type="button" aria-pressed={!paused} onClick={() => setPaused(!paused)}>
          {paused ? 'Follow' : 'Pause'}
        </button>
      </form>
      {error !== undefined && <Problem error={error} retry={reload} />}
      {value === undefined ? (
        error === undefined && <Loading />
      ) : (
        <div class="log-lines" ref={box} onScroll={onScroll} tabIndex={0} role="log" aria-live="off" aria-label="Log lines">
          {value.events.length === 0 && <p class="none">No line{filter ? ' matches' : ' yet'}.</p>}
          {value.events.map(({ eventId, timestamp, message = '' }) => (
            <div key={eventId} class={isBad(message) ? 'log-line bad' : 'log-line'}>
              <time>{shownTime(timestamp, { millis: true, day: false })}</time>
              <span>{message.trimEnd()}</span>
            </div>
          ))}
        </div>
      )}
    </div>
  );
}
