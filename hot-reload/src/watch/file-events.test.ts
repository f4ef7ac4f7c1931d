import { describe, expect, it } from 'vitest';
import { fileSystemOf, needsPolling } from './file-events.ts';

const MOUNTS = `22 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw
40 22 0:35 / /mnt/c rw,noatime - 9p C:\\134 rw,dirsync
41 22 0:36 / /srv/my\\040files rw - nfs4 server:/export rw
42 22 0:37 / /home/me rw - ext4 /dev/sdb1 rw
43 42 0:38 / /home/me/shared rw - fuse.sshfs host: rw
44 42 0:39 / /home/me/shared rw - tmpfs tmpfs rw`;

describe('the file system of a path', () => {
  it.each([
    ['/etc', 'ext4'],
    ['/mnt/c/Users/me', '9p'],
    ['/mnt/cd', 'ext4'],
    ['/srv/my files/app', 'nfs4'],
    ['/home/me/app', 'ext4'],
    ['/home/me/shared/app', 'tmpfs'],
  ])('%s is %s', (path, type) => {
    expect(fileSystemOf(path, MOUNTS)).toBe(type);
  });

  it('reports events where it belongs to this machine', () => {
    expect(needsPolling('/proc')).toBe(false);
  });
});
