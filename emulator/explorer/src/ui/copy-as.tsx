// Calls as text to copy: commands of the AWS CLI, calls of the SDK, constructs of the CDK for those that make a resource.
import type { Call, Scope } from '#api/model.ts';
import { say } from '#shell/session.ts';
import { cdkConstruct } from './cdk-construct.ts';
import { cliCommand } from './cli-command.ts';

const kebab = (name: string): string =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1-$2')
    .toLowerCase();
const CLI_NAMES: Readonly<Record<string, string>> = { states: 'stepfunctions', s3: 's3api' };
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
const asObject = (_: string, value: unknown): unknown => (value instanceof Map ? Object.fromEntries(value as Map<string, unknown>) : value);

/** The answer of an invocation is a file. */
function commandOf({ service, operation, input }: Call): string {
  const command = `${CLI_NAMES[service] ?? service} ${kebab(operation)}`;
  if (operation !== 'Invoke') return `${command} --cli-input-json ${quoted(JSON.stringify(input, asObject))}`;
  const { Payload, ...rest } = input as { Payload: string };
  return `${command} --cli-input-json ${quoted(JSON.stringify(rest))} --cli-binary-format raw-in-base64-out --payload ${quoted(Payload)} /dev/stdout`;
}

export function CopyAs({ calls, scope }: { calls: () => readonly Call[]; scope: Scope }) {
  const cli = (): string =>
    calls()
      .map((call) => cliCommand(commandOf(call), scope))
      .join('\n');
  const sdk = (): string =>
    calls()
      .map(
        ({ operation, input }) =>
          `await client.${operation[0]!.toLowerCase()}${operation.slice(1)}(${JSON.stringify(input, asObject, 2)});`,
      )
      .join('\n');
  return (
    <span class="copy-as">
      <span class="dim">Copy as</span>
      <CopyWord word="CLI" text={cli} />
      <CopyWord word="SDK" text={sdk} />
      {calls().some(cdkConstruct) && (
        <CopyWord
          word="CDK"
          text={() =>
            calls()
              .flatMap((one) => cdkConstruct(one) ?? [])
              .join('\n')
          }
        />
      )}
    </span>
  );
}

function CopyWord({ word, text }: { word: string; text: () => string }) {
  return (
    <button
      type="button"
      class="small quiet"
      onClick={() => void navigator.clipboard.writeText(text()).then(() => say(`Copied as ${word}.`))}
    >
      {word}
    </button>
  );
}
