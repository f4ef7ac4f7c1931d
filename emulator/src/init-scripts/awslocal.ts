// `awslocal` for scripts where it is not installed: the AWS CLI with this emulator as its endpoint. The variable AWS_ENDPOINT_URL alone would not do:
// version 1 of the CLI sends calls about queues to the cloud (`queue.amazonaws.com`) in spite of it, and goes by its argument alone.
import { mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { findCommand } from './child-process.ts';

const NAME = 'awslocal';
const COMMAND = `#!/bin/sh
if ! command -v aws >/dev/null; then
  echo 'awslocal: the AWS CLI is not installed: there is no aws in PATH' >&2
  exit 127
fi
for word in "$@"; do
  case "$word" in --endpoint-url | --endpoint-url=*) exec aws "$@" ;; esac
done
if [ -z "$AWS_ENDPOINT_URL" ]; then
  echo 'awslocal: the address of the emulator is not known: AWS_ENDPOINT_URL is not set' >&2
  exit 1
fi
exec aws --endpoint-url "$AWS_ENDPOINT_URL" "$@"
`;

/** The variables of scripts, with a folder at the end of PATH that has the command, unless PATH has one already. */
export function withAwslocal(environment: Readonly<Record<string, string>>, workDirectory: () => string): Readonly<Record<string, string>> {
  const path = environment['PATH'] ?? '';
  if (findCommand(NAME, path) !== undefined) return environment;
  const folder = join(workDirectory(), 'commands');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, NAME), COMMAND, { mode: 0o755 });
  return { ...environment, PATH: path === '' ? folder : `${path}${delimiter}${folder}` };
}
