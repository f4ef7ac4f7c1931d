// A process of the real AWS provider that several commands of Terraform use.
// https://developer.hashicorp.com/terraform/plugin/debugging#starting-a-provider-in-debug-mode
import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

export interface StartedProvider {
  /** The text that TF_REATTACH_PROVIDERS needs. */
  readonly address: string;
  stop(): void;
}

/** Starts the provider of a mirror, for projects of that folder. @throws Error when it ends before it has said where it is */
export async function startProvider(mirror: string, cwd: string, env: NodeJS.ProcessEnv): Promise<StartedProvider> {
  const files = readdirSync(join(mirror, 'registry.terraform.io/hashicorp/aws'), { recursive: true, withFileTypes: true });
  const { parentPath, name } = files.find((file) => file.isFile() && file.name.startsWith('terraform-provider-aws'))!;
  const provider = spawn(join(parentPath, name), ['-debug'], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const stop = (): void => {
    provider.kill();
  };
  process.once('exit', stop);
  provider.once('exit', () => process.off('exit', stop));
  let said = '';
  const address = await new Promise<string>((resolve, reject) => {
    const hear = (chunk: Buffer): void => {
      said += chunk.toString();
      const found = /TF_REATTACH_PROVIDERS='(.*)'/.exec(said)?.[1];
      if (found) resolve(found);
    };
    provider.stdout.on('data', hear);
    provider.stderr.on('data', hear);
    provider.once('error', reject);
    provider.once('exit', () => reject(new Error(`The provider has ended: ${said}`)));
  });
  return { address, stop };
}
