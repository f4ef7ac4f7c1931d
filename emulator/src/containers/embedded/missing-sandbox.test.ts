import { expect, it } from 'vitest';
import { type Machine, whyNoSandbox } from './missing-sandbox.ts';

const machine: Machine = { platform: 'linux', has: () => false, setting: () => undefined, tools: ['bwrap', 'unshare'] };

it.each<[string, Partial<Machine>, RegExp, RegExp]>([
  ['macOS', { platform: 'darwin' }, /Linux alone/, /CONTAINER_RUNTIME=docker/],
  ['no tools', { tools: [] }, /Neither bwrap nor unshare/, /Install bubblewrap/],
  ['a container', { has: (path) => path === '/.dockerenv' }, /container that the emulator runs in/, /--cap-add SYS_ADMIN/],
  ['AppArmor', { setting: (path) => (path.includes('apparmor') ? '1' : undefined) }, /AppArmor/, /profile/],
  ['no namespaces', { setting: (path) => (path === 'user/max_user_namespaces' ? '0' : undefined) }, /no namespaces/, /max_user_namespaces/],
  ['anything else', {}, /bwrap, unshare/, /0\.8/],
])('says why there is no sandbox, and what helps: %s', (_, there, reason, hint) => {
  const missing = whyNoSandbox({ ...machine, ...there });
  expect(missing.reason).toMatch(reason);
  expect(missing.hint).toMatch(hint);
});
