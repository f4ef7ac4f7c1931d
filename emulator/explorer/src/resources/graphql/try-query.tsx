// Sends a query or a mutation to a GraphQL API with a chosen authorization, and listens to a subscription.
import { useEffect, useRef, useState } from 'preact/hooks';
import { authorization } from '#api/authorization.ts';
import { Form } from '#ui/form.tsx';
import { toBase64 } from '#ui/format.ts';
import { Json } from '#ui/json.tsx';
import type { Api, FormSpec } from '#ui/resource.ts';

interface TryQueryProps {
  readonly apiId: string;
  readonly api: Api;
  readonly keys: readonly string[];
  /** A field to begin with. */
  readonly field: string | undefined;
}

const SIGNED = 'signature';
const TOKEN = 'token';
const MAX_MESSAGES = 100;

export function TryQuery({ apiId, api, keys, field = '__typename' }: TryQueryProps) {
  /** The latest first. */
  const [messages, setMessages] = useState<readonly string[]>([]);
  const [listening, setListening] = useState(false);
  const socket = useRef<WebSocket | undefined>(undefined);
  useEffect(() => () => socket.current?.close(), []);
  const path = `/_appsync/${apiId}/graphql`;

  const listen = (body: string, headers: Record<string, string>): void => {
    const credentials = { host: location.host, ...headers };
    const encoded = toBase64(new TextEncoder().encode(JSON.stringify(credentials)))
      .replaceAll('+', '-')
      .replaceAll('/', '_')
      .replaceAll('=', '');
    const own = new WebSocket(`${location.origin.replace('http', 'ws')}${path}/realtime`, ['graphql-ws', `header-${encoded}`]);
    socket.current = own;
    setListening(true);
    own.onopen = () => own.send('{"type":"connection_init"}');
    own.onmessage = ({ data }: MessageEvent<string>) => {
      const { type } = JSON.parse(data) as { type: string };
      if (type === 'ka') return;
      if (type === 'connection_ack')
        own.send(JSON.stringify({ id: '1', type: 'start', payload: { data: body, extensions: { authorization: credentials } } }));
      setMessages((now) => [data, ...now].slice(0, MAX_MESSAGES));
    };
    own.onclose = () => socket.current === own && setListening(false);
  };

  const spec: FormSpec = {
    title: 'Query',
    submit: 'Run',
    fields: [
      {
        ...{ name: 'way', label: 'Authorization', kind: 'select' },
        options: [...keys.map((key) => [key, `API key ${key.slice(0, 10)}…`] as const), [SIGNED, 'Signature (IAM)'], [TOKEN, 'Token']],
      },
      { name: 'token', label: 'Token', hint: 'A user pool, an issuer or an authorizer takes it.' },
      { name: 'query', label: 'Query', kind: 'area', required: true, initial: `query {\n  ${field}\n}` },
      { name: 'variables', label: 'Variables', kind: 'json', initial: '{}' },
    ],
    run: async ({ way = '', token = '', query = '', variables }) => {
      socket.current?.close();
      setMessages([]);
      const headers: Record<string, string> =
        way === SIGNED
          ? { authorization: authorization(api.scope, 'appsync') }
          : way === TOKEN
            ? { authorization: token }
            : { 'x-api-key': way };
      const body = JSON.stringify({ query, variables: JSON.parse(variables || '{}') as unknown });
      if (/^\s*subscription\b/.test(query)) {
        listen(body, headers);
        return 'Listening.';
      }
      const answer = await fetch(path, { method: 'POST', headers, body });
      setMessages([await answer.text()]);
      return `Answered with ${answer.status}.`;
    },
  };
  return (
    <div class="split">
      <Form spec={spec} api={api} onDone={() => undefined} />
      <section class="stack" aria-label="Answer">
        {listening && (
          <div class="tools">
            <p class="dim">Listening: the latest comes first.</p>
            <button type="button" onClick={() => socket.current?.close()}>
              Stop
            </button>
          </div>
        )}
        {messages.length === 0 && <p class="dim">The answer appears here; a subscription stays and shows what comes.</p>}
        {messages.map((message, i) => (
          <Json key={messages.length - i} value={message} label="Answer" />
        ))}
      </section>
    </div>
  );
}
