// When schedules run, on a clock that the test moves. Each run sends its scheduled time to the queue `runs`. It is 2026-01-01, 00:00.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { untilPasses } from '../../support/until-passes.ts';
import { scheduleOf, useScheduler } from './use-scheduler.ts';

const fixture = useScheduler();
const runs = () => fixture.bodies('runs');
const line = (pattern: RegExp) => fixture.emulator.lines.find((text) => pattern.test(text));

describe('a schedule for one time', () => {
  it('runs once, at that time in its zone', async () => {
    await fixture.schedule('once', 'at(2026-01-01T10:00:00)', { ScheduleExpressionTimezone: 'Europe/Berlin' });
    await fixture.advance('8h');
    expect(await runs()).toEqual([]);
    await fixture.advance('1h');
    expect(await runs()).toEqual(['2026-01-01T09:00:00Z']);
    await fixture.advance('48h');
    expect(await runs()).toEqual([]);
    expect(await fixture.scheduler.getSchedule({ Name: 'once' })).toMatchObject({ State: 'ENABLED' });
    expect(line(/schedule default\/once has completed and is kept/)).toBeDefined();
  });

  it('is deleted afterwards where it says so', async () => {
    await fixture.schedule('once', 'at(2026-01-01T00:05:00)', { ActionAfterCompletion: 'DELETE' });
    await fixture.advance('5m');
    expect(await runs()).toEqual(['2026-01-01T00:05:00Z']);
    await expect(fixture.scheduler.getSchedule({ Name: 'once' })).rejects.toMatchObject({ name: 'ResourceNotFoundException' });
  });

  it('runs at once when it is enabled after its time, and only if it has not run', async () => {
    const at = (State: 'ENABLED' | 'DISABLED') =>
      scheduleOf('once', 'at(2026-01-01T13:30:00)', { Input: '<aws.scheduler.scheduled-time>' }, { State });
    await fixture.scheduler.createSchedule(at('DISABLED'));
    await fixture.advance('14h');
    expect(await runs()).toEqual([]);
    await fixture.scheduler.updateSchedule(at('ENABLED'));
    await fixture.advance('1s');
    expect(await runs()).toEqual(['2026-01-01T13:30:00Z']);
    await fixture.scheduler.updateSchedule(at('ENABLED'));
    await fixture.advance('1h');
    expect(await runs()).toEqual([]);
  });

  it('that the clock skips never runs, and the log says so', async () => {
    await fixture.schedule('never', 'at(2026-03-08T02:30:00)', { ScheduleExpressionTimezone: 'America/Los_Angeles' });
    expect(line(/schedule default\/never will not run/)).toBeDefined();
  });
});

describe('a rate', () => {
  it('runs at once, then after each span', async () => {
    await fixture.schedule('often', 'rate(5 minutes)');
    await fixture.advance('11m');
    expect(await runs()).toEqual(['2026-01-01T00:00:00Z', '2026-01-01T00:05:00Z', '2026-01-01T00:10:00Z']);
  });

  it('runs at once, however long it takes to make it', async () => {
    await fixture.restart({ clock: 'system' });
    await fixture.makeQueue('runs');
    let passedMs = 0;
    const now = Date.now;
    using _ = vi.spyOn(Date, 'now').mockImplementation(() => now() + ++passedMs);
    await fixture.schedule('daily', 'rate(1 day)');
    await untilPasses(async () => expect(await runs()).toHaveLength(1));
  });

  it('runs from its start to its end, and is deleted then where it says so', async () => {
    const dates = { StartDate: new Date('2026-01-01T01:00:00Z'), EndDate: new Date('2026-01-01T03:00:00Z') };
    await fixture.schedule('bounded', 'rate(1 hour)', { ...dates, ActionAfterCompletion: 'DELETE' });
    await fixture.advance('5h');
    expect(await runs()).toEqual(['2026-01-01T01:00:00Z', '2026-01-01T02:00:00Z', '2026-01-01T03:00:00Z']);
    expect((await fixture.scheduler.listSchedules({})).Schedules).toEqual([]);
  });

  it('goes on in its rhythm after an update that leaves its time as it is, and begins anew after any other', async () => {
    await fixture.schedule('often', 'rate(10 minutes)');
    await fixture.advance('5m');
    const target = { Input: '<aws.scheduler.scheduled-time>' };
    await fixture.scheduler.updateSchedule(scheduleOf('often', 'rate(10 minutes)', target, { Description: 'new' }));
    await fixture.advance('6m');
    expect(await runs()).toEqual(['2026-01-01T00:00:00Z', '2026-01-01T00:10:00Z']);
    await fixture.scheduler.updateSchedule(scheduleOf('often', 'rate(20 minutes)', target));
    await fixture.advance('25m');
    expect(await runs()).toEqual(['2026-01-01T00:11:00Z', '2026-01-01T00:31:00Z']);
  });

  it('rests while it is disabled', async () => {
    await fixture.schedule('often', 'rate(10 minutes)', { State: 'DISABLED' });
    await fixture.advance('1h');
    expect(await runs()).toEqual([]);
  });
});

