// The logs of one run of a route: `$connect`, a message or `$disconnect`. Lines and facts are gathered, then written where the stage wants them.
// https://docs.aws.amazon.com/apigateway/latest/developerguide/websocket-api-logging.html
import type { Frozen } from '#core/records';
import { table } from '#lib/table';
import type { RouteSettings } from '#model/apigatewayv2';
import { writeAccessLog } from '#services/apigateway/calls/access-log';
import { putLogLines, streamNameOf } from '#services/apigateway/calls/put-log-lines';
import { routeSettingsOf } from '#services/apigateway/calls/route-settings';
import { type Stage, stages } from '#services/apigateway/http-state';
import { ExecutionLog } from '#services/apigateway/rest/execution-log';
import type { RouteContext } from './events.ts';
import type { SessionFacts } from './session-facts.ts';

/** The status of an error message to the client, and its name among gateway responses. */
const ERRORS: Readonly<Record<string, readonly [status: number, type: string]>> = table({
  Forbidden: [403, 'ACCESS_DENIED'],
  'Invalid request body': [400, 'BAD_REQUEST_BODY'],
  'Internal server error': [500, 'INTEGRATION_FAILURE'],
});
const TYPES: Readonly<Record<number, string>> = { 400: 'BAD_REQUEST_PARAMETERS', 401: 'UNAUTHORIZED', 403: 'ACCESS_DENIED' };

export class RouteLog {
  /** `requestContext` of the run's event. */
  readonly context: RouteContext;
  readonly #session: SessionFacts;
  /** As it is now: what it logs may change while a connection is open. */
  readonly #stage: Frozen<Stage> | undefined;
  readonly #settings: Frozen<RouteSettings>;
  readonly #lines: ExecutionLog;
  readonly #facts = new Map<string, string | number>();

  constructor(session: SessionFacts, context: RouteContext) {
    const { ctx, api, stage } = session.parts;
    this.#session = session;
    this.context = context;
    this.#stage = ctx.records(stages).get([api.id, stage.name]);
    this.#settings = this.#stage ? routeSettingsOf(this.#stage, context.routeKey ?? '') : {};
    this.#lines = new ExecutionLog(context.requestId, () => ctx.now());
    this.#begin();
  }

  write(text: string): void {
    if (this.#isLogging) this.#lines.write(text);
  }

  /** A line with a body, which only data traces show: a function makes it only for them. */
  writeData(label: string, body: string | (() => string)): void {
    if (!this.#isLogging || !this.#settings.DataTraceEnabled) return;
    this.#lines.write(`${label}: ${typeof body === 'string' ? body : body()}`);
  }

  /** A variable of the access log, without `$context.`. Undefined changes nothing. */
  note(name: string, value: string | number | undefined): void {
    if (value !== undefined) this.#facts.set(name, value);
  }

  /** Ends the run. */
  answered(status: number): void {
    const { ctx, api, connectionId: id } = this.#session.parts;
    const { eventType, disconnectStatusCode, disconnectReason } = this.context;
    const isCalled = this.#facts.has('integrationLatency');
    if (eventType === 'CONNECT' && status >= 200 && status < 300)
      this.write(`Client [Connection Id: ${id}] connected to API [${api.id}] successfully.`);
    if (eventType === 'MESSAGE')
      this.write(`Message from client [Connection Id: ${id}] sent to API [${api.id}] with response status code [${status}].`);
    if (eventType === 'DISCONNECT')
      this.write(
        `Client [Connection Id: ${id}] disconnected from API [${api.id}]${isCalled ? ` with integration response status code [${status}]` : ''}. Close reason: [${disconnectStatusCode}: ${disconnectReason}]`,
      );
    this.note('status', status);
    this.#put(false, ctx);
  }

  /** Ends the run with an error: its message for the client, the reason for the people who read logs, its status where the message has several. */
  refused(message: string, reason: string, status?: number): void {
    const [own, type] = ERRORS[message] ?? [500, undefined];
    this.write(`Execution failed: ${reason}`);
    this.note('status', status ?? own);
    this.note('error.message', message);
    this.note('error.messageString', JSON.stringify(message));
    this.note('error.responseType', (status === undefined ? undefined : TYPES[status]) ?? type ?? 'DEFAULT_5XX');
    if (message === 'Invalid request body') this.note('error.validationErrorString', reason);
    this.#put(true, this.#session.parts.ctx);
  }

  get #isLogging(): boolean {
    return this.#settings.LoggingLevel === 'INFO' || this.#settings.LoggingLevel === 'ERROR';
  }

  #begin(): void {
    if (!this.#isLogging) return;
    const { api, request, connectionId } = this.#session.parts;
    const { requestId, routeKey, eventType } = this.context;
    this.write(`Extended Request Id: ${requestId}`);
    this.write(`Starting execution for request: ${requestId}`);
    this.write(`WebSocket Request Route: [${routeKey ?? ''}]`);
    const agent = request.headers['user-agent'] ?? null;
    if (eventType === 'CONNECT')
      this.write(`Client [UserAgent: ${agent}, SourceIp: ${request.remoteAddress}] is connecting to WebSocket API [${api.id}].`);
    if (eventType === 'MESSAGE') this.write(`WebSocket API [${api.id}] received message from client [Connection Id: ${connectionId}].`);
  }

  /** `INFO`: all lines; `ERROR`: those of runs that failed. Nobody waits for them. */
  #put(hasFailed: boolean, ctx: SessionFacts['parts']['ctx']): void {
    const { api, stage } = this.#session.parts;
    const { DestinationArn: destinationArn, Format: format } = this.#stage?.accessLogs ?? {};
    const facts = { logStreamName: streamNameOf(api.id, stage.name), values: () => (name: string) => this.#value(name) };
    writeAccessLog({ destinationArn, format }, facts, ctx);
    if (!this.#isLogging || (this.#settings.LoggingLevel === 'ERROR' && !hasFailed)) return;
    const lines = this.#lines.lines.map(({ atMs, text }) => ({ timestamp: atMs, message: text }));
    const group = `/aws/apigateway/${api.id}/${stage.name}`;
    void ctx.track(putLogLines({ group, stream: streamNameOf(this.context.requestId), lines }, ctx));
  }

  #value(name: string): string | undefined {
    const fact = this.#facts.get(name);
    if (fact !== undefined) return String(fact);
    let value: unknown = { ...this.context, authorizer: this.#session.authorizer };
    for (const part of name.split('.'))
      value =
        typeof value === 'object' && value !== null && Object.hasOwn(value, part) ? (value as Record<string, unknown>)[part] : undefined;
    if (value === undefined || value === null) return undefined;
    return typeof value === 'object' ? JSON.stringify(value) : String(value);
  }
}
