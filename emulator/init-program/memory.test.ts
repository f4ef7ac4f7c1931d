// Where the memory of a container is counted, and what of it counts.

import { expect, it } from 'vitest';
import { chargedBytes, groupFolder } from './memory.ts';

const FIRST = `560 559 0:33 /docker/abc /sys/fs/cgroup/cpu ro,nosuid master:16 - cgroup cgroup rw,cpu
570 559 0:41 /docker/abc /sys/fs/cgroup/unified ro,nosuid master:24 - cgroup2 cgroup rw
561 559 0:36 /docker/abc /sys/fs/cgroup/memory ro,nosuid master:19 - cgroup cgroup rw,memory`;
const SECOND = '570 559 0:29 / /sys/fs/cgroup ro,nosuid - cgroup2 cgroup rw,nsdelegate,memory_recursiveprot';
const SHARED = '570 559 0:29 /docker/abc /sys/fs/cgroup ro,nosuid - cgroup2 cgroup rw';

it.each([
  ['the first version, beside a second without memory', FIRST, '9:memory:/docker/abc\n0::/docker/abc', '/sys/fs/cgroup/memory'],
  ['the first version, controllers together', FIRST, '9:hugetlb,memory:/docker/abc/below', '/sys/fs/cgroup/memory/below'],
  ['the second version, a namespace of its own', SECOND, '0::/', '/sys/fs/cgroup'],
  ['the second version, all groups of the machine', SECOND, '0::/system.slice/abc.scope', '/sys/fs/cgroup/system.slice/abc.scope'],
  ['the second version, its own folder alone', SHARED, '0::/docker/abc', '/sys/fs/cgroup'],
  ['a group that the mount does not show', SHARED, '0::/', '/sys/fs/cgroup'],
  ['none', '559 1 0:20 / /sys ro - sysfs sysfs rw', '', undefined],
])('finds the control group: %s', (_, mounts, groups, folder) => {
  expect(groupFolder(mounts, groups)).toBe(folder);
});

it('counts the memory of processes and shared memory, and no pages of files', () => {
  expect(chargedBytes('anon 1000\nfile 700\nkernel 50\nshmem 30\ninactive_anon 5000\nrss 9\n')).toBe(1030);
  expect(chargedBytes('cache 700\nrss 1000\nrss_huge 400\nshmem 30\ntotal_rss 5000\ninactive_anon 7000\n')).toBe(1030);
});
