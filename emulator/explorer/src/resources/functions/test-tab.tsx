// Tests a function: saved events, four ways to invoke, the result as it streams, the log of this request; again after a hot reload.
import { useEffect, useRef, useState } from 'preact/hooks';
import { callOf } from '#api/model.ts';
import { lines } from '#shell/live.ts';
import { logsPath, pathOf } from '#shell/paths.ts';
import { keepPreference, preference, readOnly } from '#shell/session.ts';
import { CopyAs } from '#ui/copy-as.tsx';
import { Diff } from '#ui/diff.tsx';
import { Json } from '#ui/json.tsx';
import { jsonProblem } from '#ui/json-text.ts';
import { Badge, Facts, Problem } from '#ui/parts.tsx';
import type { Api } from '#ui/resource.ts';
import { lastReload } from './hot-reload.ts';
import { type Invocation, invoke, type Mode, reportOf } from './invocation.ts';
import { TEMPLATES } from './test-events.ts';

const MODES: readonly Mode[] = ['synchronous', 'streamed', 'asynchronous', 'dry run'];
const MAX_RECENT = 5;

interface Saved {
  readonly named: Readonly<Record<string, string>>;
  readonly recent: readonly string[];
}

interface TestTabProps {
  readonly name: string;
  readonly codeHash: string;
  /** Durable functions are invoked with a qualifier, and may run for longer than anybody waits. */
  readonly isDurable: boolean;
  readonly api: Api;
}

