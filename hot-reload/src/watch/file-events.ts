// Tells whether the kernel reports changes of files in a folder. On file systems of another machine it does not: those must be polled.
import { readFileSync } from 'node:fs';

/** Network file systems, and folders that a host shares with a virtual machine (WSL, Docker Desktop, VirtualBox, VMware, Parallels). */
const WITHOUT_EVENTS = /^(9p|afs|cifs|drvfs|fuse|fuse\.(?!fuse-overlayfs).+|nfs4?|osxfs|prl_fs|smb3|smbfs|vboxsf|virtiofs|vmhgfs)$/;

const unescaped = (text: string): string =>
  text.replace(/\\([0-7]{3})/g, (_, octal: string) => String.fromCharCode(Number.parseInt(octal, 8)));

/**
 * The type of the file system that holds a path, from the text of `/proc/self/mountinfo`. The path must be absolute, without links. Undefined
 * if no mount holds it.
 */
export function fileSystemOf(path: string, mountInfo: string): string | undefined {
  let found: { readonly at: string; readonly type: string | undefined } | undefined;
  for (const line of mountInfo.split('\n')) {
    const [mount = '', source = ''] = line.split(' - ');
    const at = unescaped(mount.split(' ')[4] ?? '');
    const holds = at !== '' && (at === '/' || path === at || path.startsWith(`${at}/`));
    // The last of several mounts at one path is the visible one.
    if (holds && (!found || at.length >= found.at.length)) found = { at, type: source.split(' ')[0] };
  }
  return found?.type;
}

/** False where that cannot be known (outside of Linux). */
export function needsPolling(path: string): boolean {
  if (process.platform !== 'linux') return false;
  try {
    return WITHOUT_EVENTS.test(fileSystemOf(path, readFileSync('/proc/self/mountinfo', 'utf8')) ?? '');
  } catch {
    return false;
  }
}
