// Opens a connection to a WebSocket API as its clients do: what is sent and what comes, in their order.
import { useEffect, useRef, useState } from 'preact/hooks';
import { readOnly } from '#shell/session.ts';
import { shownTime } from '#ui/format.ts';
import { stagePath } from './try-request.tsx';

interface Entry {
  readonly atMs: number;
  readonly from: 'page' | 'API' | 'connection';
  readonly text: string;
}

const MAX_ENTRIES = 500;

/** The origin of this page for connections. */
export const socketOrigin = (): string => `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}`;

export function TrySocket({ apiId, stages }: { apiId: string; stages: readonly string[] }) {
  const [stage, setStage] = useState(stages[0] ?? '');
  const [text, setText] = useState('{"action":"hello"}');
  const [entries, setEntries] = useState<readonly Entry[]>([]);
  const [open, setOpen] = useState(false);
  const socket = useRef<WebSocket | undefined>(undefined);
  useEffect(() => () => socket.current?.close(), []);
  if (stages.length === 0) return <p class="dim">The API has no stage yet: nothing answers.</p>;
  const note = (from: Entry['from'], said: string): void =>
    setEntries((now) => [...now, { atMs: Date.now(), from, text: said }].slice(-MAX_ENTRIES));
  const connect = (): void => {
    socket.current?.close();
    const own = new WebSocket(socketOrigin() + stagePath(apiId, stage));
    socket.current = own;
    own.onopen = () => {
      setOpen(true);
      note('connection', 'open');
    };
    own.onmessage = ({ data }: MessageEvent<unknown>) => note('API', typeof data === 'string' ? data : 'bytes');
    own.onclose = ({ code, reason, wasClean }) => {
      if (socket.current !== own) return;
      setOpen(false);
      note('connection', wasClean ? `closed with ${code} ${reason}` : `refused or broken (${code}): the log says why`);
    };
  };
  return (
    <div class="stack">
      <div class="tools">
        <select aria-label="Stage" value={stage} onChange={({ currentTarget }) => setStage(currentTarget.value)}>
          {stages.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </select>
        <button type="button" class="primary" onClick={open ? () => socket.current?.close() : connect} disabled={readOnly.value}>
          {open ? 'Disconnect' : 'Connect'}
        </button>
      </div>
      <form
        class="tools"
        onSubmit={(event) => {
          event.preventDefault();
          if (!open) return;
          socket.current?.send(text);
          note('page', text);
        }}
      >
        <input
          class="filter mono"
          type="text"
          aria-label="Message"
          value={text}
          onInput={({ currentTarget }) => setText(currentTarget.value)}
        />
        <button type="submit" disabled={!open}>
          Send
        </button>
      </form>
      <div class="log-lines short" tabIndex={0} role="log" aria-label="Messages">
        {entries.length === 0 && <p class="none">Nothing was sent and nothing came.</p>}
        {entries.map(({ atMs, from, text: said }, i) => (
          <div key={`${atMs} ${i}`} class="log-line">
            <time>{shownTime(atMs, { millis: true, day: false })}</time>
            <span>
              {from === 'page' ? '→ ' : from === 'API' ? '← ' : '· '}
              {said}
            </span>
          </div>
        ))}
      </div>
    </div>
  );
}
