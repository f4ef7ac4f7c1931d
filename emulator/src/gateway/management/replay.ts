// `/_emulator/traces/:id/payloads` and `…/replay`: what the calls and functions of a request were given and answered; and sending it again.
import { request as httpRequest } from 'node:http';
import type { Kernel } from '#core/kernel';
import type { Payload, SentRequest } from '#core/traces/payload-log';
import { HIDDEN, shownPayload } from '#core/traces/shown-payload';
import type { Trace } from '#core/traces/trace';
import { REPLAY_IMPOSSIBLE, TRACE_MISSING } from '#gateway/messages';
import { EmulatorError } from '#lib/emulator-error';
import { replayedBody } from './replayed-body.ts';
import { answer, flag, list, type ManagementRoute, members, number, object, refusal, text } from './route.ts';

/** Limit: characters of the input of a request that is sent again. */
const MAX_INPUT = 1_000_000;
/** Headers that belong to the connection, or to the body as it was. */
const OF_THE_CONNECTION =
  /^(?::|connection$|content-length$|transfer-encoding$|expect$|keep-alive$|upgrade$|te$|content-encoding$|x-amz-content-sha256$|content-md5$|x-amz-checksum|x-amzn-trace-id$)/;

const ANSWER = object({ status: number('The HTTP status.'), body: text('The body, without what is named as a secret.') }, [
  'status',
  'body',
]);

const PAYLOAD = object(
  {
    requestId: text('The id of the call or the run, as in the steps.'),
    method: text('The HTTP method of a request.'),
    path: text('Its path; the query and the headers may hold secrets.'),
    status: number('The HTTP status of the answer.'),
    input: text('What was sent; absent where it is no text.'),
    output: text('The answer; absent where it is no text, and where it streams.'),
    isInputCut: flag('Whether the input is longer.'),
    isOutputCut: flag('Whether the output is longer.'),
  },
  ['method', 'path', 'status', 'input', 'output'],
);

export const REPLAY_ROUTES: readonly ManagementRoute[] = [
  {
    method: 'GET',
    url: '/_emulator/traces/:id/payloads',
    effect: 'reads',
    schema: {
      title: 'Shows what a request was given and answered',
      description:
        'Answers the inputs and outputs of the calls and functions of a trace, as far as they are kept: the beginnings of the last 2,000, 8 MB of them, in memory. ' +
        'Values that their names call secrets (passwords, tokens, keys, `Authorization`) are replaced by `[hidden]`. Calls that only read are not kept.',
      params: members({ id: text('The id of the request, of a call that it caused, or of an event.') }, ['id']),
      response: {
        200: answer('The payloads.', object({ payloads: list(PAYLOAD, 'In the order of the steps.') })),
        404: refusal('`TRACE_MISSING`: no such request is kept.'),
      },
    },
    examples: [{ params: { id: '6f2f7d0e-1f6c-4a7e-9d7e-2f8a3a1f0c11' } }],
    handler: ({ params }, _reply, { kernel }) => {
      const trace = traceOf(params['id'] ?? '', kernel);
      return { payloads: idsIn(trace).flatMap((requestId) => shown(requestId, kernel) ?? []) };
    },
  },
  {
    method: 'POST',
    url: '/_emulator/traces/:id/replay',
    effect: 'changes',
    schema: {
      title: 'Sends a request again',
      description:
        'Sends the request of a trace again: a call of the API (a message, an event, an invocation, an execution) or a request to a function URL or an API, with the headers that it had ' +
        '(names and ids that a service takes once get other values), ' +
        'and answers what it answers now beside what it answered then. Requests over 16 KB, streams and requests of before `TRACE_PAYLOADS=0` cannot be sent again. ' +
        '`emulator replay` calls this.',
      params: members({ id: text('The id of the request.') }, ['id']),
      body: members({
        input: text(
          'The body to send; by default that of the request. Instead of the whole body of a call that sends something: its message, its input, or the detail of its event.',
        ),
      }),
      response: {
        200: answer(
          'Both answers.',
          object({ requestId: text('The id of the new request.'), input: text('The body that was sent.'), before: ANSWER, after: ANSWER }, [
            'requestId',
            'input',
          ]),
        ),
        400: refusal('`REPLAY_IMPOSSIBLE`: the request is not kept whole.'),
        404: refusal('`TRACE_MISSING`: no such request is kept.'),
      },
    },
    examples: [{ params: { id: '6f2f7d0e-1f6c-4a7e-9d7e-2f8a3a1f0c11' }, body: {} }],
    async handler({ params, body }, _reply, { kernel }) {
      const { id = '' } = params;
      const input = body['input'] as string | undefined;
      const trace = traceOf(id, kernel);
      const payload = sentIn(trace, input, kernel);
      const sent = bodyAgain(trace, payload, input, kernel);
      const after = await sendAgain(payload.request, sent, kernel);
      return {
        requestId: after.requestId,
        input: shownPayload(sent),
        before: { status: payload.request.status, body: payload.output === undefined ? undefined : shownPayload(payload.output) },
        after: { status: after.status, body: shownPayload(after.body) },
      };
    },
  },
];

