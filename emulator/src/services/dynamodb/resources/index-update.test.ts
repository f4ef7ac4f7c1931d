import { expect, it } from 'vitest';
import { indexUpdate } from './index-update.ts';

const table = (OnDemandThroughput?: Record<string, number>) => ({
  GlobalSecondaryIndexes: [
    {
      IndexName: 'by-owner',
      KeySchema: [{ AttributeName: 'owner', KeyType: 'HASH' }],
      Projection: { ProjectionType: 'ALL' },
      ...(OnDemandThroughput && { OnDemandThroughput }),
    },
  ],
});
const limits = (before?: Record<string, number>, next?: Record<string, number>) =>
  indexUpdate(table(next), table(before))?.GlobalSecondaryIndexUpdates?.[0]?.Update?.OnDemandThroughput;

it.each([
  [{ MaxReadRequestUnits: 5, MaxWriteRequestUnits: 6 }, undefined, { MaxReadRequestUnits: -1, MaxWriteRequestUnits: -1 }],
  [{ MaxReadRequestUnits: 5, MaxWriteRequestUnits: 6 }, { MaxWriteRequestUnits: 6 }, { MaxReadRequestUnits: -1, MaxWriteRequestUnits: 6 }],
  [{ MaxReadRequestUnits: 5 }, { MaxWriteRequestUnits: 6 }, { MaxReadRequestUnits: -1, MaxWriteRequestUnits: 6 }],
  [undefined, { MaxReadRequestUnits: 5 }, { MaxReadRequestUnits: 5, MaxWriteRequestUnits: undefined }],
  [{ MaxReadRequestUnits: 5 }, { MaxReadRequestUnits: 5 }, undefined],
])('limits of an index that a template no longer gives are lifted: %j, then %j', (before, next, expected) =>
  expect(limits(before, next)).toEqual(expected),
);