describe('a cron', () => {
  it('follows the clock of its zone', async () => {
    await fixture.schedule('nightly', 'cron(30 2 * * ? *)', {
      ScheduleExpressionTimezone: 'America/Los_Angeles',
      StartDate: new Date('2026-03-07T00:00:00Z'),
    });
    await fixture.advance(`${68 * 24}h`);
    expect(await runs()).toEqual(['2026-03-07T10:30:00Z', '2026-03-09T09:30:00Z']);
  });

  it('without a time ahead never runs, and the log says so', async () => {
    await fixture.schedule('past', 'cron(0 0 1 1 ? 2020)');
    expect(line(/schedule default\/past will not run: cron\(0 0 1 1 \? 2020\) in UTC names no time/)).toBeDefined();
  });
});

describe('a flexible time window', () => {
  it('holds each run once, some time within it', async () => {
    await fixture.schedule('loose', 'rate(10 minutes)', { FlexibleTimeWindow: { Mode: 'FLEXIBLE', MaximumWindowInMinutes: 15 } });
    await fixture.advance('15m');
    expect(await runs()).toContain('2026-01-01T00:00:00Z');
    await fixture.scheduler.deleteSchedule({ Name: 'loose' });
    await fixture.advance('1h');
    expect(await runs()).toEqual([]);
  });

  it('closes before a schedule that has completed is deleted', async () => {
    const FlexibleTimeWindow = { Mode: 'FLEXIBLE', MaximumWindowInMinutes: 60 } as const;
    await fixture.schedule('loose', 'at(2026-01-01T01:00:00)', { FlexibleTimeWindow, ActionAfterCompletion: 'DELETE' });
    await fixture.advance('2h');
    expect(await runs()).toEqual(['2026-01-01T01:00:00Z']);
    expect((await fixture.scheduler.listSchedules({})).Schedules).toEqual([]);
  });
});

describe('a restart', () => {
  it('keeps schedules, and makes a missed run once', async () => {
    const DATA_DIR = await mkdtemp(join(tmpdir(), 'schedules-'));
    const kept = { options: { PERSISTENCE: '1', DATA_DIR } } as const;
    await fixture.restart(kept);
    await fixture.makeQueue('runs');
    await fixture.schedule('hourly', 'rate(1 hour)');
    await fixture.schedule('cleanup', 'cron(0 12 * * ? *)');
    expect(await runs()).toEqual(['2026-01-01T00:00:00Z']);
    // A clock of its own for each start: the manual one begins at the same time again, so the system's stands for a long pause.
    await fixture.restart({ ...kept, clock: 'system' });
    await fixture.emulator.idle();
    expect((await runs()).sort()).toEqual(['2026-01-01T01:00:00Z', '2026-01-01T12:00:00Z']);
    expect(line(/schedule default\/hourly was due at 2026-01-01T01:00:00.000Z, \d+ s ago: it runs now; those since/)).toBeDefined();
    await fixture.restart();
    await rm(DATA_DIR, { recursive: true });
  });
});