function traceOf(id: string, { traces }: Kernel): Trace {
  const trace = traces.find(id);
  if (trace) return trace;
  throw new EmulatorError(TRACE_MISSING, `No request ${id} is kept.`, { hint: 'GET /_emulator/traces lists those that are.' });
}

/** The ids of a trace under which payloads are kept. */
const idsIn = ({ id, steps }: Trace): string[] => [
  ...new Set([id, ...steps.flatMap((step) => (step.kind === 'call' || step.kind === 'run' ? (step.requestId ?? []) : []))]),
];

function shown(requestId: string, { payloads }: Kernel) {
  const payload = payloads.find(requestId);
  if (!payload) return undefined;
  const { request, input, output, isInputCut, isOutputCut } = payload;
  const facts = request && { method: request.method, path: request.url.split('?', 1)[0], status: request.status };
  return {
    requestId,
    ...facts,
    input: shownPayload(input),
    output: output === undefined ? undefined : shownPayload(output),
    isInputCut,
    isOutputCut,
  };
}

/** The request of the trace. */
function sentIn(trace: Trace, input: string | undefined, kernel: Kernel): Payload & { readonly request: SentRequest } {
  const refuse = (why: string, hint: string): never => {
    throw new EmulatorError(REPLAY_IMPOSSIBLE, `The request ${trace.id} cannot be sent again: ${why}.`, { hint });
  };
  const payload = kernel.payloads.find(trace.id, true);
  const request = payload?.request;
  if (!payload || !request)
    return refuse(
      'it is not kept',
      'The last requests are kept, unless TRACE_PAYLOADS is 0: streams and what began without a request are not.',
    );
  if (input === undefined && payload.isInputCut) return refuse('its input is longer than what is kept', 'Send it again with an input.');
  if (input?.includes(HIDDEN)) return refuse(`its new input has ${HIDDEN} in place of a secret`, 'Write the secret there.');
  if (input !== undefined && input.length > MAX_INPUT) return refuse(`its new input is longer than ${MAX_INPUT} characters`, 'Shorten it.');
  return { ...payload, request };
}

function bodyAgain(
  { id, steps }: Trace,
  { request, input }: Payload & { readonly request: SentRequest },
  given: string | undefined,
  kernel: Kernel,
) {
  const call = steps.find((step) => step.kind === 'call' && step.requestId === id);
  const replaying = call?.kind === 'call' ? kernel.registry.service(call.service)?.replaying?.[call.operation] : undefined;
  const type = request.rawHeaders.findIndex((name, at) => at % 2 === 0 && name.toLowerCase() === 'content-type');
  const contentType = request.rawHeaders[type + 1] ?? '';
  return replaying && type >= 0 ? replayedBody({ body: input, contentType }, given, replaying, kernel.id) : (given ?? input);
}

interface Answered {
  readonly status: number;
  readonly requestId: string | undefined;
  readonly body: Uint8Array;
}

/** To the gateway itself, as the client did: by the same host name. */
function sendAgain({ method, url, rawHeaders }: SentRequest, input: string | Uint8Array, { origin }: Kernel): Promise<Answered> {
  const { hostname, port } = new URL(origin);
  const headers = headersAgain(rawHeaders);
  return new Promise((resolve, reject) => {
    const request = httpRequest({ hostname, port, method, path: url, headers }, (response) => {
      const pieces: Buffer[] = [];
      response.on('data', (piece: Buffer) => pieces.push(piece));
      response.on('error', reject);
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, requestId: idIn(response.headers), body: Buffer.concat(pieces) }),
      );
    });
    request.on('error', reject);
    request.end(input);
  });
}

/** `rawHeaders`: names and values in turn. A name that stands there more than once keeps its values. */
function headersAgain(rawHeaders: readonly string[]): Record<string, string | string[]> {
  const headers = new Map<string, string | string[]>();
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    const [raw, value] = [rawHeaders[at]!.toLowerCase(), rawHeaders[at + 1]!];
    const name = raw === ':authority' ? 'host' : raw;
    const before = headers.get(name);
    // Over HTTP/2 a request may have both of its names.
    const isFirst = before === undefined || name === 'host';
    if (!OF_THE_CONNECTION.test(name)) headers.set(name, isFirst ? value : [before, value].flat());
  }
  return Object.fromEntries(headers);
}

/** As services name it. */
const ID_HEADERS = ['x-amzn-requestid', 'x-amz-request-id', 'apigw-requestid', 'x-amzn-request-id'];

function idIn(headers: Readonly<Record<string, string | string[] | undefined>>): string | undefined {
  for (const name of ID_HEADERS) if (headers[name] !== undefined) return String(headers[name]);
  return undefined;
}
