// Tables: their items, a query by keys, an item as JSON to edit.

import { useState } from 'preact/hooks';
import { wordsOf } from '#api/fault.ts';
import { callOf, type InputOf, type OutputOf } from '#api/model.ts';
import { type Attribute, type Item, itemToPlain, plainToItem, toPlain } from '#resources/attribute-json.ts';
import { useQuery } from '#shell/query.ts';
import { readOnly, say } from '#shell/session.ts';
import { Confirm } from '#ui/confirm.tsx';
import { Form, FormButton } from '#ui/form.tsx';
import { Json } from '#ui/json.tsx';
import { DraftInput, Loaded } from '#ui/parts.tsx';
import { type Api, type Column, type FormSpec, resource } from '#ui/resource.ts';
import { Table } from '#ui/table.tsx';
import { useLoaded } from '#ui/use-loaded.ts';

type Description = NonNullable<OutputOf<'dynamodb', 'DescribeTable'>['Table']>;
type PutItem = InputOf<'dynamodb', 'PutItem'>;

const MAX_COLUMNS = 8;
const PAGE_ITEMS = 200;
const MAX_PAGES = 5;
const ATTRIBUTE_TYPES = [
  ['S', 'Text'],
  ['N', 'Number'],
  ['B', 'Bytes'],
] as const;

const keysOf = ({ KeySchema = [] }: Pick<Description, 'KeySchema'>): string[] => KeySchema.map(({ AttributeName = '' }) => AttributeName);
const keyOf = (item: Item, names: readonly string[]): Item => Object.fromEntries(names.map((name) => [name, item[name] ?? { NULL: true }]));
const shown = (attribute: Attribute | undefined): string | number => {
  if (!attribute) return '';
  const plain = toPlain(attribute);
  return typeof plain === 'string' || typeof plain === 'number' ? plain : JSON.stringify(plain);
};

const indexesOf = ({ GlobalSecondaryIndexes = [], LocalSecondaryIndexes = [] }: Description) => [
  ...GlobalSecondaryIndexes,
  ...LocalSecondaryIndexes,
];
/** The names of the partition key and, where there is one, the sort key of the index; of the table where `index` is empty. */
const keysIn = (table: Description, index: string): string[] =>
  keysOf(indexesOf(table).find(({ IndexName }) => IndexName === index) ?? table);

/** The keys first, then the other attributes of the items, as many as a table has room for. */
const columnsOf = (found: readonly Item[], keys: readonly string[]): Column<Item>[] =>
  [...new Set([...keys, ...found.flatMap((item) => Object.keys(item))])]
    .slice(0, MAX_COLUMNS)
    .map((name) => [name, (item) => shown(item[name])]);

interface Query {
  readonly index: string;
  readonly partition: string;
  readonly sort: string;
}

async function items(table: Description, { index, partition, sort }: Query, { call }: Api, show: (found: Item[]) => void): Promise<Item[]> {
  const all: Item[] = [];
  const [partitionKey = '', sortKey] = keysIn(table, index);
  const typed = (name: string, text: string): Attribute => ({
    [table.AttributeDefinitions?.find(({ AttributeName }) => AttributeName === name)?.AttributeType ?? 'S']: text,
  });
  const condition = {
    KeyConditionExpression: sort && sortKey ? '#p = :p AND begins_with(#s, :s)' : '#p = :p',
    ExpressionAttributeNames: { '#p': partitionKey, ...(sort && sortKey && { '#s': sortKey }) },
    ExpressionAttributeValues: { ':p': typed(partitionKey, partition), ...(sort && sortKey && { ':s': typed(sortKey, sort) }) },
  };
  let ExclusiveStartKey: PutItem['Item'] | undefined;
  for (let page = 0; page < MAX_PAGES; page++) {
    const common = { TableName: table.TableName!, ...(index && { IndexName: index }), Limit: PAGE_ITEMS, ExclusiveStartKey };
    const output = partition
      ? await call('dynamodb', 'Query', { ...common, ...condition } as never)
      : await call('dynamodb', 'Scan', common as never);
    all.push(...((output.Items ?? []) as unknown as Item[]));
    ExclusiveStartKey = output.LastEvaluatedKey;
    if (!ExclusiveStartKey) break;
    show([...all]);
  }
  return all;
}

