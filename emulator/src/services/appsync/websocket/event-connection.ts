// One client's connection to an Event API: it listens to channels, and publishes to them.
// https://docs.aws.amazon.com/appsync/latest/eventapi/event-api-websocket-protocol.html
import type { Frozen } from '#core/records';
import type { ClientSocket, SocketListener } from '#core/upgrade';
import { readObject } from '#lib/json-object';
import { Unauthorized } from '#services/appsync/authorize/caller';
import { channelIn } from '#services/appsync/events/channels';
import { authorizeEvent } from '#services/appsync/events/event-access';
import { runHandler } from '#services/appsync/events/event-handlers';
import { type Listener, listenersOf } from '#services/appsync/events/listeners';
import { type EventRefusal, publishEvents } from '#services/appsync/events/publish-events';
import { channelNamespaces, type EventApi, eventApis } from '#services/appsync/state';
import type { Handshake } from './handshake.ts';
import { noteSubscription } from './note-subscription.ts';
import { headersIn } from './start-subscription.ts';

/** Limit: channels that one connection listens to. */
const MAX_LISTENERS = 100;
const KEEP_ALIVE_MS = 60_000;
const TIMEOUT_MS = 300_000;

type Message = Readonly<Record<string, unknown>>;

export class EventConnection implements SocketListener {
  readonly #handshake: Handshake;
  readonly #socket: ClientSocket;
  readonly #listeners = new Map<string, Listener>();
  #keepAlive: NodeJS.Timeout | undefined;
  #isOpen = true;
  #isReady = false;
  /** Messages are handled one after another. */
  #work: Promise<void> = Promise.resolve();

  constructor(handshake: Handshake, socket: ClientSocket) {
    this.#handshake = handshake;
    this.#socket = socket;
  }

  message(data: string | Uint8Array): void {
    const message = readObject(typeof data === 'string' ? data : Buffer.from(data).toString()) ?? {};
    this.#work = this.#handshake.ctx.track(this.#work.then(() => this.#handle(message)));
  }

  closed(): void {
    this.#isOpen = false;
    clearInterval(this.#keepAlive);
    for (const listener of this.#listeners.values()) listenersOf(this.#handshake.ctx).remove(this.#handshake.apiId, listener);
    this.#listeners.clear();
  }

  #send(message: object): void {
    // A client that has gone hears nothing more.
    if (this.#isOpen) this.#socket.send(JSON.stringify(message)).catch(() => undefined);
  }

  async #handle(message: Message): Promise<void> {
    if (!this.#isOpen) return;
    const { type, id } = message;
    if (type === 'connection_init') return this.#init();
    if (typeof id === 'string' && this.#isReady) {
      if (type === 'subscribe') return this.#guarded('subscribe', id, message, (api) => this.#subscribe(id, api, message));
      if (type === 'publish') return this.#guarded('publish', id, message, (api) => this.#publish(id, api, message));
      if (type === 'unsubscribe') return this.#unsubscribe(id);
    }
    const errors = [{ errorType: 'UnsupportedOperation', message: `The message type ${String(type)} is not known.` }];
    this.#send({ type: 'error', ...(typeof id === 'string' && { id }), errors });
  }

  #api(): Frozen<EventApi> {
    const { apiId, ctx } = this.#handshake;
    const api = ctx.records(eventApis).get([apiId]);
    if (!api) throw new Unauthorized('The API does not exist.');
    return api;
  }

  /** The credentials of a message, or those of the handshake. `signed`: the JSON that clients sign in the place of the message. */
  #request(api: Frozen<EventApi>, given: unknown, signed: object) {
    const { sourceIp, ctx, headers, path, verifyMessage } = this.#handshake;
    const own = given === undefined ? headers : headersIn(given);
    return {
      api,
      headers: own,
      sourceIp,
      verifySignature: () => verifyMessage({ path, headers: own, body: JSON.stringify(signed) }),
      requestId: ctx.requestId,
      ctx: ctx.inTrace(),
    };
  }

