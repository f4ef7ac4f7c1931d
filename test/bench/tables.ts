// The cost of calls on items on the server, against raw node:http that parses the request and writes the answer as JSON; and the memory and
// time of 100,000 items.
import http from 'node:http';
import { json } from './door.ts';
import { cpuPerRequest, fire, type Shot } from './load.ts';
import { type Measured, rawServer, startBuilt, startFloor } from './process.ts';
import type { BenchRow } from './row.ts';

const ITEMS = 100_000;
const FEW = 1000;
const BATCH = 25;
const PAGE = 100;
/** Microseconds that an operation may take beyond the floor. */
const MORE_US = 60;
const MAX_ITEM_BYTES = 1.2 * 1024;
/** Many rounds, so that both are compiled as well as they will ever be. */
const LOAD = { count: 1000, rounds: 40 };
/** Between two emulators of the same age. */
const SHORT = { count: 1500, rounds: 5 };

const call = (operation: string, input: object): Shot => json('dynamodb', `DynamoDB_20120810.${operation}`, '1.0', input);
const key = (i: number) => ({ pk: { S: `partition-${Math.floor(i / PAGE)}` }, sk: { N: String(i % PAGE) } });
/** 400 bytes as the service counts them. */
const smallItem = (i: number) => ({ ...key(i), text: { S: 'x'.repeat(368) } });
/** 1 KB. */
const item = {
  ...key(7),
  text: { S: 'x'.repeat(850) },
  total: { N: '120.5' },
  visits: { N: '0' },
  address: { M: { city: { S: 'Ulm' }, zip: { S: '89073' } } },
  tags: { SS: ['a', 'b'] },
};

const TableName = 'bench';
/** With the keys of the items that are measured. */
export const TABLE = {
  TableName,
  BillingMode: 'PAY_PER_REQUEST',
  AttributeDefinitions: [
    { AttributeName: 'pk', AttributeType: 'S' },
    { AttributeName: 'sk', AttributeType: 'N' },
  ],
  KeySchema: [
    { AttributeName: 'pk', KeyType: 'HASH' },
    { AttributeName: 'sk', KeyType: 'RANGE' },
  ],
};
const SHOTS = {
  PutItem: call('PutItem', { TableName, Item: item }),
  GetItem: call('GetItem', { TableName, Key: key(7) }),
  UpdateItem: call('UpdateItem', {
    TableName,
    Key: key(7),
    UpdateExpression: 'SET #t = :t, address.city = :c ADD visits :one',
    ConditionExpression: 'attribute_exists(pk) AND visits < :max',
    ExpressionAttributeNames: { '#t': 'total' },
    ExpressionAttributeValues: { ':t': { N: '7' }, ':c': { S: 'Bonn' }, ':one': { N: '1' }, ':max': { N: '1000000000' } },
  }),
};
const QUERY = call('Query', { TableName, KeyConditionExpression: 'pk = :p', ExpressionAttributeValues: { ':p': { S: 'partition-3' } } });

/** Parses each request, and writes the same answer as JSON each time. */
const jsonServer = (answer: string): string => `
  import http from 'node:http';
  const answer = ${answer || '{}'};
  const server = http.createServer((request, response) => {
    const chunks = [];
    request.on('data', (chunk) => chunks.push(chunk)).on('end', () => {
      JSON.parse(Buffer.concat(chunks));
      const body = JSON.stringify(answer);
      response.writeHead(200, { 'content-type': 'application/x-amz-json-1.0', 'content-length': Buffer.byteLength(body) });
      response.end(body);
    });
  });
  server.listen(0, '127.0.0.1', () => console.log('listening ' + server.address().port));`;

export async function tablesBench(): Promise<BenchRow[]> {
  const [emulator, few] = [await startBuilt(), await startBuilt()];
  try {
    await createTable(emulator);
    await createTable(few);
    const emptyBytes = emulator.rssBytes();
    await fill(emulator, ITEMS);
    const itemBytes = (emulator.rssBytes() - emptyBytes) / ITEMS;
    await fill(few, FEW);
    const rows: BenchRow[] = [];
    for (const [name, shot] of Object.entries(SHOTS)) rows.push(...(await callRows(few, name, shot)));
    rows.push(await queryRow(few));
    for (const [name, shot] of Object.entries({ ...SHOTS, Query: QUERY })) rows.push(await growthRow(few, emulator, name, shot));
    rows.push({
      what: `memory per item of 400 bytes, ${ITEMS} items`,
      figure: `${itemBytes.toFixed(0)} B`,
      ratio: itemBytes / MAX_ITEM_BYTES,
      limit: 1,
    });
    return rows;
  } finally {
    await emulator.stop();
    await few.stop();
  }
}

async function once(emulator: Measured, shot: Shot): Promise<string> {
  const agent = new http.Agent();
  try {
    return await fire(emulator.url, agent, shot);
  } finally {
    agent.destroy();
  }
}

const createTable = (emulator: Measured) => once(emulator, call('CreateTable', TABLE));

async function fill(emulator: Measured, count: number): Promise<void> {
  const agent = new http.Agent({ keepAlive: true });
  for (let from = 0; from < count; from += BATCH) {
    const requests = Array.from({ length: BATCH }, (_, i) => ({ PutRequest: { Item: smallItem(from + i) } }));
    await fire(emulator.url, agent, call('BatchWriteItem', { RequestItems: { [TableName]: requests } }));
  }
  await fire(emulator.url, agent, call('PutItem', { TableName, Item: item }));
  agent.destroy();
}

async function callRows(emulator: Measured, name: string, shot: Shot): Promise<BenchRow[]> {
  const floor = await startFloor(jsonServer(await once(emulator, shot)));
  const [raw, ours] = await cpuPerRequest(floor, emulator, shot, LOAD);
  await floor.stop();
  const above = ours - raw;
  return [
    {
      what: `server CPU per ${name}`,
      figure: `${ours.toFixed(0)} µs`,
      ratio: ours / raw,
      limit: 2.5,
      floor: `${raw.toFixed(0)} µs, raw node:http`,
    },
    { what: `server CPU per ${name} beyond the floor`, figure: `${above.toFixed(0)} µs`, ratio: above, limit: MORE_US },
  ];
}

async function queryRow(emulator: Measured): Promise<BenchRow> {
  const floor = await startFloor(rawServer(await once(emulator, QUERY)));
  const [raw, ours] = await cpuPerRequest(floor, emulator, QUERY, LOAD);
  await floor.stop();
  return {
    what: `server CPU per Query of ${PAGE} items of 400 bytes`,
    figure: `${ours.toFixed(0)} µs`,
    ratio: ours / raw,
    limit: 3,
    floor: `${raw.toFixed(0)} µs, the same bytes`,
  };
}

async function growthRow(few: Measured, many: Measured, name: string, shot: Shot): Promise<BenchRow> {
  const [least, most] = await cpuPerRequest(few, many, shot, SHORT);
  return {
    what: `${name}, ${ITEMS} items against ${FEW}`,
    figure: `${most.toFixed(0)} µs`,
    ratio: most / least,
    limit: 1.3,
    floor: `${least.toFixed(0)} µs`,
  };
}
