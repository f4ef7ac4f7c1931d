// The revision of a machine, which answers show once it is another one than the first (recorded).
import type { Frozen } from '#core/records';
import type { StateMachine } from '#services/states/state';

export const isChanged = ({ createdMs, updatedMs }: Frozen<StateMachine>): boolean => updatedMs !== createdMs;

export const shownRevision = (machine: Frozen<StateMachine>): { readonly revisionId?: string } =>
  isChanged(machine) ? { revisionId: machine.revisionId } : {};
