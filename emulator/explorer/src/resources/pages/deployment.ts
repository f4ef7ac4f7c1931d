// Stacks and settings: one file of the build.
import { view as keys } from '#resources/keys.tsx';
import { view as logGroups } from '#resources/logs/log-groups.tsx';
import { view as parameters } from '#resources/parameters.tsx';
import { view as repositories } from '#resources/repositories.tsx';
import { view as roles } from '#resources/roles.tsx';
import { view as secrets } from '#resources/secrets.tsx';
import { view as stacks } from '#resources/stacks.tsx';
import type { ResourceView } from '#ui/resource.ts';

export { ClockDialog, DetailPage, ListPage } from '#shell/frames.ts';

/** By the section in the address. */
export const VIEWS: Readonly<Record<string, ResourceView<unknown>>> = {
  stacks,
  parameters,
  secrets,
  keys,
  roles,
  repositories,
  'log-groups': logGroups,
};
