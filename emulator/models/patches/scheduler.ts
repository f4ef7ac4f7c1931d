// Scheduler: a path that no operation has.
import type { ServicePatch } from '#protocol/patch';

export const patch: ServicePatch = {
  profile: { unknownOperation: { code: 'UnknownOperationException', status: 404 } },
};
