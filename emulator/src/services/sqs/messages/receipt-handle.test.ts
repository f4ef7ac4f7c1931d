import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readReceiptHandle, receiptHandle } from './receipt-handle.ts';

it('comes back whole', () => {
  const receipt = { storeId: 'abc0-3', sentMs: 1_767_225_600_000, number: 7, receives: 2 };
  expect(readReceiptHandle(receiptHandle(receipt))).toEqual(receipt);
});

it('is refused when it is none, or was changed', () => {
  fc.assert(fc.property(fc.string(), (text) => readReceiptHandle(text) === undefined));
  const handle = receiptHandle({ storeId: 'abc0-3', sentMs: 1, number: 7, receives: 2 });
  expect(readReceiptHandle(`${handle} `)).toBeUndefined();
  expect(readReceiptHandle(handle.slice(0, -1))).toBeUndefined();
});
