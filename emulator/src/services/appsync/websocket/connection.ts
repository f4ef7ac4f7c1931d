// One client's connection: its messages, in order.
// https://docs.aws.amazon.com/appsync/latest/devguide/real-time-websocket-client.html
import type { ClientSocket, SocketListener } from '#core/upgrade';
import { readObject } from '#lib/json-object';
import { authorize } from '#services/appsync/authorize/authorize';
import { Unauthorized } from '#services/appsync/authorize/caller';
import { apis } from '#services/appsync/state';
import type { Handshake } from './handshake.ts';
import { noteSubscription } from './note-subscription.ts';
import { startSubscription } from './start-subscription.ts';
import { type Subscription, subscriptionsOf } from './subscription.ts';

/** Limit: subscriptions of one connection. */
const MAX_SUBSCRIPTIONS = 100;
const KEEP_ALIVE_MS = 60_000;
const TIMEOUT_MS = 300_000;

type Message = Readonly<Record<string, unknown>>;

export class Connection implements SocketListener {
  readonly #handshake: Handshake;
  readonly #socket: ClientSocket;
  readonly #subscriptions = new Map<string, Subscription>();
  #keepAlive: NodeJS.Timeout | undefined;
  #isOpen = true;
  /** Messages are handled one after another. */
  #work: Promise<void> = Promise.resolve();

  constructor(handshake: Handshake, socket: ClientSocket) {
    this.#handshake = handshake;
    this.#socket = socket;
  }

  message(data: string | Uint8Array): void {
    const { ctx } = this.#handshake;
    this.#work = ctx.track(
      this.#work.then(() => this.#handle(readObject(typeof data === 'string' ? data : Buffer.from(data).toString()) ?? {})),
    );
  }

  closed(): void {
    this.#isOpen = false;
    clearInterval(this.#keepAlive);
    for (const subscription of this.#subscriptions.values())
      subscriptionsOf(this.#handshake.ctx).remove(this.#handshake.apiId, subscription);
    this.#subscriptions.clear();
  }

  #send(message: object): void {
    // A client that has gone hears nothing more.
    if (this.#isOpen) this.#socket.send(JSON.stringify(message)).catch(() => undefined);
  }

  async #handle({ type, id, payload }: Message): Promise<void> {
    if (!this.#isOpen) return;
    if (type === 'connection_init') return this.#init();
    if (type === 'start' && typeof id === 'string') return this.#start(id, payload);
    if (type === 'stop' && typeof id === 'string') return this.#stop(id);
    this.#send({
      type: 'error',
      ...(typeof id === 'string' && { id }),
      payload: { errors: [{ errorType: 'UnsupportedOperation', message: `The message type ${String(type)} is not known.` }] },
    });
  }

  async #init(): Promise<void> {
    const { apiId, headers, sourceIp, path, verifyMessage, ctx } = this.#handshake;
    const api = ctx.records(apis).get([apiId]);
    const operation = { query: undefined, operationName: undefined, variables: {} };
    try {
      if (!api) throw new Unauthorized('The API does not exist.');
      await authorize({
        api,
        headers,
        sourceIp,
        verifySignature: () => verifyMessage({ path: `${path}/connect`, headers, body: '{}' }),
        operation,
        requestId: ctx.requestId,
        ctx,
      });
    } catch (error) {
      if (!(error instanceof Unauthorized)) throw error;
      noteSubscription({ apiId, name: 'a connection', reason: error.reason, startedMs: performance.now() }, ctx);
      this.#send({
        type: 'connection_error',
        payload: { errors: [{ errorType: 'UnauthorizedException', message: error.message, errorCode: 400 }] },
      });
      this.#socket.close(4401, 'UnauthorizedException');
      return;
    }
    if (!this.#isOpen) return;
    this.#send({ type: 'connection_ack', payload: { connectionTimeoutMs: TIMEOUT_MS } });
    this.#send({ type: 'ka' });
    this.#keepAlive ??= setInterval(() => this.#send({ type: 'ka' }), KEEP_ALIVE_MS).unref();
  }

  async #start(id: string, payload: unknown): Promise<void> {
    const startedMs = performance.now();
    const { apiId } = this.#handshake;
    const ctx = this.#handshake.ctx.inTrace();
    const refuse = (errors: readonly object[], reason: string): void => {
      noteSubscription({ apiId, name: 'a subscription', reason, startedMs }, ctx);
      this.#send({ id, type: 'error', payload: { errors } });
    };
    if (this.#subscriptions.has(id))
      return refuse([{ errorType: 'DuplicatedOperationError', message: `The subscription ${id} has begun already.` }], 'its id is taken');
    if (this.#subscriptions.size >= MAX_SUBSCRIPTIONS)
      return refuse(
        [{ errorType: 'MaxSubscriptionsReachedError', message: `A connection can have at most ${MAX_SUBSCRIPTIONS} subscriptions.` }],
        'the connection has too many',
      );
    const outcome = await startSubscription(payload, this.#handshake, ctx);
    if ('errors' in outcome) return refuse(outcome.errors, outcome.reason);
    if (!this.#isOpen) return;
    const subscription: Subscription = { ...outcome.begun, id, send: (message) => this.#send(message), end: () => this.#stop(id) };
    this.#subscriptions.set(id, subscription);
    subscriptionsOf(ctx).add(apiId, subscription);
    noteSubscription({ apiId, name: `subscription ${subscription.field}`, startedMs }, ctx);
    this.#send({ id, type: 'start_ack' });
  }

  #stop(id: string): void {
    const subscription = this.#subscriptions.get(id);
    if (subscription) subscriptionsOf(this.#handshake.ctx).remove(this.#handshake.apiId, subscription);
    this.#subscriptions.delete(id);
    this.#send({ id, type: 'complete' });
  }
}
