// Results of Lambda authorizers, kept for the time to live of the authorizer, on the emulator's clock. In memory only.
import type { Ctx } from '#core/ctx';
import type { Owned } from '#core/owned';

const MAX_RESULTS = 10_000;

interface KeptResult {
  readonly value: unknown;
  readonly untilMs: number;
}

export class AuthorizerResults implements Owned {
  readonly #results = new Map<string, KeptResult>();

  get<T>(key: string, nowMs: number): T | undefined {
    const found = this.#results.get(key);
    if (found && found.untilMs > nowMs) return found.value as T;
    if (found) this.#results.delete(key);
    return undefined;
  }

  /** The oldest results make room for new ones. */
  put(key: string, value: unknown, untilMs: number): void {
    if (this.#results.size >= MAX_RESULTS) this.#results.delete(this.#results.keys().next().value!);
    this.#results.set(key, { value, untilMs });
  }

  forget(api: string, stage: string): void {
    const prefix = resultKey(api, stage, '', []);
    for (const key of this.#results.keys()) if (key.startsWith(prefix.slice(0, prefix.indexOf('\n') + 1))) this.#results.delete(key);
  }

  async stop(): Promise<void> {
    this.#results.clear();
  }
}

/** The values of the identity sources are the key of a result. */
export const resultKey = (api: string, stage: string, authorizer: string, identity: readonly string[]): string =>
  `${api}/${stage}\n${authorizer}\n${JSON.stringify(identity)}`;

export const authorizerResultsOf = (ctx: Ctx): AuthorizerResults =>
  ctx.own('apigatewayv2.authorizer-results', () => new AuthorizerResults());
