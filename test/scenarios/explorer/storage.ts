// Tables, buckets, streams, secrets, parameters and keys: what one reaches for on their pages.
import { DynamoDB } from '@aws-sdk/client-dynamodb';
import { KMS } from '@aws-sdk/client-kms';
import { S3 } from '@aws-sdk/client-s3';
import { SSM } from '@aws-sdk/client-ssm';
import { expect, it } from 'vitest';
import type { ExplorerSession } from '../../support/explorer-session.ts';

export function storageTests(session: ExplorerSession): void {
  const region = (name: string) => session.page.getByRole('region', { name, exact: true });

  it('queries a table by its key, keeps the query in the address, changes an item and deletes one', async () => {
    const dynamodb = session.client(DynamoDB);
    await session.open('tables/orders');
    // The table has no sort key to ask for.
    expect(await session.page.getByLabel('Sort key').count()).toBe(0);
    await session.page.getByLabel('Partition key').fill('o-2');
    await session.page.keyboard.press('Enter');
    const items = region('items');
    await items.getByText('Linus').waitFor({ state: 'detached' });
    await items.getByText('Grace').waitFor();
    await session.page.reload();
    await items.getByText('Grace').waitFor();
    expect(await items.getByText('Linus').count()).toBe(0);
    await session.press('o-2');
    await session.page.getByRole('textbox', { name: 'Item' }).fill('{"id":"o-2","total":81,"customer":"Grace"}');
    await session.press('Put item');
    await items.getByText('81', { exact: true }).waitFor();
    expect((await dynamodb.getItem({ TableName: 'orders', Key: { id: { S: 'o-2' } } })).Item).toMatchObject({ total: { N: '81' } });
    await session.press('Delete item');
    await session.press('Delete the item?');
    await items.getByText('No item.').waitFor();
    await session.page.getByRole('tab', { name: 'PartiQL' }).click();
    await session.press('Run');
    await region('result').getByRole('row').filter({ hasText: 'Ada' }).waitFor();
    expect(session.problems).toEqual([]);
  });

  it('asks for the sort key of the index that is chosen', async () => {
    await session.client(DynamoDB).createTable({
      TableName: 'by-customer',
      AttributeDefinitions: ['id', 'customer', 'placed'].map((AttributeName) => ({ AttributeName, AttributeType: 'S' })),
      KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
      GlobalSecondaryIndexes: [
        {
          IndexName: 'customers',
          KeySchema: [
            { AttributeName: 'customer', KeyType: 'HASH' },
            { AttributeName: 'placed', KeyType: 'RANGE' },
          ],
          Projection: { ProjectionType: 'ALL' },
        },
      ],
      BillingMode: 'PAY_PER_REQUEST',
    });
    for (const [id, placed] of [
      ['o-1', '2026-01'],
      ['o-2', '2026-02'],
    ] as const)
      await session
        .client(DynamoDB)
        .putItem({ TableName: 'by-customer', Item: { id: { S: id }, customer: { S: 'Ada' }, placed: { S: placed } } });
    await session.open('tables/by-customer');
    await region('items').getByText('o-1').waitFor();
    expect(await session.page.getByLabel('Sort key').count()).toBe(0);
    await session.page.getByLabel('Index').selectOption('customers');
    await session.page.getByLabel('Partition key').fill('Ada');
    await session.page.getByLabel('Sort key').fill('2026-02');
    await session.page.keyboard.press('Enter');
    await region('items').getByText('o-1').waitFor({ state: 'detached' });
    await region('items').getByText('o-2').waitFor();
  });

  it('uploads an object, shows its text and its headers, downloads and deletes it', async () => {
    await session.open('buckets/uploads');
    const text = '{"from":"<b>the page</b>"}';
    await session.page
      .getByLabel('Files to upload')
      .setInputFiles({ name: 'note.json', mimeType: 'application/json', buffer: Buffer.from(text) });
    await session.press('View note.json');
    const object = region('Object note.json');
    await object.getByText('"<b>the page</b>"').waitFor();
    await object.getByText('application/json').waitFor();
    const [download] = await Promise.all([session.page.waitForEvent('download'), session.press('Download note.json')]);
    const chunks: Buffer[] = [];
    for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
    expect([download.suggestedFilename(), Buffer.concat(chunks).toString()]).toEqual(['note.json', text]);
    await session.page.getByRole('link', { name: 'photos/' }).click();
    await session.page.getByText('one.txt').waitFor();
    await session.page.goBack();
    await session.press('Delete note.json');
    await session.press('Delete note.json?');
    await session.page.getByRole('status').getByText('Deleted note.json.').waitFor();
    await expect(session.client(S3).headObject({ Bucket: 'uploads', Key: 'note.json' })).rejects.toThrow();
    expect(session.problems).toEqual([]);
  });

  it('puts a record into a stream, and shows it', async () => {
    await session.open('streams/clicks');
    await session.press('Put record');
    await session.fill('Data', '{"page":"home"}');
    await session.submit('Put record');
    await region('records').getByText('{"page":"home"}').waitFor();
  });

  it('shows the value of a secret where somebody asks, and changes that of a parameter', async () => {
    await session.open('secrets');
    await session.link('shop/database').click();
    await session.press('Show value');
    await session.submit('Show the value');
    await region('Value').getByText('"shop"').waitFor();
    await session.open('parameters/%2Fshop%2Ftable');
    await session.press('Change value');
    await session.fill('Value', 'invoices');
    await session.submit('Put a new version');
    await session.page.getByRole('tab', { name: 'Versions 2' }).click();
    expect((await session.client(SSM).getParameter({ Name: '/shop/table' })).Parameter?.Value).toBe('invoices');
  });

  it('encrypts a text with a key, and decrypts it', async () => {
    const { KeyMetadata } = await session.client(KMS).createKey({ Description: 'of the test' });
    await session.open(`keys/${KeyMetadata!.KeyId}`);
    await session.press('Encrypt');
    await session.fill('Text', 'a secret');
    await session.submit('Encrypt');
    const ciphertext = (await region('Ciphertext').textContent()) ?? '';
    await session.submit('Close');
    await session.press('Decrypt');
    await session.fill('Ciphertext in base64', ciphertext);
    await session.submit('Decrypt');
    await region('Text').getByText('a secret').waitFor();
  });
}
