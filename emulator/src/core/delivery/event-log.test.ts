// The ring of the last events: texts come back as they were, the oldest leave, and deliveries belong to their event.
import { describe, expect, it } from 'vitest';
import type { Delivery } from './delivery.ts';
import { EventLog } from './event-log.ts';
import type { EventRules } from './logged-event.ts';

const rules: EventRules = { arn: 'bus', size: 0, version: 'v', misses: () => [], elsewhere: () => [] };
const rule = (name: string) => ({ name, arn: name, plans: [] });
const eventOf = (id: string, detail = '', prefix = '{"version":"0","id":"') => ({
  id,
  receivedMs: 7,
  text: `${prefix}${id}","detail":"${detail}"}`,
});
const deliveryOf = (eventId: string, id: string) => ({ id, targetArn: 't', about: { eventId, resourceArn: 'r' } }) as unknown as Delivery;
const idsIn = (log: EventLog) => log.recent(Number.MAX_SAFE_INTEGER).map(({ event }) => event.id);

describe('the event log', () => {
  it('returns events with their rules, whatever their letters and the shape of their envelope', () => {
    const log = new EventLog();
    const events = [eventOf('one', 'grüße 🎉'), eventOf('zwö', 'x', '{"id":"'), eventOf('three')];
    log.publish(events[0]!, rules, [rule('a')]);
    log.publish(events[1]!, rules, [rule('a'), rule('b')]);
    log.publish(events[2]!, rules, []);
    expect(log.recent(9).map(({ event }) => event)).toEqual(events);
    expect(log.recent(9).map(({ matched }) => matched.map(({ name }) => name))).toEqual([['a'], ['a', 'b'], []]);
    expect(log.recent(1).map(({ event }) => event.id)).toEqual(['three']);
    expect(log.find('zwö')?.publications).toMatchObject([{ event: events[1], version: 'v' }]);
    expect(log.find('none')).toBeUndefined();
  });

  it('keeps 2,000 events at most, and the newest of four million characters', () => {
    const log = new EventLog();
    for (let n = 0; n < 4500; n++) log.publish(eventOf(`event-${n}`), rules, []);
    expect(idsIn(log)).toEqual(Array.from({ length: 2000 }, (_, i) => `event-${2500 + i}`));
    for (let n = 0; n < 100; n++) {
      const detail = 'é'.repeat(1 + ((n * 37_123) % 200_000));
      log.publish(eventOf(`big-${n}`, detail), rules, []);
      expect(log.find(`big-${n}`)?.publications[0]?.event.text).toBe(eventOf(`big-${n}`, detail).text);
    }
    const ids = idsIn(log);
    expect(ids.at(-1)).toBe('big-99');
    expect(ids.length).toBeLessThan(60);
    for (const { event } of log.recent(100)) expect(JSON.parse(event.text)).toMatchObject({ id: event.id });
  });

  it('follows deliveries of the events that it keeps', () => {
    const log = new EventLog();
    log.publish(eventOf('one'), rules, [rule('a')]);
    log.publish(eventOf('two'), rules, [rule('a')]);
    log.post(deliveryOf('one', 'd1'));
    log.post(deliveryOf('one', 'd2'));
    log.post(deliveryOf('unknown', 'd3'));
    log.attempt(deliveryOf('one', 'd1'), { atMs: 1, problem: 'no' }, 5);
    log.giveUp(deliveryOf('one', 'd2'), 'lost');
    expect(log.find('one')?.deliveries).toMatchObject([{ attempts: [{ problem: 'no' }], nextMs: 5 }, { end: 'lost' }]);
    expect(log.find('two')?.deliveries).toEqual([]);
    for (let n = 0; n < 2000; n++) log.publish(eventOf(`event-${n}`), rules, []);
    expect(log.find('one')).toBeUndefined();
    log.attempt(deliveryOf('one', 'd1'), { atMs: 1, problem: undefined });
    log.clear();
    expect(idsIn(log)).toEqual([]);
  });

  it('lets the oldest events go when there are very many deliveries', () => {
    const log = new EventLog();
    for (let n = 0; n < 10; n++) {
      log.publish(eventOf(`event-${n}`), rules, []);
      for (let d = 0; d < 1000; d++) log.post(deliveryOf(`event-${n}`, `${n}-${d}`));
    }
    expect(idsIn(log)).toEqual(Array.from({ length: 8 }, (_, i) => `event-${2 + i}`));
  });
});