  async #init(): Promise<void> {
    const { apiId, ctx } = this.#handshake;
    try {
      await authorizeEvent({ ...this.#request(this.#api(), undefined, {}), action: 'EVENT_CONNECT' });
    } catch (error) {
      if (!(error instanceof Unauthorized)) throw error;
      noteSubscription({ apiId, name: 'a connection', reason: error.reason, startedMs: performance.now() }, ctx);
      this.#send({ type: 'connection_error', errors: [{ errorType: 'UnauthorizedException', message: error.message, errorCode: 401 }] });
      this.#socket.close(4401, 'UnauthorizedException');
      return;
    }
    if (!this.#isOpen) return;
    this.#isReady = true;
    this.#send({ type: 'connection_ack', connectionTimeoutMs: TIMEOUT_MS });
    this.#send({ type: 'ka' });
    this.#keepAlive ??= setInterval(() => this.#send({ type: 'ka' }), KEEP_ALIVE_MS).unref();
  }

  /** Answers `publish_error` and its like, and notes what was asked. */
  async #guarded(
    verb: 'subscribe' | 'publish',
    id: string,
    { channel }: Message,
    work: (api: Frozen<EventApi>) => Promise<EventRefusal | undefined>,
  ): Promise<void> {
    const startedMs = performance.now();
    const { apiId } = this.#handshake;
    const ctx = this.#handshake.ctx.inTrace();
    const name = `${verb} to ${typeof channel === 'string' ? channel.slice(0, 300) : 'no channel'}`;
    const refuse = ({ errorType, message }: EventRefusal, reason: string): void => {
      noteSubscription({ apiId, name, reason, startedMs }, ctx);
      this.#send({ type: `${verb}_error`, id, errors: [{ errorType, message }] });
    };
    try {
      const refused = await work(this.#api());
      if (refused) refuse(refused, refused.message);
      else noteSubscription({ apiId, name, startedMs }, ctx);
    } catch (error) {
      if (!(error instanceof Unauthorized)) throw error;
      refuse({ errorType: 'UnauthorizedException', message: error.message }, error.reason);
    }
  }

  async #subscribe(id: string, api: Frozen<EventApi>, message: Message): Promise<EventRefusal | undefined> {
    if (this.#listeners.has(id)) return { errorType: 'DuplicatedOperationError', message: `The subscription ${id} has begun already.` };
    if (this.#listeners.size >= MAX_LISTENERS)
      return { errorType: 'MaxSubscriptionsReachedError', message: `A connection can have at most ${MAX_LISTENERS} subscriptions.` };
    const channel = channelIn(message['channel']);
    if (!channel) return { errorType: 'BadRequestException', message: `Invalid channel path: ${String(message['channel'])}` };
    const request = this.#request(api, message['authorization'], { channel: message['channel'] });
    const { ctx, headers } = request;
    const namespace = ctx.records(channelNamespaces).get([api.id, channel.namespace]);
    const caller = await authorizeEvent({ ...request, action: 'EVENT_SUBSCRIBE', namespace, channel });
    if (!namespace) return { errorType: 'NotFoundException', message: `Channel namespace ${channel.namespace} not found.` };
    const outcome = await runHandler({ apiId: api.id, namespace, channel, caller, headers, operation: 'SUBSCRIBE', events: null }, ctx);
    if ('failed' in outcome) return outcome.failed;
    if (!this.#isOpen) return undefined;
    const listener: Listener = { id, channel, send: (event) => this.#send(event) };
    this.#listeners.set(id, listener);
    listenersOf(ctx).add(api.id, listener);
    this.#send({ type: 'subscribe_success', id });
    return undefined;
  }

  async #publish(id: string, api: Frozen<EventApi>, { channel, events, authorization }: Message): Promise<EventRefusal | undefined> {
    const outcome = await publishEvents({ ...this.#request(api, authorization, { channel, events }), channel, events });
    if ('refused' in outcome) return outcome.refused;
    this.#send({ type: 'publish_success', id, ...outcome });
    return undefined;
  }

  #unsubscribe(id: string): void {
    const listener = this.#listeners.get(id);
    const errors = [{ errorType: 'UnknownOperationError', message: `Unknown operation id ${id}` }];
    this.#listeners.delete(id);
    if (listener) listenersOf(this.#handshake.ctx).remove(this.#handshake.apiId, listener);
    this.#send(listener ? { type: 'unsubscribe_success', id } : { type: 'unsubscribe_error', id, errors });
  }
}
