// What a resource type's handler is handed: a context that calls as whoever deploys, or in a role, and knows its place in the stack.
import type { Ctx } from '#core/ctx';
import type { ResourceContext } from '#core/resources/resource-type';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const CHANCE_LENGTH = 12;

export interface ResourcePlace {
  readonly logicalId: string;
  readonly typeName: string;
  readonly stack: { readonly id: string; readonly name: string };
  readonly roleArn: string | undefined;
  created(physicalId: string): void;
  /** In the place of the context's own wait. */
  readonly wait?: ResourceContext['wait'];
  readonly waitIdle?: ResourceContext['waitIdle'];
}

type Own = Omit<ResourceContext, Exclude<keyof Ctx, 'call' | 'wait'>>;

/** The context with a place: what is not the place's own is the context's. */
export function resourceContext({ logicalId, typeName, stack, roleArn, created, ...waits }: ResourcePlace, ctx: Ctx): ResourceContext {
  const wait: ResourceContext['wait'] = waits.wait ?? ((key, untilMs) => ctx.wait(key, untilMs));
  const withRole = roleArn ?? `arn:aws:iam::${ctx.account}:root`;
  const own: Own = {
    logicalId,
    typeName,
    stack,
    created,
    physicalName: (longest) => {
      const logical = logicalId.slice(0, Math.max(1, longest - CHANCE_LENGTH - 3));
      const name = stack.name.slice(0, Math.max(1, longest - logical.length - CHANCE_LENGTH - 2));
      return `${name}-${logical}-${ctx.random(CHANCE_LENGTH, ALPHABET)}`;
    },
    waitIdle: waits.waitIdle ?? wait,
    wait,
    // No service principal: it acts for whoever deploys it, so no resource policy is asked.
    // What a handler makes and what is then written of it reach the disk together: nothing is made that nobody knows of.
    call: (service, operation, input, options = {}) =>
      ctx.call(service, operation, input, { ...options, unflushed: true, ...(options.as || options.withRole ? {} : { withRole }) }),
  };
  return new Proxy(ctx, {
    get: (target, name) => {
      if (name in own) return own[name as keyof Own];
      const found: unknown = Reflect.get(target, name, target);
      return typeof found === 'function' ? found.bind(target) : found;
    },
  }) as ResourceContext;
}
