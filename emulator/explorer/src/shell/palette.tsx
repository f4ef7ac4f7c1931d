// Ctrl+K: go to any page by typing a part of its name. `g` and a letter go to some pages at once; single keys can be turned off.
import { signal } from '@preact/signals';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import type { Scope } from '#api/model.ts';
import { GROUPS, KINDS, listAll, type ResourceKind } from '#resources/registry.ts';
import { SECTIONS_OF_ARNS } from './arn-sections.ts';
import { viewOf } from './pages.ts';
import { arnParts, pathOf } from './paths.ts';
import { keepPreference, preference } from './session.ts';
import { TOOLS } from './tools.ts';

const open = signal(false);
export const openPalette = (): void => {
  open.value = true;
};

interface Target {
  readonly title: string;
  readonly detail: string;
  readonly path: string;
}

const CHORDS: Readonly<Record<string, string>> = {
  h: '',
  f: 'functions',
  b: 'buses',
  e: 'events',
  l: 'logs',
  q: 'queues',
  t: 'tables',
  s: 'stacks',
  o: 'buckets',
  c: 'calls',
  p: 'problems',
};

/** Milliseconds between `g` and the letter that follows it. */
const MAX_CHORD_MS = 1_000;

const isTyping = ({ target }: Event): boolean =>
  target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable]');

/** The page of an ARN that somebody pastes. */
function targetOfArn(text: string, scope: Scope): Target | undefined {
  const arn = arnParts(text.trim());
  const found = arn && SECTIONS_OF_ARNS[arn.service]?.(arn.resource, text.trim());
  if (!arn || !found) return undefined;
  const there = { account: arn.account || scope.account, region: arn.region || scope.region };
  return { title: found.name, detail: `${found.section} in ${there.region}`, path: pathOf(there, found.section, found.name) };
}

const MAX_RESOURCES = 30;
/** Pages of each list that are searched. */
const MAX_PAGES = 4;

/** Shows all resources of all kinds, kind by kind. */
async function namesOfResources(scope: Scope, show: (found: Target[]) => void): Promise<void> {
  const search = async (kind: ResourceKind): Promise<void> => {
    const { nameOf, titleOf, load } = await viewOf(kind.id);
    const items = load ? await listAll(kind, scope, undefined, MAX_PAGES).catch(() => []) : [];
    const names = items.map(nameOf);
    show(names.map((name) => ({ title: titleOf?.(name) ?? name, detail: kind.one, path: pathOf(scope, kind.id, name) })));
  };
  await Promise.all(KINDS.map(search));
}

export function Palette({ scope }: { scope: Scope }) {
  const { route } = useLocation();
  const dialog = useRef<HTMLDialogElement>(null);
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const [keysOff, setKeysOff] = useState(preference<boolean>('keysOff') ?? false);
  const chord = useRef(0);
  const [resources, setResources] = useState<readonly Target[]>([]);
  const fromArn = targetOfArn(text, scope);
  const pages: Target[] = [
    { title: 'Home', detail: 'g h', path: pathOf(scope) },
    ...TOOLS.map(({ id, title, about }) => ({ title, detail: about, path: pathOf(scope, id) })),
    ...GROUPS.flatMap((group) => group.kinds.map(({ id, title }) => ({ title, detail: group.title, path: pathOf(scope, id) }))),
  ];
  const typed = text.trim().toLowerCase();
  const has = ({ title }: Target): boolean => title.toLowerCase().includes(typed);
  const matching = fromArn ? [fromArn] : [...pages.filter(has), ...(typed ? resources.filter(has).slice(0, MAX_RESOURCES) : [])];
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey)) {
        event.preventDefault();
        openPalette();
        return;
      }
      if (keysOff || isTyping(event) || event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open]')) return;
      const section = CHORDS[event.key];
      if (performance.now() - chord.current < MAX_CHORD_MS && section !== undefined) {
        chord.current = 0;
        route(pathOf(scope, section));
      } else if (event.key === 'g') chord.current = performance.now();
      else if (event.key === '/') document.querySelector<HTMLInputElement>('input.filter')?.focus();
      else if (event.key === 'n') document.querySelector<HTMLButtonElement>('.heading .primary')?.click();
      else if (event.key === '?') openPalette();
      else return;
      // Otherwise the field that has just got the focus takes the key, too.
      event.preventDefault();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [scope.account, scope.region, keysOff]);
  // Before the next key comes, so that none is lost.
  useLayoutEffect(() => {
    if (!open.value) return;
    setText('');
    setAt(0);
    setResources([]);
    dialog.current?.showModal();
  }, [open.value]);
  const wanted = open.value && typed !== '';
  useEffect(() => {
    if (!wanted) return;
    let current = true;
    void namesOfResources(scope, (found) => current && setResources((before) => [...before, ...found]));
    return () => {
      current = false;
    };
  }, [wanted, scope.account, scope.region]);
  const choose = (target: Target | undefined): void => {
    dialog.current?.close();
    if (target) route(target.path);
  };
  if (!open.value) return null;
  return (
    <dialog class="palette" ref={dialog} aria-label="Go to a page" onClose={() => (open.value = false)}>
      <input
        type="text"
        role="combobox"
        aria-expanded="true"
        aria-controls="palette-list"
        aria-activedescendant={matching[at] ? `palette-${at}` : undefined}
        aria-label="Page, resource or ARN"
        placeholder="Page, resource or ARN"
        value={text}
        onInput={({ currentTarget }) => {
          setText(currentTarget.value);
          setAt(0);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') choose(matching[at]);
          const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
          if (step === 0) return;
          event.preventDefault();
          setAt((at + step + matching.length) % Math.max(1, matching.length));
        }}
      />
      <ul id="palette-list" role="listbox" aria-label="Pages">
        {matching.map((target, i) => (
          <li key={target.path} id={`palette-${i}`} role="option" aria-selected={i === at} onClick={() => choose(target)}>
            <span>{target.title}</span>
            <span class="dim">{target.detail}</span>
          </li>
        ))}
      </ul>
      <p class="keys">
        <kbd>g</kbd> <kbd>f</kbd> functions, <kbd>b</kbd> buses, <kbd>e</kbd> events, <kbd>l</kbd> logs, <kbd>q</kbd> queues, <kbd>t</kbd>{' '}
        tables, <kbd>s</kbd> stacks, <kbd>o</kbd> objects, <kbd>c</kbd> calls, <kbd>p</kbd> problems · <kbd>/</kbd> filter · <kbd>n</kbd>{' '}
        new · <kbd>Ctrl Enter</kbd> submits
        <label class="inline">
          <input
            type="checkbox"
            checked={!keysOff}
            onChange={({ currentTarget }) => {
              setKeysOff(!currentTarget.checked);
              keepPreference('keysOff', currentTarget.checked ? undefined : true);
            }}
          />{' '}
          single keys
        </label>
      </p>
    </dialog>
  );
}
