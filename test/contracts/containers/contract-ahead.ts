// The process that is started ahead for the next `reset`: where a runtime starts any.

import { expect, it } from 'vitest';
import { type Fixture, invoke, overstay } from './contract-fixture.ts';

const runtime = 'nodejs20.x';
const handler = 'index.handler';
const COUNTING = `console.log('loaded'); let n = 0;
  exports.handler = async (event) => { if (event.exit) process.exit(1); if (event.spin) for (;;); return ++n; };`;

export function aheadCases(fixture: Fixture): void {
  it('takes the place of the present process at a reset, and has loaded and told nothing before', async () => {
    const { environment, log } = await fixture.start(runtime, handler, { 'index.js': COUNTING });
    const loads = () => log.filter(({ text }) => text.endsWith('loaded')).length;
    await environment.parkNext?.();
    expect((await invoke(environment)).body).toBe(1);
    await environment.parkNext?.();
    expect(await environment.parkedBytes?.()).toBeGreaterThan(process.platform === 'linux' ? 2 ** 20 : -1);
    const { body, report } = await invoke(environment);
    expect([body, loads()]).toEqual([2, 1]);
    expect(report.initDurationMs).toBeUndefined();
    await environment.reset();
    expect([environment.state, environment.fresh, loads()]).toEqual(['parked', true, 1]);
    const anew = await invoke(environment);
    expect([anew.body, loads()]).toEqual([1, 2]);
    expect(anew.report.initDurationMs).toBeGreaterThan(0);
    await environment.stop();
  });

  it('serves after an end, and after another one was ended unused', async () => {
    const { environment } = await fixture.start(runtime, handler, { 'index.js': COUNTING });
    await invoke(environment);
    await environment.parkNext?.();
    await environment.dropNext?.();
    await environment.parkNext?.();
    expect((await invoke(environment, { exit: true })).outcome.kind).toBe('exit');
    expect((await invoke(environment)).body).toBe(1);
    await environment.parkNext?.();
    expect((await overstay(environment, { spin: true })).outcome.kind).toBe('timeout');
    expect((await invoke(environment)).body).toBe(1);
    await environment.parkNext?.();
    await environment.stop();
  });

  it('is taken while it starts, too', async () => {
    const { environment } = await fixture.start(runtime, handler, { 'index.js': COUNTING });
    await invoke(environment);
    const parked = environment.parkNext?.();
    await environment.reset();
    await parked;
    expect((await invoke(environment)).body).toBe(1);
    await environment.stop();
  });

  it('is not counted as memory of the function', async () => {
    const { environment } = await fixture.start(runtime, handler, { 'index.js': COUNTING });
    const alone = (await invoke(environment)).report.maxMemoryUsedMb;
    await environment.parkNext?.();
    const beside = (await invoke(environment)).report.maxMemoryUsedMb;
    expect(beside).toBeLessThan(1.3 * alone);
    await environment.stop();
  });
}
