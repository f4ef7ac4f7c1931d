import { expect, it } from 'vitest';
import { processorMs } from '../../../test/support/processor-time.ts';
import { Fifo } from './fifo.ts';

it('gives values in the order in which they came', () => {
  const queue = new Fifo<number>();
  const taken: (number | undefined)[] = [];
  for (let n = 0; n < 1000; n++) {
    queue.push(n);
    if (n % 3 === 0) taken.push(queue.shift());
  }
  expect([queue.size, queue.peek()]).toEqual([666, 334]);
  while (queue.size > 0) taken.push(queue.shift());
  expect(taken).toEqual(Array.from({ length: 1000 }, (_, n) => n));
  expect([queue.shift(), queue.peek(), queue.size]).toEqual([undefined, undefined, 0]);
});

it('forgets everything', () => {
  const queue = new Fifo<number>();
  queue.push(1);
  queue.clear();
  expect([queue.size, queue.shift()]).toEqual([0, undefined]);
});

it('takes hundreds of thousands in no time', () => {
  const queue = new Fifo<number>();
  expect(
    processorMs(() => {
      for (let n = 0; n < 300_000; n++) queue.push(n);
      for (let n = 0; n < 300_000; n++) queue.shift();
    }),
  ).toBeLessThan(2000);
});
