// Subscriptions of clients that are connected, by API. In memory: they end with their connections.
import type { DocumentNode, OperationDefinitionNode } from 'graphql';
import type { Ctx } from '#core/ctx';
import type { Owned } from '#core/owned';
import type { ApiCaller } from '#services/appsync/authorize/caller';

export interface Subscription {
  /** The client's own id, unique in its connection. */
  readonly id: string;
  readonly field: string;
  readonly args: Readonly<Record<string, unknown>>;
  /** Set by its resolver: takes the place of the arguments. */
  readonly filter: unknown;
  readonly invalidationFilter: unknown;
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly caller: ApiCaller;
  /** Subscriptions for which it is the same are told the same. */
  readonly key: string;
  send(message: object): void;
  /** Ends it, and tells the client. */
  end(): void;
}

class Subscriptions implements Owned {
  readonly #byApi = new Map<string, Set<Subscription>>();

  add(apiId: string, subscription: Subscription): void {
    const all = this.#byApi.get(apiId);
    if (all) all.add(subscription);
    else this.#byApi.set(apiId, new Set([subscription]));
  }

  remove(apiId: string, subscription: Subscription): void {
    const all = this.#byApi.get(apiId);
    all?.delete(subscription);
    if (all?.size === 0) this.#byApi.delete(apiId);
  }

  of(apiId: string, field: string): Subscription[] {
    return [...(this.#byApi.get(apiId) ?? [])].filter((each) => each.field === field);
  }

  async stop(): Promise<void> {
    this.#byApi.clear();
  }
}

export const subscriptionsOf = (ctx: Ctx): Subscriptions => ctx.own('appsync.subscriptions', () => new Subscriptions());
