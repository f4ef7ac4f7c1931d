// `/_emulator/regions`: the accounts and regions that hold something.
import { answer, list, type ManagementRoute, object, text } from './route.ts';

const PLACE = object({ account: text('The account.'), region: text('The region.') });

export const REGION_ROUTES: readonly ManagementRoute[] = [
  {
    method: 'GET',
    url: '/_emulator/regions',
    effect: 'reads',
    schema: {
      title: 'Answers the accounts and regions that hold something',
      description: 'Answers every account and region that holds a record. Records that all regions share, such as roles, do not count.',
      response: { 200: answer('The places.', object({ regions: list(PLACE, 'By account, then by region.') })) },
    },
    handler: (_request, _reply, { kernel }) => ({
      regions: kernel.store.everyPlace().sort((a, b) => a.account.localeCompare(b.account) || a.region.localeCompare(b.region)),
    }),
  },
];
