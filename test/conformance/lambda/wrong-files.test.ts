// Handlers that are not found: the error names the files that are there and says what to do.
import { execFileSync } from 'node:child_process';
import { InvokeCommand } from '@aws-sdk/client-lambda';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { isMissing } from '../../support/is-missing.ts';
import { type Fixture, jsonOf, startFixture, zipOf } from './fixture.ts';

interface Failure {
  readonly errorType: string;
  readonly errorMessage: string;
  readonly trace?: readonly string[];
}

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture();
});
afterAll(() => fixture.emulator.stop());

let count = 0;
async function failureOf(Runtime: string, Handler: string, files: Record<string, string>): Promise<Failure> {
  const FunctionName = `wrong-${++count}`;
  await fixture.create(FunctionName, zipOf(files), { Runtime: Runtime as 'nodejs20.x', Handler, Timeout: 20 });
  return jsonOf<Failure>((await fixture.lambda.send(new InvokeCommand({ FunctionName }))).Payload);
}

const BUNDLE =
  'index.ts is here; functions run JavaScript: bundle it (esbuild index.ts --bundle --platform=node --outfile=index.js, or NodejsFunction of the CDK).';

it.each([
  ['nodejs20.x', 'TypeScript', 'index.handler', { 'index.ts': '', 'package.json': '{}' }, BUNDLE],
  ['nodejs24.x', 'TypeScript', 'index.handler', { 'index.ts': '', 'package.json': '{}' }, BUNDLE],
  [
    'nodejs20.x',
    'another name',
    'index.handler',
    { 'app.mjs': '', 'lib/a.js': '' },
    'None of index.js, index.mjs, index.cjs is here; the code has app.mjs, lib/.',
  ],
  [
    'nodejs20.x',
    'a folder around it',
    'index.go',
    { 'shop/index.mjs': '' },
    'shop/index.mjs is here: the handler is then shop/index.go, or zip',
  ],
  ['nodejs20.x', 'a folder that is not there', 'src/index.go', { 'index.mjs': '' }, 'The code has no folder src: it has index.mjs.'],
])('%s: %s', async (runtime, _what, handler, files, advice) => {
  const { errorType, errorMessage } = await failureOf(runtime, handler, files);
  expect(errorType).toBe('Runtime.ImportModuleError');
  expect(errorMessage).toContain(`Error: Cannot find module '${handler.split('.')[0]!.split('/').at(-1)}'\n${advice}`);
});

it('a module that the handler needs is not taken for the handler', async () => {
  const { errorMessage } = await failureOf('nodejs20.x', 'index.handler', { 'index.js': 'require("gone")' });
  expect(errorMessage).toMatch(/^Error: Cannot find module 'gone'\nRequire stack:/);
});

it('the stack of a missing module names no file of ours that looks for the SDK', async () => {
  const source = 'import "@aws-sdk/client-sqs"; import "gone"; export const handler = () => 1;';
  const { errorMessage, trace = [] } = await failureOf('nodejs20.x', 'index.handler', { 'index.mjs': source });
  expect(errorMessage).toMatch(/Cannot find package '(gone|@aws-sdk\/client-sqs)' imported from/);
  expect(trace.join('\n')).not.toMatch(/data:text|sdk-hooks/);
});

const noPython = ((): string | undefined => {
  try {
    execFileSync('python3', ['--version']);
    return undefined;
  } catch {
    return 'needs python3 in PATH';
  }
})();
it.skipIf(isMissing('handlers of Python that are not found', noPython)).each([
  ['another name', 'app.main', { 'main.py': '', 'lib/a.py': '' }, 'app.py is not here; the code has lib/, main.py.'],
  ['a folder around it', 'app.main', { 'shop/app.py': '' }, 'shop/app.py is here: the handler is then shop/app.<function>, or zip'],
])('python: %s', async (_what, handler, files, advice) => {
  const { errorType, errorMessage } = await failureOf('python3.13', handler, files);
  expect(errorType).toBe('Runtime.ImportModuleError');
  expect(errorMessage).toContain(`Unable to import module 'app': No module named 'app'\n${advice}`);
});
