import { expect, it } from 'vitest';
import { chooseContainerRuntime } from './choose.ts';

const choose = (containerRuntime: 'auto' | 'docker' | 'embedded') => {
  const said: string[] = [];
  const log = { info: (text: string) => said.push(text), warn: (text: string) => said.push(text) };
  return { runtime: chooseContainerRuntime({ containerRuntime, workDir: '/nowhere/at/all' }, log), said };
};

it('runs functions embedded and says why, starting nothing', async () => {
  for (const choice of ['auto', 'embedded'] as const) {
    const { runtime, said } = choose(choice);
    expect(runtime.name).toBe('embedded');
    expect(said).toHaveLength(1);
    await runtime.dispose();
  }
});

it('refuses with one sentence where no engine can be driven', async () => {
  const { runtime, said } = choose('docker');
  const support = await runtime.supports({ packageType: 'Zip', runtime: 'nodejs20.x', architecture: 'x86_64' });
  expect(support).toMatchObject({ ok: false, reason: said[0] });
  expect(said[0]).toContain('The container runtime is not available');
  expect(await runtime.probe()).toEqual(support);
});
