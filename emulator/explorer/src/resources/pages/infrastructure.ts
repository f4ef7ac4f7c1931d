// APIs, storage, stacks and settings: one file of the build.
import { view as apis } from '#resources/apis/http-apis.tsx';
import { view as restApis } from '#resources/apis/rest-apis.tsx';
import { view as buckets } from '#resources/buckets.tsx';
import { view as keys } from '#resources/keys.tsx';
import { view as logGroups } from '#resources/logs/log-groups.tsx';
import { view as parameters } from '#resources/parameters.tsx';
import { view as repositories } from '#resources/repositories.tsx';
import { view as roles } from '#resources/roles.tsx';
import { view as secrets } from '#resources/secrets.tsx';
import { view as stacks } from '#resources/stacks.tsx';
import { view as tables } from '#resources/tables.tsx';
import type { ResourceView } from '#ui/resource.ts';

export { ClockDialog, DetailPage, ListPage } from '#shell/frames.ts';

/** By the section in the address. */
export const VIEWS: Readonly<Record<string, ResourceView<unknown>>> = {
  apis,
  'rest-apis': restApis,
  buckets,
  tables,
  stacks,
  parameters,
  secrets,
  keys,
  roles,
  repositories,
  'log-groups': logGroups,
};
