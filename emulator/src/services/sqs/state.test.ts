import { expect, it } from 'vitest';
import { type Message, messages, type Queue, queues } from './state.ts';

const common = { id: 'm', number: 1, senderId: '000000000000', sentMs: 5, receives: 0 };
const upgrade = messages.upgrade as unknown as (old: object, from: number) => Message;

it('reads messages of the version before', () => {
  expect(upgrade({ ...common, content: { body: 'b', attributes: [] }, visibleMs: 5 }, 1)).toEqual({
    ...common,
    content: 'b',
    visibleMs: 0,
  });
  const content = { body: 'b', attributes: [{ name: 'n', type: 'String', value: 'v' }] };
  expect(upgrade({ ...common, content, visibleMs: 9 }, 1)).toEqual({ ...common, content, visibleMs: 9 });
  const blob = { sha256: 'f', sizeBytes: 1 };
  expect(upgrade({ ...common, content: blob, visibleMs: 5 }, 1)).toMatchObject({ content: blob, visibleMs: 0 });
});

it('reads queues of the version before', () => {
  const asNow = queues.upgrade as unknown as (old: object, from: number) => Queue;
  expect(asNow({ name: 'q', id: 'i', box: 'i-3' }, 1)).toEqual({ name: 'q', id: 'i', storeId: 'i-3' });
});
