// The context of a resource type's handler: it calls as the client that deploys, or in a role, and knows the resource's place in the stack.
import type { Ctx } from '#core/ctx';
import { Fault } from '#core/fault';
import type { ResourceContext } from '#core/resources/resource-type';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const CHANCE_LENGTH = 12;

export interface ResourceIdentity {
  readonly logicalId: string;
  readonly typeName: string;
  readonly stack: { readonly id: string; readonly name: string };
  readonly roleArn: string | undefined;
  /** As in `CallOptions`. */
  readonly calledVia?: string | undefined;
  created(physicalId: string): void;
  /** Told of each write, and of each call, unless it only reads or was refused: a failure of the service may come half-way. */
  changed?(): void;
  /** Replaces the context's own `wait`. */
  readonly wait?: ResourceContext['wait'] | undefined;
  readonly waitIdle?: ResourceContext['waitIdle'] | undefined;
}

/**
 * The stack's name and the logical id, with room for a dash and the random end. Where both do not fit, each gets half of the room, and what the other
 * one does not need. (Seen in names of real resources: 25 and 25 characters of 64, 25 and 24 of 63, 12 and 38 of 64.)
 */
export function sharedName(stackName: string, logicalId: string, longest: number): string {
  const room = longest - CHANCE_LENGTH - 2;
  const name = stackName.slice(0, Math.max(Math.ceil(room / 2), room - logicalId.length));
  return `${name}-${logicalId.slice(0, room - name.length)}`;
}

/** Operations that change nothing, among the operations that handlers call. */
const READS = /^(?:Describe|Get|Head|List)/;

type Own = Omit<ResourceContext, Exclude<keyof Ctx, 'call' | 'callNamed' | 'in' | 'wait' | 'write'>>;

/** Adds a resource's place to a context: members of the place win over those of the context. */
export function resourceContext(identity: ResourceIdentity, ctx: Ctx): ResourceContext {
  const { logicalId, typeName, stack, roleArn, calledVia, created, changed = () => {}, ...waits } = identity;
  const wait: ResourceContext['wait'] = waits.wait ?? ((key, untilMs) => ctx.wait(key, untilMs));
  const withRole = roleArn ?? `arn:aws:iam::${ctx.account}:root`;
  // No service principal: the handler acts for the client that deploys, so resource policies are not checked.
  // Unflushed: the resource and the record about it reach the disk together, so no resource exists that the stack does not know of.
  const callNamed: ResourceContext['callNamed'] = async (service, operation, input, options = {}) => {
    let isRefused = false;
    const how = { calledVia, ...options, unflushed: true, ...(options.as || options.withRole ? {} : { withRole }) };
    try {
      return await ctx.callNamed(service, operation, input, how);
    } catch (error) {
      isRefused = error instanceof Fault && error.options.blame !== 'server' && (error.options.status ?? 400) < 500;
      throw error;
    } finally {
      if (!isRefused && !READS.test(operation)) changed();
    }
  };
  const own: Own = {
    logicalId,
    typeName,
    stack,
    created,
    physicalName: (longest, first = stack.name) => `${sharedName(first, logicalId, longest)}-${ctx.random(CHANCE_LENGTH, ALPHABET)}`,
    waitIdle: waits.waitIdle ?? wait,
    wait,
    call: (service, operation, input, options) => callNamed(service, operation, input, options) as Promise<never>,
    callNamed: (service, operation, input, options) => callNamed(service, operation, input, options),
    write: (decide) => {
      changed();
      return ctx.write(decide);
    },
    in: (place) => resourceContext({ ...identity, wait: undefined, waitIdle: undefined }, ctx.in(place)),
  };
  return new Proxy(ctx, {
    get: (target, name) => {
      if (Object.hasOwn(own, name)) return own[name as keyof Own];
      const found: unknown = Reflect.get(target, name, target);
      return typeof found === 'function' ? found.bind(target) : found;
    },
  }) as ResourceContext;
}
