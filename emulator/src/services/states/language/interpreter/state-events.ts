// Types of the events that a state begins and ends with.
import { STATE_TYPES, type StateType } from '#services/states/language/machine';

interface StateEvents {
  readonly entered: string;
  readonly exited: string;
}

/** Made once: a history keeps each text that is put together for it. */
export const STATE_EVENTS = Object.fromEntries(
  STATE_TYPES.map((type) => [type, { entered: `${type}StateEntered`, exited: `${type}StateExited` }]),
) as Readonly<Record<StateType, StateEvents>>;
