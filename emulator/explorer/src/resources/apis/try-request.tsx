// Sends a request to an API as its clients do, and shows what comes back.
import { useState } from 'preact/hooks';
import { wordsOf } from '#api/fault.ts';
import { readOnly } from '#shell/session.ts';
import { Diff } from '#ui/diff.tsx';
import { shownBytes } from '#ui/format.ts';
import { Json } from '#ui/json.tsx';
import { jsonProblem } from '#ui/json-text.ts';
import { Facts } from '#ui/parts.tsx';

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'] as const;
const DEFAULT_STAGE = '$default';

interface Answer {
  readonly status: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly tookMs: number;
}

interface TryRequestProps {
  readonly apiId: string;
  readonly stages: readonly string[];
  /** A method and a path to begin with. */
  readonly first: { readonly method: string; readonly path: string };
}

/** The path of a stage below the emulator's own origin, which is all that the page may talk to. */
export const stagePath = (apiId: string, stage: string): string =>
  `/_execute-api/${apiId}${stage === DEFAULT_STAGE ? '' : `/${encodeURIComponent(stage)}`}`;

export function TryRequest({ apiId, stages, first }: TryRequestProps) {
  const [stage, setStage] = useState(stages[0] ?? '');
  const [method, setMethod] = useState(METHODS.find((one) => one === first.method) ?? 'GET');
  const [path, setPath] = useState(first.path);
  const [headers, setHeaders] = useState('{}');
  const [body, setBody] = useState('');
  const [[answer, before], setAnswers] = useState<readonly Answer[]>([]);
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  if (stages.length === 0) return <p class="dim">The API has no stage yet: nothing answers.</p>;
  const hasBody = method !== 'GET' && method !== 'HEAD';
  const send = async (): Promise<void> => {
    const wrong = jsonProblem(headers || '{}');
    setProblem(wrong ? `Headers: line ${wrong.line}, column ${wrong.column}: ${wrong.message}.` : '');
    if (wrong || busy) return;
    setBusy(true);
    const startMs = performance.now();
    try {
      const response = await fetch(`${stagePath(apiId, stage)}${path.startsWith('/') ? path : `/${path}`}`, {
        method,
        headers: JSON.parse(headers || '{}') as Record<string, string>,
        redirect: 'manual',
        ...(hasBody && body && { body }),
      });
      const text = await response.text();
      const next: Answer = {
        status:
          response.type === 'opaqueredirect' ? 'a redirect, which the page does not follow' : `${response.status} ${response.statusText}`,
        headers: Object.fromEntries(response.headers),
        body: text,
        tookMs: performance.now() - startMs,
      };
      setAnswers(([last]) => (last ? [next, last] : [next]));
    } catch (error) {
      setProblem(wordsOf(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <div class="split">
      <form
        class="form"
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void send();
        }}
      >
        <label class="field">
          <span>Stage</span>
          <select value={stage} onChange={({ currentTarget }) => setStage(currentTarget.value)}>
            {stages.map((one) => (
              <option key={one}>{one}</option>
            ))}
          </select>
        </label>
        <label class="field">
          <span>Method</span>
          <select value={method} onChange={({ currentTarget }) => setMethod(currentTarget.value as typeof method)}>
            {METHODS.map((one) => (
              <option key={one}>{one}</option>
            ))}
          </select>
        </label>
        <label class="field">
          <span>Path and query</span>
          <input type="text" class="mono" value={path} onInput={({ currentTarget }) => setPath(currentTarget.value)} />
        </label>
        <label class="field">
          <span>Headers</span>
          <textarea rows={3} class="mono" value={headers} onInput={({ currentTarget }) => setHeaders(currentTarget.value)} />
        </label>
        {hasBody && (
          <label class="field">
            <span>Body</span>
            <textarea rows={6} class="mono" value={body} onInput={({ currentTarget }) => setBody(currentTarget.value)} />
          </label>
        )}
        {problem && (
          <p class="problem" role="alert">
            {problem}
          </p>
        )}
        <div class="form-end">
          <button type="submit" class="primary" disabled={busy || readOnly.value}>
            {busy ? 'Sending…' : 'Send request'}
          </button>
        </div>
      </form>
      <section class="stack" aria-label="Answer">
        {answer ? (
          <>
            <Facts
              facts={[
                ['Status', answer.status],
                ['Took', `${Math.round(answer.tookMs)} ms, ${shownBytes(answer.body.length)}`],
              ]}
            />
            <Json value={answer.body} label="Body" />
            {before && <Diff before={before.body} after={answer.body} />}
            <details>
              <summary>Headers</summary>
              <Json value={answer.headers} label="Headers of the answer" />
            </details>
          </>
        ) : (
          <p class="dim">The answer appears here.</p>
        )}
      </section>
    </div>
  );
}
