// How large an UpdateItem may be: the item that it makes, and the update itself. Cases from paritysuite/dynamodb-conformance (itemSizeBySurface),
// captured in August and October 2026; us-east-1 is among the regions that charge for the update.
import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { expect, it } from 'vitest';
import { type Item, tableOf, useTables } from '../../support/use-tables.ts';

const TableName = 'sizes';
const fixture = useTables(tableOf(TableName, ['pk:S']));
const MAX_BYTES = 409_600;
const TOO_LARGE = 'Item size to update has exceeded the maximum allowed size';
const S = (text: string): AttributeValue => ({ S: text });

interface Shape {
  readonly expression: string;
  /** Bytes that the charge has besides those of the padding `:pad`. */
  readonly charged: number;
  readonly values?: Item;
  readonly seed?: Item;
}

const SHAPES: readonly Shape[] = [
  // 3 for the update, 19 for the clause, the name.
  { expression: 'SET b = :pad', charged: 3 + 19 + 1 },
  { expression: 'SET b = :pad, c = :c', charged: 3 + 2 * 19 + 1 + 1 + 1, values: { ':c': S('y') } },
  { expression: 'SET b = :pad REMOVE r', charged: 3 + 19 + 1 + 2, seed: { r: S('z') } },
  { expression: 'SET l[0] = :pad', charged: 3 + 19 + 1 + 4 + 1, seed: { l: { L: [S('z')] } } },
  { expression: 'SET d.leaf = :pad', charged: 3 + 19 + 1 + 4 + 4, seed: { d: { M: {} } } },
  { expression: 'SET b = :pad, c = m.z', charged: 3 + 19 + 1 + 19 + 1 + 1 + 15 + 15, seed: { m: { M: { z: S('z') } } } },
  { expression: 'SET b = if_not_exists(b, :pad)', charged: 3 + 19 + 1 + 39 + 1 + 15 },
  {
    expression: 'SET b = :pad, n = n + :one',
    charged: 3 + 19 + 1 + 19 + 1 + 34 + 1 + 15 + 2,
    values: { ':one': { N: '1' } },
    seed: { n: { N: '1' } },
  },
  {
    expression: 'SET b = :pad ADD s :s',
    charged: 3 + 19 + 1 + 19 + 1 + 3,
    values: { ':s': { SS: ['old', 'new'] } },
    seed: { s: { SS: ['old'] } },
  },
  { expression: 'SET b = :pad DELETE s :s', charged: 3 + 19 + 1 + 2, values: { ':s': { SS: ['old'] } }, seed: { s: { SS: ['old'] } } },
];

it.each(SHAPES)('$expression may take 409,600 bytes with what is charged for it', async ({ expression, charged, values = {}, seed }) => {
  const update = async (bytes: number): Promise<unknown> => {
    await fixture.put(TableName, { pk: S('K'), ...seed });
    return fixture.db.updateItem({
      TableName,
      Key: { pk: S('K') },
      UpdateExpression: expression,
      // The charge comes before the condition.
      ConditionExpression: bytes > MAX_BYTES ? 'attribute_exists(nothing)' : 'attribute_exists(pk)',
      ExpressionAttributeValues: { ...values, ':pad': S('x'.repeat(bytes - charged)) },
    });
  };
  await update(MAX_BYTES);
  await expect(update(MAX_BYTES + 1)).rejects.toMatchObject({ name: 'ValidationException', message: TOO_LARGE });
});

it('the item that an update makes never exceeds 409,600 bytes either', async () => {
  const Key = { pk: S('k'.repeat(100)) };
  const update = (bytes: number) =>
    fixture.db.updateItem({
      TableName,
      Key,
      UpdateExpression: 'SET b = :pad',
      ExpressionAttributeValues: { ':pad': S('x'.repeat(bytes - 103)) },
    });
  await update(MAX_BYTES);
  await expect(update(MAX_BYTES + 1)).rejects.toThrow(TOO_LARGE);
});

it('updates of statements and transactions are charged for the item alone', async () => {
  await fixture.put(TableName, { pk: S('K') });
  const Parameters = [S('x'.repeat(MAX_BYTES - 4))];
  await fixture.db.executeStatement({ Statement: `UPDATE "${TableName}" SET p = ? WHERE pk = 'K'`, Parameters });
  await expect(
    fixture.db.executeStatement({ Statement: `UPDATE "${TableName}" SET p = ?, q = 1 WHERE pk = 'K'`, Parameters }),
  ).rejects.toThrow(TOO_LARGE);
});
