// Sends events: up to ten entries in one PutEvents, a verdict for each, and the way to its trace.
import { useState } from 'preact/hooks';
import { recentEvents } from '#api/management.ts';
import { callOf, type OutputOf } from '#api/model.ts';
import { pathOf } from '#shell/paths.ts';
import { keepPreference, preference, readOnly } from '#shell/session.ts';
import { CopyAs } from '#ui/copy-as.tsx';
import { jsonProblem } from '#ui/json-text.ts';
import { Badge, Problem } from '#ui/parts.tsx';
import type { Api } from '#ui/resource.ts';
import { useLoaded } from '#ui/use-loaded.ts';

const MAX_ENTRIES = 10;
const MAX_KNOWN = 500;

export interface EntryText {
  readonly Source: string;
  readonly DetailType: string;
  readonly Detail: string;
  readonly EventBusName: string;
  readonly Resources: string;
  readonly TraceHeader: string;
  readonly Time: string;
}

const newEntry = (bus: string): EntryText => ({
  Source: 'shop',
  DetailType: 'OrderPlaced',
  Detail: '{\n  "id": "o-1",\n  "total": 12.5\n}',
  EventBusName: bus,
  Resources: '',
  TraceHeader: '',
  Time: '',
});

type Verdict = NonNullable<OutputOf<'events', 'PutEvents'>['Entries']>[number];

const entryOf = ({ Source, DetailType, Detail, EventBusName, Resources, TraceHeader, Time }: EntryText) => ({
  ...(Source && { Source }),
  ...(DetailType && { DetailType }),
  ...(Detail && { Detail }),
  ...(EventBusName && { EventBusName }),
  ...(Resources.trim() && { Resources: Resources.split(/[\s,]+/).filter(Boolean) }),
  ...(TraceHeader && { TraceHeader }),
  ...(Time && { Time: new Date(Time).getTime() / 1000 }),
});

/** An entry that another page asks to send again. */
export const RESEND = 'resend';

export function SendTab({ bus, api }: { bus: string; api: Api }) {
  const [entries, setEntries] = useState<readonly EntryText[]>(() => {
    const again = preference<Partial<EntryText>>(RESEND);
    keepPreference(RESEND, undefined);
    return [{ ...newEntry(bus), ...again }];
  });
  const [endpoint, setEndpoint] = useState('');
  const [verdicts, setVerdicts] = useState<readonly Verdict[]>([]);
  const [failure, setFailure] = useState<unknown>();
  const [busy, setBusy] = useState(false);
  const call = () => callOf('events', 'PutEvents', { Entries: entries.map(entryOf), ...(endpoint && { EndpointId: endpoint }) });
  const { value: known = [] } = useLoaded('names of events', () => recentEvents(MAX_KNOWN), { live: false });
  const send = async (): Promise<void> => {
    if (busy || readOnly.value) return;
    setBusy(true);
    setFailure(undefined);
    setVerdicts([]);
    try {
      setVerdicts(((await api.perform(call())) as OutputOf<'events', 'PutEvents'>).Entries ?? []);
    } catch (error) {
      setFailure(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <form
      class="stack"
      noValidate
      onKeyDown={(event) => event.key === 'Enter' && (event.ctrlKey || event.metaKey) && void send()}
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      {entries.map((entry, i) => (
        <EntryFields
          key={String(i)}
          number={i + 1}
          entry={entry}
          verdict={verdicts[i]}
          api={api}
          onInput={(next) => setEntries(entries.map((one, at) => (at === i ? next : one)))}
          onRemove={entries.length > 1 ? () => setEntries(entries.filter((_, at) => at !== i)) : undefined}
        />
      ))}
      {failure !== undefined && <Problem error={failure} />}
      <Suggestions id="sources" texts={known.map(({ source }) => source)} />
      <Suggestions id="detail-types" texts={known.map(({ detailType }) => detailType)} />
      <div class="row">
        <button type="submit" class="primary" disabled={busy || readOnly.value}>
          {busy ? 'Sending…' : entries.length > 1 ? `Send ${entries.length} events` : 'Send event'}
        </button>
        <button type="button" disabled={entries.length >= MAX_ENTRIES} onClick={() => setEntries([...entries, { ...entries.at(-1)! }])}>
          Add entry
        </button>
        <input
          aria-label="Endpoint Id"
          placeholder="Endpoint Id"
          value={endpoint}
          onInput={({ currentTarget }) => setEndpoint(currentTarget.value.trim())}
        />
        <span class="dim">
          <kbd>Ctrl Enter</kbd> sends
        </span>
        <span class="grow" />
        <CopyAs calls={() => [call()]} scope={api.scope} />
      </div>
    </form>
  );
}

/** The sources and detail types of the last events, to choose from. */
const Suggestions = ({ id, texts }: { id: string; texts: readonly string[] }) => (
  <datalist id={id}>
    {[...new Set(texts)].map((text) => (
      <option key={text} value={text} />
    ))}
  </datalist>
);

interface EntryProps {
  readonly number: number;
  readonly entry: EntryText;
  readonly verdict: Verdict | undefined;
  readonly api: Api;
  readonly onInput: (entry: EntryText) => void;
  readonly onRemove: (() => void) | undefined;
}

function EntryFields({ number, entry, verdict, api, onInput, onRemove }: EntryProps) {
  const problem = entry.Detail.trim() ? jsonProblem(entry.Detail) : undefined;
  const field = (name: keyof EntryText, label: string, placeholder = '', type: 'text' | 'datetime-local' = 'text', list?: string) => (
    <label class="field">
      {label}
      <input
        type={type as 'text'}
        step="1"
        list={list}
        placeholder={placeholder}
        value={entry[name]}
        onInput={({ currentTarget }) => onInput({ ...entry, [name]: currentTarget.value })}
      />
    </label>
  );
  return (
    <fieldset class="entry">
      <legend class="visually-hidden">Entry {number}</legend>
      <div class="two">
        {field('Source', 'Source', '', 'text', 'sources')}
        {field('DetailType', 'DetailType', '', 'text', 'detail-types')}
        {field('EventBusName', 'EventBusName')}
      </div>
      <label class="field">
        Detail
        <textarea
          class="mono"
          rows={6}
          spellcheck={false}
          value={entry.Detail}
          onInput={({ currentTarget }) => onInput({ ...entry, Detail: currentTarget.value })}
        />
      </label>
      {problem && (
        <p class="hint">
          Line {problem.line}, column {problem.column}: {problem.message}
        </p>
      )}
      <div class="two">
        {field('Resources', 'Resources', 'ARNs, separated by blanks')}
        {field('TraceHeader', 'TraceHeader', 'Root=1-…')}
        {field('Time', 'Time', '', 'datetime-local')}
      </div>
      <div class="row">
        {verdict &&
          (verdict.EventId ? (
            <>
              <Badge state="sent" />
              <a href={pathOf(api.scope, 'events', verdict.EventId)}>Open the trace of {verdict.EventId}</a>
            </>
          ) : (
            <span class="field-problem" role="alert">
              {verdict.ErrorCode}: {verdict.ErrorMessage}
            </span>
          ))}
        <span class="grow" />
        {onRemove && (
          <button type="button" class="small quiet" onClick={onRemove}>
            Remove entry {number}
          </button>
        )}
      </div>
    </fieldset>
  );
}
