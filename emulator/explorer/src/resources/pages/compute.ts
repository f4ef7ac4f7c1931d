// Functions, layers, state machines: one file of the build.
import { view as functions } from '#resources/functions/functions.tsx';
import { view as layers } from '#resources/functions/layers.tsx';
import { view as stateMachines } from '#resources/states/state-machines.tsx';
import type { ResourceView } from '#ui/resource.ts';

export { ClockDialog, DetailPage, ListPage } from '#shell/frames.ts';

/** By the section in the address. */
export const VIEWS: Readonly<Record<string, ResourceView<unknown>>> = {
  functions,
  layers,
  'state-machines': stateMachines,
};