const putForm = (table: Description, title: string, initial: unknown): FormSpec => ({
  title,
  submit: 'Put item',
  intro: <p class="hint">Plain JSON. Sets and bytes are written as in the API: {'{"SS": ["a"]}'}.</p>,
  fields: [{ name: 'item', label: 'Item', kind: 'json', required: true, initial: JSON.stringify(initial, undefined, 2) }],
  calls: ({ item = '{}' }) => [
    callOf('dynamodb', 'PutItem', { TableName: table.TableName!, Item: plainToItem(JSON.parse(item) as Record<string, unknown>) as never }),
  ],
});

function Items({ table, api }: { table: Description; api: Api }) {
  const [{ index = '', partition = '', begins: sort = '' }, setQuery] = useQuery();
  const query: Query = { index, partition, sort };
  const [open, setOpen] = useState<Item>();
  const loaded = useLoaded<Item[]>(`items ${table.TableArn} ${JSON.stringify(query)}`, (show) => items(table, query, api, show));
  const { reload } = loaded;
  const keys = keysOf(table);
  const indexes = indexesOf(table).map(({ IndexName = '' }) => IndexName);
  const idOf = (item: Item): string => JSON.stringify(keyOf(item, keys));
  return (
    <div class="stack">
      <div class="row">
        {indexes.length > 0 && (
          <select aria-label="Index" value={query.index} onChange={({ currentTarget }) => setQuery({ index: currentTarget.value })}>
            <option value="">Table</option>
            {indexes.map((index) => (
              <option key={index}>{index}</option>
            ))}
          </select>
        )}
        <DraftInput
          label="Partition key"
          placeholder="Partition key equals"
          value={partition}
          onChoose={(text) => setQuery({ partition: text })}
        />
        {keysIn(table, index).length > 1 && (
          <DraftInput label="Sort key" placeholder="Sort key begins with" value={sort} onChoose={(text) => setQuery({ begins: text })} />
        )}
        <span class="grow" />
        <FormButton spec={putForm(table, 'New item', Object.fromEntries(keys.map((key) => [key, ''])))} api={api} primary after={reload} />
      </div>
      <Loaded of={loaded}>
        {(value) => (
          <Table
            label="items"
            rows={value}
            partial={loaded.loading}
            keyOf={idOf}
            empty="No item."
            opened={open && idOf(open)}
            onOpen={setOpen}
            columns={columnsOf(value, keys)}
          />
        )}
      </Loaded>
      {open && (
        <section class="panel stack">
          <div class="row">
            <h2>Item</h2>
            <span class="grow" />
            {!readOnly.value && (
              <Confirm
                label="Delete item"
                question="Delete the item?"
                act={async () => {
                  await api.perform(callOf('dynamodb', 'DeleteItem', { TableName: table.TableName!, Key: keyOf(open, keys) as never }));
                  setOpen(undefined);
                  reload();
                }}
              />
            )}
            <button type="button" onClick={() => setOpen(undefined)}>
              Close
            </button>
          </div>
          {readOnly.value ? (
            <Json value={itemToPlain(open)} label="Item" />
          ) : (
            <Form key={idOf(open)} spec={putForm(table, 'Item', itemToPlain(open))} api={api} onDone={reload} />
          )}
        </section>
      )}
    </div>
  );
}

