// Small parts of pages: facts, badges, JSON, copying, what a page says when it has nothing or failed.
import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { wordsOf } from '#api/fault.ts';
import { Copy } from './copy.tsx';
import { shown, shownTime } from './format.ts';
import { Reason } from './reason.tsx';
import type { Fact } from './resource.ts';
import { ArnLink, Breakable } from './text.tsx';
import type { Loaded as LoadedValue } from './use-loaded.ts';

export const Facts = ({ facts }: { facts: readonly (Fact | undefined)[] }) => (
  <dl class={facts.length > 0 ? 'facts' : undefined}>
    {facts.map((fact) => {
      if (!fact) return undefined;
      const [label, value, kind] = fact;
      if (value === undefined || value === null || value === '') return undefined;
      const text = kind === 'time' || kind === 'bytes' ? shown(value, kind) : value;
      return (
        <div key={label} class={kind === 'long' ? 'whole' : undefined}>
          <dt>{label}</dt>
          <dd>
            {kind === 'badge' ? (
              <Badge state={String(value)} />
            ) : kind === 'arn' ? (
              <ArnLink arn={String(value)} />
            ) : kind === 'long' ? (
              <Reason text={String(value)} />
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
const BAD = /^alarm$|fail|error|rollback|dead|lost|denied|inactive|drifted|deleted|abort|timed_out/i;
const WAITING = /insufficient|pending|progress|creating|updating|deleting|waiting|retrying|starting|running|disabled|disabling/i;

export const toneOf = (state: string): 'good' | 'bad' | 'wait' | '' =>
  GOOD.test(state) ? 'good' : BAD.test(state) ? 'bad' : WAITING.test(state) ? 'wait' : '';

/** A state: its word, and a colour that repeats what the word says. */
export const Badge = ({ state }: { state: string | undefined }) =>
  state ? (
    <span class={`badge ${toneOf(state)}`}>{state.split(/(?<=_)/).flatMap((word, i) => (i === 0 ? word : [<wbr key={i} />, word]))}</span>
  ) : null;

export function Time({ at, millis = false }: { at: unknown; millis?: boolean }) {
  const text = shownTime(at, { millis });
  return text ? <time class="mono">{text}</time> : null;
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

interface DraftInputProps {
  readonly label: string;
  readonly value: string;
  readonly onChoose: (text: string) => void;
  readonly class?: string;
  readonly type?: 'text' | 'search';
  readonly placeholder?: string;
  /** The id of a `datalist`. */
  readonly list?: string;
  readonly onFocus?: () => void;
}

/** A text field whose text counts once somebody leaves it or presses Enter. It keeps what is typed when the page is drawn again meanwhile. */
export function DraftInput({ label, value, onChoose, ...rest }: DraftInputProps) {
  const [typed, setTyped] = useState<string>();
  return (
    <input
      {...rest}
      aria-label={label}
      value={typed ?? value}
      onInput={({ currentTarget }) => setTyped(currentTarget.value)}
      onChange={({ currentTarget }) => {
        setTyped(undefined);
        onChoose(currentTarget.value);
      }}
    />
  );
}
