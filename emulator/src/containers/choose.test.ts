import { expect, it } from 'vitest';
import { messageLines } from '../../../test/support/message-lines.ts';
import { AutoRuntime } from './auto-runtime.ts';
import { chooseContainerRuntime } from './choose.ts';
import type { ContainerRuntime, EnvironmentSpec, Support } from './container-runtime.ts';

const choose = (containerRuntime: 'auto' | 'docker' | 'embedded') => {
  const log = messageLines();
  return { runtime: chooseContainerRuntime({ containerRuntime, workDir: '/nowhere/at/all' }, log), said: log.lines };
};

it('runs functions embedded and says why, starting nothing', async () => {
  for (const choice of ['auto', 'embedded'] as const) {
    const { runtime, said } = choose(choice);
    expect(runtime.name).toBe('embedded');
    expect(said).toHaveLength(1);
    await runtime.dispose();
  }
});

const runtimeOf = (name: string, support: Support, made: string[]): ContainerRuntime => ({
  name,
  enforcesMemory: true,
  maxParallelCreates: 2,
  probe: async () => ({ ok: true, detail: name }),
  supports: async () => support,
  createEnvironment: async () => {
    made.push(name);
    throw new Error('enough seen');
  },
  dispose: async () => undefined,
});

it('takes containers where there is an image, else processes, and says why once', async () => {
  const fn = { packageType: 'Zip', runtime: 'nodejs20.x', architecture: 'x86_64' } as const;
  const log = messageLines();
  const made: string[] = [];
  const without = new AutoRuntime(
    runtimeOf('docker', { ok: false, reason: 'No engine.', noEngine: true }, made),
    runtimeOf('embedded', { ok: true, warning: 'w' }, made),
    log,
  );
  expect(await without.supports(fn)).toEqual({ ok: true, warning: 'w' });
  for (let i = 0; i < 2; i++) await without.createEnvironment({ function: fn } as EnvironmentSpec).catch(() => undefined);
  expect(made).toEqual(['embedded', 'embedded']);
  expect(log.lines).toEqual([
    'Functions of nodejs20.x run embedded, as processes of this machine (CONTAINER_RUNTIME=auto). There is no container engine.',
  ]);
  const none = new AutoRuntime(
    runtimeOf('docker', { ok: false, reason: 'No engine.' }, made),
    runtimeOf('embedded', { ok: false, reason: 'No interpreter.' }, made),
    messageLines(),
  );
  expect(await none.supports(fn)).toEqual({ ok: false, reason: 'No interpreter. No engine.' });
  const both = new AutoRuntime(runtimeOf('docker', { ok: true }, made), runtimeOf('embedded', { ok: true }, made), messageLines());
  await both.createEnvironment({ function: fn } as EnvironmentSpec).catch(() => undefined);
  expect(made.at(-1)).toBe('docker');
});

it('refuses with one sentence where no engine can be driven', async () => {
  const { runtime, said } = choose('docker');
  const support = await runtime.supports({ packageType: 'Zip', runtime: 'nodejs20.x', architecture: 'x86_64' });
  expect(support).toMatchObject({ ok: false, reason: said[0] });
  expect(said[0]).toContain('The container runtime is not available');
  expect(await runtime.probe()).toEqual(support);
});
