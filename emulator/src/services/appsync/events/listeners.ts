// Clients that listen to channels of Event APIs. In memory: they end with their connections.
import type { Ctx } from '#core/ctx';
import type { Owned } from '#core/owned';
import { type Channel, takes } from './channels.ts';

export interface Listener {
  /** The client's own id, unique in its connection. */
  readonly id: string;
  readonly channel: Channel;
  send(message: object): void;
}

class Listeners implements Owned {
  readonly #byApi = new Map<string, Set<Listener>>();

  add(apiId: string, listener: Listener): void {
    const all = this.#byApi.get(apiId);
    if (all) all.add(listener);
    else this.#byApi.set(apiId, new Set([listener]));
  }

  remove(apiId: string, listener: Listener): void {
    const all = this.#byApi.get(apiId);
    all?.delete(listener);
    if (all?.size === 0) this.#byApi.delete(apiId);
  }

  /** `events`: texts of JSON. */
  tell(apiId: string, channel: Channel, events: readonly string[]): void {
    for (const { id, channel: asked, send } of this.#byApi.get(apiId) ?? [])
      if (takes(asked, channel)) for (const event of events) send({ id, type: 'data', event });
  }

  async stop(): Promise<void> {
    this.#byApi.clear();
  }
}

export const listenersOf = (ctx: Ctx): Listeners => ctx.own('appsync.listeners', () => new Listeners());
