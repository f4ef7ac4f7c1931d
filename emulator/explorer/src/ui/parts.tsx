// Small parts of pages: facts, badges, JSON, copying, what a page says when it has nothing or failed.
import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { wordsOf } from '#api/fault.ts';
import type { Scope } from '#api/model.ts';
import { say } from '#shell/session.ts';
import { pretty, shownTime } from './format.ts';
import type { Fact } from './resource.ts';

export function Facts({ facts }: { facts: readonly (Fact | undefined)[] }) {
  return (
    <dl class="facts">
      {facts.map(
        (fact) =>
          fact &&
          fact.value !== undefined &&
          fact.value !== '' && (
            <div key={fact.label}>
              <dt>{fact.label}</dt>
              <dd>
                <span class={fact.copy ? 'value mono' : 'value'}>{fact.value}</span>
                {fact.copy && <Copy text={String(fact.value)} what={fact.label} />}
              </dd>
            </div>
          ),
      )}
    </dl>
  );
}

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
      <p>{wordsOf(error)}</p>
      {retry && (
        <button type="button" onClick={retry}>
          Try again
        </button>
      )}
    </div>
  );
}

export const Loading = () => <p class="loading">Loading…</p>;

/** The AWS CLI with this emulator as its endpoint. */
export const cliCommand = (command: string, { account, region }: Scope): string =>
  `AWS_ACCESS_KEY_ID=${account} AWS_SECRET_ACCESS_KEY=test aws --endpoint-url ${location.origin} --region ${region} ${command}`;

export function Empty({ about, example, scope, children }: { about: string; example: string; scope: Scope; children?: ComponentChildren }) {
  return (
    <div class="empty">
      <p>{about}</p>
      <p class="dim">
        Nothing is in {scope.region} of account {scope.account} yet. For example:
      </p>
      <div class="code">
        <Copy text={cliCommand(example, scope)} what="command" />
        <pre tabIndex={0} role="region" aria-label="Command">
          {cliCommand(example, scope)}
        </pre>
      </div>
      {children}
    </div>
  );
}

/** A button that asks before it acts: it turns into the question. */
export function Confirm({ label, question, act, small }: { label: string; question: string; act: () => Promise<void>; small?: boolean }) {
  const [asking, setAsking] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const yes = useRef<HTMLButtonElement>(null);
  const asked = useRef(false);
  useLayoutEffect(() => {
    if (asking) yes.current?.focus();
    else if (asked.current) button.current?.focus();
    asked.current = asking;
  }, [asking]);
  const confirm = async (): Promise<void> => {
    setAsking(false);
    try {
      await act();
    } catch (error) {
      say(wordsOf(error), 'bad');
    }
  };
  if (!asking)
    return (
      <button
        type="button"
        ref={button}
        class={small ? 'small quiet danger' : 'danger'}
        aria-label={small ? question.replace('?', '') : undefined}
        onClick={() => setAsking(true)}
      >
        {label}
      </button>
    );
  return (
    <span class="confirm" onKeyDown={(event) => event.key === 'Escape' && setAsking(false)}>
      <button type="button" ref={yes} class="danger solid" onClick={confirm}>
        {question}
      </button>
      <button type="button" onClick={() => setAsking(false)}>
        Cancel
      </button>
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
          {title}
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
          {count !== undefined && <span class="count">{count}</span>}
        </button>
      ))}
    </div>
  );
}
