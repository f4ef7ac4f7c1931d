// `emulator cdktf …`: synthesizes a CDKTF app and deploys its stacks to the emulator, which is started when none runs.
import { readApp } from '#cli/cdktf-settings';
import { endpoint } from '#cli/endpoint';
import { CDKTF_APP_MISSING } from '#cli/messages';
import { EmulatorError } from '#lib/emulator-error';
import { startTold, type TerraformOptions, terraformMissing } from './tf.ts';

export async function cdktf(name: string, stacks: readonly string[], options: TerraformOptions): Promise<void> {
  const { CDKTF_COMMANDS, findCdktfApp, findTerraform, runCdktf } = await import('cloud-emulator-cdktf/command');
  const command = CDKTF_COMMANDS.find((each) => each === name)!;
  const app = readApp(() => findCdktfApp(process.cwd()));
  if (!app)
    throw new EmulatorError(CDKTF_APP_MISSING, `There is no cdktf.json with an \`app\` in ${process.cwd()} or above.`, {
      hint: 'Its `app` is the command that synthesizes: "app": "npx tsx main.ts".',
    });
  const program = findTerraform(process.env);
  if (program === undefined) throw terraformMissing();
  const url = endpoint(options.endpoint);
  if (command !== 'synth') await startTold(url);
  const tell = (line: string): void => void process.stderr.write(`${line}\n`);
  const run = { app, program, command, stacks, url, environment: process.env, mirror: options.providerMirror, tell };
  process.exitCode = await runCdktf(run).catch((error: unknown) => {
    if (!(error instanceof Error) || error.name !== 'UnknownStacks') throw error;
    throw new EmulatorError(CDKTF_APP_MISSING, error.message, {
      hint: `It has ${(error as Error & { known: string[] }).known.join(', ')}.`,
      cause: error,
    });
  });
}
