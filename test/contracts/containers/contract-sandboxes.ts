// The sandboxes over which suites run, and why one of them does not work on this machine. Probed before a suite is defined, so that skipped
// tests are shown as skipped.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EmbeddedRuntime } from '#containers/embedded/embedded-runtime';
import type { SandboxName } from '#containers/embedded/sandbox';

export const SANDBOX_NAMES: readonly SandboxName[] = ['plain', 'bwrap', 'unshare'];

export async function whyNoSandbox(sandbox: SandboxName): Promise<string | undefined> {
  const workDir = mkdtempSync(join(tmpdir(), 'sandbox-probe-'));
  const runtime = new EmbeddedRuntime({ workDir, sandbox });
  try {
    await runtime.probe();
    return undefined;
  } catch (error) {
    return (error as Error).message.replace(/\.$/, '');
  } finally {
    await runtime.dispose();
    rmSync(workDir, { recursive: true, force: true });
  }
}