function Statement({ table, api }: { table: string; api: Api }) {
  const [text, setText] = useState(`SELECT * FROM "${table}"`);
  const [output, setOutput] = useState<readonly Item[]>();
  const [open, setOpen] = useState<string>();
  const run = async (): Promise<void> => {
    try {
      const { Items = [] } = (await api.perform(callOf('dynamodb', 'ExecuteStatement', { Statement: text }))) as { Items?: Item[] };
      setOutput(Items);
      setOpen(undefined);
    } catch (error) {
      say(wordsOf(error), 'bad');
    }
  };
  return (
    <div class="stack">
      <textarea
        class="mono"
        aria-label="PartiQL statement"
        rows={4}
        value={text}
        onInput={({ currentTarget }) => setText(currentTarget.value)}
      />
      <div class="row">
        <button type="button" class="primary" disabled={readOnly.value} onClick={() => void run()}>
          Run
        </button>
      </div>
      {output && (
        <Table
          label="result"
          rows={output}
          keyOf={(item) => String(output.indexOf(item))}
          filterable={false}
          empty="The statement is done; it answers no item."
          opened={open}
          onOpen={(item) => setOpen(String(output.indexOf(item)))}
          columns={columnsOf(output, [])}
        />
      )}
      {output && open !== undefined && <Json value={itemToPlain(output[Number(open)]!)} label="Item" />}
    </div>
  );
}

export const view = resource<string, Description>({
  about: 'Tables hold items by their key, with indexes and a stream of changes.',
  example:
    'dynamodb create-table --table-name orders --attribute-definitions AttributeName=id,AttributeType=S --key-schema AttributeName=id,KeyType=HASH --billing-mode PAY_PER_REQUEST',
  nameOf: (name) => name,
  columns: [['Name', (name) => name]],
  create: {
    title: 'Create table',
    submit: 'Create table',
    fields: [
      { name: 'TableName', label: 'Name', required: true },
      { name: 'partition', label: 'Partition key', required: true, initial: 'id' },
      { name: 'partitionType', label: 'Type of the partition key', kind: 'select', options: ATTRIBUTE_TYPES },
      { name: 'sort', label: 'Sort key' },
      { name: 'sortType', label: 'Type of the sort key', kind: 'select', options: ATTRIBUTE_TYPES },
      { name: 'stream', label: 'Stream of changes', kind: 'check' },
    ],
    calls: ({ TableName = '', partition = '', partitionType, sort, sortType, stream }) => {
      const attributes = [[partition, partitionType] as const, ...(sort ? [[sort, sortType] as const] : [])];
      return [
        callOf('dynamodb', 'CreateTable', {
          TableName,
          AttributeDefinitions: attributes.map(([AttributeName, type]) => ({ AttributeName, AttributeType: (type || 'S') as 'S' })),
          KeySchema: attributes.map(([AttributeName], i) => ({ AttributeName, KeyType: i === 0 ? ('HASH' as const) : ('RANGE' as const) })),
          BillingMode: 'PAY_PER_REQUEST',
          ...(stream === 'true' && { StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' as const } }),
        }),
      ];
    },
    opens: ({ TableName }) => TableName,
  },
  remove: (TableName) => [callOf('dynamodb', 'DeleteTable', { TableName })],
  load: async (TableName, { call }) => (await call('dynamodb', 'DescribeTable', { TableName })).Table!,
  facts: (table) => [
    ['State', table.TableStatus, 'badge'],
    ['Items', String(table.ItemCount ?? 0)],
    ['Size', table.TableSizeBytes, 'bytes'],
    ['Keys', keysOf(table).join(', ')],
    ['ARN', table.TableArn, 'copy'],
    ['Stream', table.LatestStreamArn, 'copy'],
    ['Created', table.CreationDateTime, 'time'],
  ],
  tabs: [
    { id: 'items', title: 'Items', view: (table, { api }) => <Items table={table} api={api} /> },
    { id: 'statement', title: 'PartiQL', view: (_, { api, name }) => <Statement table={name} api={api} /> },
    {
      id: 'indexes',
      title: 'Indexes',
      count: (table) => indexesOf(table).length,
      view: ({ GlobalSecondaryIndexes = [], LocalSecondaryIndexes = [] }) => (
        <Json value={{ GlobalSecondaryIndexes, LocalSecondaryIndexes }} label="Indexes" />
      ),
    },
  ],
});
