// `emulator cdk …`: runs the project's own CDK against the emulator, which is started when none runs.
import { startUnlessRunning } from '#cli/background';
import { endpoint } from '#cli/endpoint';
import { CDK_NOT_FOUND } from '#cli/messages';
import { readOptions } from '#config/options';
import { EmulatorError } from '#lib/emulator-error';

export async function cdk(words: readonly string[], given: { endpoint?: string; json?: boolean }): Promise<void> {
  const { findCdk, runCdk } = await import('cloud-emulator-cdk/command');
  const found = findCdk(process.cwd());
  if (!found)
    throw new EmulatorError(CDK_NOT_FOUND, `There is no CDK in ${process.cwd()} or above.`, {
      hint: '`npm install --save-dev aws-cdk@^2.1148` puts one there.',
    });
  const url = endpoint(given.endpoint);
  const started = await startUnlessRunning(url);
  const { BUCKET_MARKER_LOCAL } = readOptions(process.env);
  const environment = process.env;
  process.exitCode = await runCdk({
    found,
    words,
    url,
    started,
    environment,
    json: given.json ?? false,
    folderBucket: BUCKET_MARKER_LOCAL,
  });
}
