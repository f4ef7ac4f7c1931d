// Shows the inputs and answers of the calls and functions of a request; sends the request again, with another input, beside its earlier answer.
import { useState } from 'preact/hooks';
import { wordsOf } from '#api/fault.ts';
import type { Scope } from '#api/model.ts';
import { type Payload, type Replayed, readPayloads, replayRequest, type TraceStep } from '#api/traces.ts';
import { pathOf } from '#shell/paths.ts';
import { readOnly, say } from '#shell/session.ts';
import { Diff } from '#ui/diff.tsx';
import { pretty } from '#ui/format.ts';
import { Json } from '#ui/json.tsx';
import { Loaded } from '#ui/parts.tsx';
import { useLoaded } from '#ui/use-loaded.ts';

interface PayloadsProps {
  readonly id: string;
  readonly steps: readonly TraceStep[];
  readonly nameOf: (step: TraceStep) => string;
  readonly scope: Scope;
}

export function Payloads({ id, steps, nameOf, scope }: PayloadsProps) {
  const loaded = useLoaded(`payloads ${id}`, () => readPayloads(id));
  return (
    <Loaded of={loaded}>
      {(payloads) => (
        <>
          {payloads.map((payload) => {
            const step = steps.find(({ requestId }) => requestId === payload.requestId);
            return (
              <details key={payload.requestId}>
                <summary>Input and answer of {step ? nameOf(step) : `${payload.method} ${payload.path}`}</summary>
                <Shown text={payload.input} isCut={payload.isInputCut} what="Input" />
                <Shown text={payload.output} isCut={payload.isOutputCut} what="Answer" />
              </details>
            );
          })}
          {!readOnly.value &&
            payloads
              .filter(({ requestId, method }) => requestId === id && method)
              .map((sent) => <Again key={id} id={id} sent={sent} scope={scope} />)}
        </>
      )}
    </Loaded>
  );
}

function Shown({ text, isCut, what }: { text: string | undefined; isCut: boolean; what: string }) {
  if (text === undefined) return <p class="dim">{what}: no text, or a stream</p>;
  return (
    <>
      <Json value={text} label={what} />
      {isCut && <p class="dim">{what}: the beginning of a longer one</p>}
    </>
  );
}

/** The body is sent as it was, unless somebody edits it. */
function Again({ id, sent, scope }: { id: string; sent: Payload; scope: Scope }) {
  const [input, setInput] = useState<string>();
  const [answer, setAnswer] = useState<Replayed>();
  const [busy, setBusy] = useState(false);
  const send = async (): Promise<void> => {
    setBusy(true);
    try {
      setAnswer(await replayRequest(id, input));
    } catch (error) {
      say(wordsOf(error), 'bad');
    }
    setBusy(false);
  };
  return (
    <details>
      <summary>Send it again</summary>
      <textarea
        class="mono"
        aria-label="Input to send"
        rows={8}
        spellcheck={false}
        value={input ?? pretty(sent.input ?? '')}
        onInput={({ currentTarget }) => setInput(currentTarget.value)}
      />
      <button type="button" class="primary" disabled={busy} onClick={() => void send()}>
        Send
      </button>
      {answer && (
        <section aria-label="Answer" class="stack">
          <p>
            {answer.after.status}, before {answer.before.status}.{' '}
            {answer.requestId && <a href={pathOf(scope, 'requests', answer.requestId)}>What became of it</a>}
          </p>
          <Json value={answer.after.body ?? ''} label="Answer now" />
          <Diff before={answer.before.body ?? ''} after={answer.after.body ?? ''} />
        </section>
      )}
    </details>
  );
}
