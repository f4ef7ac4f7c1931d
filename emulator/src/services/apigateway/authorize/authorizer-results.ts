// Results of Lambda authorizers, kept for the time to live of the authorizer, on the emulator's clock. In memory only.
import type { Ctx } from '#core/ctx';
import type { Owned } from '#core/owned';

const MAX_RESULTS = 10_000;

interface KeptResult {
  readonly value: unknown;
  readonly untilMs: number;
}

/** The results of authorizer `authorizer` at a stage; the values of its identity sources are the key of one of them. */
interface ResultKey {
  readonly api: string;
  readonly stage: string;
  readonly authorizer: string;
  readonly identity: readonly string[];
}

class AuthorizerResults implements Owned {
  readonly #results = new Map<string, KeptResult>();

  get<T>(key: ResultKey, nowMs: number): T | undefined {
    const text = textOf(key);
    const found = this.#results.get(text);
    if (found && found.untilMs > nowMs) return found.value as T;
    if (found) this.#results.delete(text);
    return undefined;
  }

  /** The oldest results make room for new ones. */
  put(key: ResultKey, value: unknown, untilMs: number): void {
    if (this.#results.size >= MAX_RESULTS) this.#results.delete(this.#results.keys().next().value!);
    this.#results.set(textOf(key), { value, untilMs });
  }

  /** Forgets the results of a stage. */
  forget(api: string, stage: string): void {
    for (const key of this.#results.keys()) if (key.startsWith(prefixOf({ api, stage }))) this.#results.delete(key);
  }

  async stop(): Promise<void> {
    this.#results.clear();
  }
}

const prefixOf = ({ api, stage }: Pick<ResultKey, 'api' | 'stage'>): string => `${api}/${stage}\n`;
const textOf = (key: ResultKey): string => `${prefixOf(key)}${key.authorizer}\n${JSON.stringify(key.identity)}`;

export const authorizerResultsOf = (ctx: Ctx): AuthorizerResults => ctx.own('apigateway.authorizer-results', () => new AuthorizerResults());
