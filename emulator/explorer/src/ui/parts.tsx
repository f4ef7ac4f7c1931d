// Small parts of pages: facts, badges, JSON, copying, what a page says when it has nothing or failed.
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { wordsOf } from '#api/fault.ts';
import { pageOfArn } from '#shell/arn-page.ts';
import { DEFAULT_SCOPE, pageOf } from '#shell/paths.ts';
import { say } from '#shell/session.ts';
import { lastPart, pretty, shown, shownTime } from './format.ts';
import type { Fact } from './resource.ts';
import type { Loaded as LoadedValue } from './use-loaded.ts';

export const Facts = ({ facts }: { facts: readonly (Fact | undefined)[] }) => (
  <dl class="facts">
    {facts.map((fact) => {
      if (!fact) return undefined;
      const [label, value, kind] = fact;
      if (value === undefined || value === null || value === '') return undefined;
      const text = kind === 'time' || kind === 'bytes' ? shown(value, kind) : value;
      return (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            {kind === 'badge' ? (
              <Badge state={String(value)} />
            ) : kind === 'arn' ? (
              <ArnLink arn={String(value)} />
            ) : (
              <span class={kind === 'copy' ? 'value mono' : 'value'}>{typeof text === 'string' ? <Breakable text={text} /> : text}</span>
            )}
            {(kind === 'copy' || kind === 'arn') && <Copy text={String(value)} what={label} />}
          </dd>
        </div>
      );
    })}
  </dl>
);

const GOOD =
  /^(active|enabled|ok|available|inuse|sent|confirmed|in_sync|delivered|succeeded|completed|create_complete|update_complete|import_complete|open)$/i;
const BAD = /fail|error|rollback|delete_complete|dead|lost|denied|inactive|drifted|deleted|abort|timed_out/i;
const WAITING = /pending|progress|creating|updating|deleting|waiting|retrying|starting|running|disabled|disabling/i;

/** A state: its word, and a colour that repeats what the word says. */
export function Badge({ state }: { state: string | undefined }) {
  if (!state) return null;
  const tone = GOOD.test(state) ? 'good' : BAD.test(state) ? 'bad' : WAITING.test(state) ? 'wait' : '';
  return <span class={`badge ${tone}`}>{state}</span>;
}

export function Time({ at, millis = false }: { at: unknown; millis?: boolean }) {
  const text = shownTime(at, { millis });
  return text ? <time class="mono">{text}</time> : null;
}

export function Copy({ text, what = 'text' }: { text: string; what?: string }) {
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      say(`Copied ${what}.`);
    } catch {
      say('The browser did not let the page copy: select the text instead.', 'bad');
    }
  };
  return (
    <button type="button" class="copy" onClick={copy} aria-label={`Copy ${what}`} title={`Copy ${what}`}>
      <CopyIcon />
    </button>
  );
}

const CopyIcon = () => (
  <svg width="13" height="13" viewBox="0 0 16 16" fill="none" stroke="currentColor" stroke-width="1.5" aria-hidden="true">
    <rect x="5.5" y="5.5" width="8" height="8" rx="1.5" />
    <path d="M10.5 3.5v-.5a1 1 0 0 0-1-1H3a1 1 0 0 0-1 1v6.500a1 1 0 0 0 1 1h.5" />
  </svg>
);

const TOKEN = /("(?:\\.|[^"\\])*")(\s*:)?|\b(true|false|null)\b|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
const MAX_COLOURED = 100_000;

/** JSON in colours, or any other text as it is. */
export function Json({ value, label = 'JSON' }: { value: unknown; label?: string }) {
  const text = pretty(value);
  return (
    <div class="code">
      <Copy text={text} what={label} />
      <pre tabIndex={0} role="region" aria-label={label}>
        {/^[[{]/.test(text) && text.length < MAX_COLOURED ? coloured(text) : text}
      </pre>
    </div>
  );
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

export function Problem({ error, retry }: { error: unknown; retry?: () => void }) {
  return (
    <div class="problem" role="alert">
      <p>
        <Breakable text={wordsOf(error)} />
      </p>
      {retry && (
        <button type="button" onClick={retry}>
          Try again
        </button>
      )}
    </div>
  );
}

export const Loading = () => <p class="loading">Loading…</p>;

/** The loaded value, once it is there; before that and after a failure, what there is to say. */
export function Loaded<T>({ of: { value, error, reload }, children }: { of: LoadedValue<T>; children: (value: T) => ComponentChildren }) {
  return (
    <>
      {error !== undefined && <Problem error={error} retry={reload} />}
      {value === undefined ? error === undefined && <Loading /> : children(value)}
    </>
  );
}

/** Where a long word may break: behind its separators, after its first ten characters, which dates and times do not exceed. */
const BREAKS = /(?<=\S{9}[:/._-])(?=\w)/;

/** Text whose long words (ARNs, addresses, ids) break behind a separator, and elsewhere only where no separator is near. Copied, it is as it was. */
export const Breakable = ({ text }: { text: string }) => (
  <>{text.split(BREAKS).flatMap((part, i) => (i === 0 ? part : [<wbr key={i} />, part]))}</>
);

/** An ARN, which leads to the page of its resource where there is one. `short`: its last part alone. */
export function ArnLink({ arn, short }: { arn: string; short?: boolean }) {
  const { path } = useLocation();
  const href = pageOfArn(arn, pageOf(path)?.scope ?? DEFAULT_SCOPE);
  const text = short ? lastPart(arn, arn.includes('/') ? '/' : ':') : <Breakable text={arn} />;
  return (
    <span class={short ? undefined : 'value mono'} title={arn}>
      {href ? <a href={href}>{text}</a> : text}
    </span>
  );
}

/** The heading of a page. It takes the focus when the page opens, so that screen readers begin there. */
export function Heading({ title, above, children }: { title: string; above?: ComponentChildren; children?: ComponentChildren }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { path } = useLocation();
  useEffect(() => {
    document.title = `${title} · ${path.split('/')[4] ?? ''} · :${location.port || '80'}`;
    heading.current?.focus({ preventScroll: true });
  }, [title, path]);
  return (
    <header class="heading">
      <div class="titles">
        {above && <p class="above">{above}</p>}
        <h1 ref={heading} tabIndex={-1}>
          <Breakable text={title} />
        </h1>
      </div>
      <div class="actions">{children}</div>
    </header>
  );
}

export function Tabs({
  tabs,
  active,
  onOpen,
}: {
  tabs: readonly { id: string; title: string; count?: number | undefined }[];
  active: string;
  onOpen: (id: string) => void;
}) {
  const move = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (step === 0) return;
    const next = tabs[(tabs.findIndex(({ id }) => id === active) + step + tabs.length) % tabs.length]!;
    onOpen(next.id);
    requestAnimationFrame(() => document.getElementById(`tab-${next.id}`)?.focus());
  };
  return (
    <div class="tabs" role="tablist" onKeyDown={move}>
      {tabs.map(({ id, title, count }) => (
        <button
          key={id}
          type="button"
          role="tab"
          id={`tab-${id}`}
          aria-selected={id === active}
          aria-controls="tab-panel"
          tabIndex={id === active ? 0 : -1}
          onClick={() => onOpen(id)}
        >
          {title}
          {count !== undefined && <span class="count"> {count}</span>}
        </button>
      ))}
    </div>
  );
}
