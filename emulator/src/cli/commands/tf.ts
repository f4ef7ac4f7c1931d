// `emulator tf …`: runs Terraform or OpenTofu against the emulator, which is started when none runs.
import { startUnlessRunning } from '#cli/background';
import { endpoint } from '#cli/endpoint';
import { TERRAFORM_NOT_FOUND } from '#cli/messages';
import { EmulatorError } from '#lib/emulator-error';

export interface TerraformOptions {
  readonly endpoint?: string;
  readonly providerMirror?: string;
}

export async function tf(words: readonly string[], options: TerraformOptions): Promise<void> {
  const { findTerraform, needsEmulator, runTerraform } = await import('cloud-emulator-terraform/run-terraform');
  const program = findTerraform(process.env);
  if (program === undefined) throw terraformMissing();
  const url = endpoint(options.endpoint);
  if (needsEmulator(words)) await startTold(url);
  const { env: environment } = process;
  process.exitCode = await runTerraform({ program, words, url, environment, folder: process.cwd(), mirror: options.providerMirror });
}

export const terraformMissing = (): EmulatorError =>
  new EmulatorError(
    TERRAFORM_NOT_FOUND,
    `Neither terraform nor tofu is in PATH${process.env['TF_CMD'] ? `, nor is ${process.env['TF_CMD']} (TF_CMD)` : ''}.`,
    {
      hint: 'Install one of them, or name it in TF_CMD.',
    },
  );

/** Starts an emulator if none answers, and says so. */
export async function startTold(url: string): Promise<void> {
  const started = await startUnlessRunning(url);
  if (started)
    process.stderr.write(
      `No emulator ran at ${url}: one was started in the background (process ${started.pid}, log ${started.log}). It stays; \`emulator stop --endpoint ${url}\` ends it.\n`,
    );
}
