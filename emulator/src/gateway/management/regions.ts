// `/_emulator/regions`: the accounts and regions that hold something, and the kinds of records that each holds.
import type { Store } from '#core/records';
import { answer, list, type ManagementRoute, object, text } from './route.ts';

const COLLECTIONS = list({ type: 'string' }, 'The collections with records there, such as `sqs.queues`, by name.');
const PLACE = object({ account: text('The account.'), region: text('The region.'), collections: COLLECTIONS });
const SHARED = object({ account: text('The account.'), collections: COLLECTIONS });

interface Holding {
  readonly account: string;
  readonly region: string;
  readonly collections: readonly string[];
}

/** By account, then by region; the region is empty for records that all regions of an account share. */
function holdingsIn(store: Pick<Store, 'everyHolding'>): Holding[] {
  const held = new Map<string, { account: string; region: string; collections: string[] }>();
  for (const { collection, place } of store.everyHolding()) {
    const name = `${place.account}\n${place.region}`;
    const { collections } = held.get(name) ?? held.set(name, { ...place, collections: [] }).get(name)!;
    collections.push(collection);
  }
  for (const { collections } of held.values()) collections.sort();
  return [...held.values()].sort((a, b) => a.account.localeCompare(b.account) || a.region.localeCompare(b.region));
}

export const REGION_ROUTES: readonly ManagementRoute[] = [
  {
    method: 'GET',
    url: '/_emulator/regions',
    effect: 'reads',
    schema: {
      title: 'Answers the accounts and regions that hold something',
      description:
        'Answers every account and region that holds a record, with the collections of these records, and each account with records that all its regions share, such as roles.',
      response: {
        200: answer(
          'The places.',
          object({ regions: list(PLACE, 'By account, then by region.'), shared: list(SHARED, 'Records without a region, by account.') }),
        ),
      },
    },
    handler: (_request, _reply, { kernel }) => {
      const holdings = holdingsIn(kernel.store);
      return { regions: holdings.filter(({ region }) => region !== ''), shared: holdings.filter(({ region }) => region === '') };
    },
  },
];
