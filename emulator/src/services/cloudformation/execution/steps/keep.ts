// Leaves a resource as it is: an update of it was refused before it had changed anything, or what it changed is undone.
import type { Outcome } from './step.ts';

export const keep = (): Promise<Outcome> => Promise.resolve(undefined);
