// The steps of a request to an API, or of a message to one, in the order that all kinds of APIs share. Each kind gives its own step for a name.
// The result of a step is added to the exchange: only steps after it can read it.
import type { Ctx } from '#core/ctx';
import type { RequestFailure } from '#services/apigateway/calls/note-request';

export type Step<Given, Added = void> = (exchange: Given, ctx: Ctx) => Added | Promise<Added>;

/** The facts of an exchange that every kind has. */
export interface Timed {
  /** Time that the integration took, until it answered or failed; undefined where it was not called. */
  integrationMs: number | undefined;
}

/** `Begun`: the exchange at its start. `Matched`, `Mapped` and `Called` are what their steps add to it. */
export interface Steps<Begun extends Timed, Matched extends object, Mapped extends object, Called extends object, Answer> {
  /** Answers what is for no route; undefined for all else. */
  readonly preflight?: (exchange: Begun) => Answer | undefined;
  /** Finds the route, the method or the message's route. */
  readonly match: Step<Begun, Matched>;
  /** The resource policy of the API. */
  readonly policy?: Step<Begun & Matched>;
  readonly authorize?: Step<Begun & Matched>;
  /** The API key of the client. */
  readonly key?: Step<Begun & Matched>;
  readonly throttle?: Step<Begun & Matched>;
  /** Parameters and body, against what the API declares of them. */
  readonly validate?: Step<Begun & Matched>;
  /** Makes the request to the integration. */
  readonly mapRequest: Step<Begun & Matched, Mapped>;
  /** Calls the function, the service or the endpoint. */
  readonly integrate: Step<Begun & Matched & Mapped, Called>;
  readonly mapResponse: Step<Begun & Matched & Mapped & Called, Answer>;
  /** The answer to a request that a step ended by an error. @throws the error where it is none of the kind's own */
  readonly refuse: (error: unknown, exchange: Begun, ctx: Ctx) => Answer;
}

/** The checks, in their order. */
const CHECKS = ['policy', 'authorize', 'key', 'throttle', 'validate'] as const;

export async function runSteps<Begun extends Timed, Matched extends object, Mapped extends object, Called extends object, Answer>(
  steps: Steps<Begun, Matched, Mapped, Called, Answer>,
  exchange: Begun,
  ctx: Ctx,
): Promise<Answer> {
  try {
    const early = steps.preflight?.(exchange);
    if (early !== undefined) return early;
    const matched = Object.assign(exchange, await steps.match(exchange, ctx));
    for (const name of CHECKS) {
      const check = steps[name];
      if (check) await check(matched, ctx);
    }
    const mapped = Object.assign(matched, await steps.mapRequest(matched, ctx));
    const called = Object.assign(mapped, await timed(() => steps.integrate(mapped, ctx), exchange, ctx));
    return await steps.mapResponse(called, ctx);
  } catch (error) {
    return steps.refuse(error, exchange, ctx);
  }
}

async function timed<T>(call: () => T | Promise<T>, exchange: Timed, ctx: Ctx): Promise<T> {
  const startedMs = ctx.now();
  try {
    return await call();
  } finally {
    exchange.integrationMs = ctx.now() - startedMs;
  }
}

/** Ends a request in one of its steps: the gateway answers it itself. */
export class Refusal<Answer> extends Error {
  override readonly name = 'Refusal';
  readonly answer: Answer;
  readonly failure: RequestFailure;

  constructor(answer: Answer, failure: RequestFailure) {
    super(failure.reason);
    this.answer = answer;
    this.failure = failure;
  }
}

type AccessStep = 'policy' | 'authorize' | 'key' | 'throttle';

/** The steps without the checks of access: everybody may call. */
export const withoutAccess = <T extends { readonly [name in AccessStep]?: unknown }>(steps: T): T => ({
  ...steps,
  ...{ policy: undefined, authorize: undefined, key: undefined, throttle: undefined },
});
