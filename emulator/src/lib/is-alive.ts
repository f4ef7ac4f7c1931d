// Whether a process of this machine is still there.

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Somebody else's is none to send signals to.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