export function TestTab({ name, codeHash, isDurable, api }: TestTabProps) {
  const kept = `test.${api.scope.account}.${api.scope.region}.${name}`;
  const [saved, setSaved] = useState<Saved>(preference<Saved>(kept) ?? { named: {}, recent: [] });
  const [event, setEvent] = useState(saved.recent[0] ?? TEMPLATES[0]![1]);
  const [mode, setMode] = useState<Mode>(isDurable ? 'asynchronous' : 'synchronous');
  const [qualifier, setQualifier] = useState(isDurable ? '$LATEST' : '');
  const [again, setAgain] = useState(false);
  const [eventName, setEventName] = useState('');
  const [result, setResult] = useState<Invocation>();
  const [before, setBefore] = useState<string>();
  const [failure, setFailure] = useState<unknown>();
  const running = useRef(false);
  const problem = event.trim() ? jsonProblem(event) : undefined;
  const keep = (next: Saved): void => {
    setSaved(next);
    keepPreference(kept, next);
  };
  const run = async (): Promise<void> => {
    if (running.current || readOnly.value) return;
    running.current = true;
    setFailure(undefined);
    setBefore(result?.payload);
    setResult({ mode, running: true, payload: '' });
    keep({ ...saved, recent: [event, ...saved.recent.filter((one) => one !== event)].slice(0, MAX_RECENT) });
    try {
      await invoke(api.scope, { FunctionName: name, ...(qualifier && { Qualifier: qualifier }), Payload: event, mode }, setResult);
    } catch (error) {
      setResult(undefined);
      setFailure(error);
    } finally {
      running.current = false;
    }
  };
  useAgain(name, again, codeHash, () => void run());
  const report = reportOf(result?.log);
  return (
    <div class="split">
      <section class="stack" aria-label="Event">
        <div class="row tight">
          <select
            aria-label="Events"
            value=""
            onChange={({ currentTarget }) => {
              if (currentTarget.value) setEvent(currentTarget.value);
              currentTarget.value = '';
            }}
          >
            <option value="">Take an event…</option>
            <optgroup label="Saved">
              {Object.entries(saved.named).map(([title, text]) => (
                <option key={title} value={text}>
                  {title}
                </option>
              ))}
            </optgroup>
            <optgroup label="Last used">
              {saved.recent.map((text) => (
                <option key={text} value={text}>
                  {text.replace(/\s+/g, ' ').slice(0, 60)}
                </option>
              ))}
            </optgroup>
            <optgroup label="Templates">
              {TEMPLATES.map(([title, text]) => (
                <option key={title} value={text}>
                  {title}
                </option>
              ))}
            </optgroup>
          </select>
          <input
            aria-label="Name to save the event under"
            placeholder="Name"
            value={eventName}
            onInput={({ currentTarget }) => setEventName(currentTarget.value)}
          />
          <button type="button" disabled={!eventName} onClick={() => keep({ ...saved, named: { ...saved.named, [eventName]: event } })}>
            Save event
          </button>
        </div>
        <textarea
          class="mono"
          aria-label="Event"
          rows={16}
          spellcheck={false}
          value={event}
          onInput={({ currentTarget }) => setEvent(currentTarget.value)}
          onKeyDown={(key) => key.key === 'Enter' && (key.ctrlKey || key.metaKey) && void run()}
        />
        {problem && (
          <p class="field-problem">
            Line {problem.line}, column {problem.column}: {problem.message}
          </p>
        )}
        <div class="row">
          <select aria-label="How to invoke" value={mode} onChange={({ currentTarget }) => setMode(currentTarget.value as Mode)}>
            {MODES.map((one) => (
              <option key={one}>{one}</option>
            ))}
          </select>
          <input
            aria-label="Version or alias"
            placeholder="$LATEST"
            size={10}
            value={qualifier}
            onInput={({ currentTarget }) => setQualifier(currentTarget.value)}
          />
          <button type="button" class="primary" disabled={readOnly.value || result?.running} onClick={() => void run()}>
            {result?.running ? 'Running…' : 'Invoke'}
          </button>
          <CopyAs
            calls={() => [callOf('lambda', 'Invoke', { FunctionName: name, Payload: event, ...(qualifier && { Qualifier: qualifier }) })]}
            scope={api.scope}
          />
          <label class="inline">
            <input type="checkbox" checked={again} onChange={({ currentTarget }) => setAgain(currentTarget.checked)} /> again after each hot
            reload
          </label>
        </div>
      </section>
      <section class="stack" aria-label="Result" aria-live="polite">
        {failure !== undefined && <Problem error={failure} />}
        {!result && failure === undefined && <p class="dim">The result and the log lines of this request appear here.</p>}
        {result && (
          <>
            <div class="row">
              <Badge state={result.running ? 'running' : result.functionError ? `error: ${result.functionError}` : 'succeeded'} />
              {result.requestId && <a href={pathOf(api.scope, 'requests', result.requestId)}>All that followed</a>}
              {result.execution && <a href={`?${new URLSearchParams({ tab: 'executions', execution: result.execution })}`}>Execution</a>}
              {result.requestId && <a href={logsPath(api.scope, `/aws/lambda/${name}`, result.requestId)}>Logs of this request</a>}
            </div>
            <Facts
              facts={[
                ['Request', result.requestId, 'copy'],
                ['Status', result.status],
                ['Duration', report.duration ?? (result.ms === undefined ? undefined : `${result.ms.toFixed(0)} ms in the browser`)],
                ['Initialization', report.init],
                ['Memory', report.memory],
              ]}
            />
            <Json value={result.payload || '(no payload)'} label="Payload" />
            {before !== undefined && !result.running && <Diff before={before} after={result.payload} />}
            {result.log && <Json value={result.log} label="Log" />}
          </>
        )}
      </section>
    </div>
  );
}

/** Runs again when the code has changed, or when the log tells of a reload. */
function useAgain(name: string, on: boolean, codeHash: string, run: () => void): void {
  const latest = useRef(run);
  latest.current = run;
  const first = useRef(true);
  useEffect(() => {
    if (first.current) first.current = false;
    else if (on) latest.current();
  }, [codeHash]);
  useEffect(() => {
    if (!on) return;
    let last = lastReload(name);
    return lines.subscribe(() => {
      const now = lastReload(name);
      if (now !== last) latest.current();
      last = now;
    });
  }, [on]);
}
