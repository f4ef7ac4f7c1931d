// Event buses, as calls are judged: their policies and tags.
import type { Protects } from '#core/authorization/protected-resource';
import { busNamed } from './find-bus.ts';

export const protects: Protects = {
  find: (arn, ctx) => {
    const name = /:event-bus\/(.+)$/.exec(arn)?.[1];
    const bus = name === undefined ? undefined : busNamed(name, ctx);
    return bus && { policy: bus.policy, tags: Object.fromEntries(bus.tags.map(({ Key = '', Value = '' }) => [Key, Value])) };
  },
};
