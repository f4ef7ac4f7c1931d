// The examples in docstrings compile: an example that no longer fits misleads whoever copies it.
import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { afterAll, expect, it } from 'vitest';
import { ROOT, sources } from './sources.ts';

/** Lies within the project, so that `#core/…` means the same as in the sources. */
const FOLDER = `${ROOT}emulator/dist/examples/`;
afterAll(() => rmSync(FOLDER, { recursive: true, force: true }));

/** Imports of the examples for names that their own file does not export. */
const IMPORTS = `
import { ignoring, text } from '#core/resources/resource-properties';
import type { Tag } from '#core/tags';
import { fault, operation } from '#model/sqs';
`;

/** Names that examples use without declaring them; an example may declare one of its own instead. */
const GLOBALS = `
import type { Ctx } from '#core/ctx';
import type { DeliveryAbout } from '#core/delivery/destination';
import type { RetryPolicy } from '#core/delivery/retry-policy';
import type { InvalidToken } from '#core/page';
import type { Collection } from '#core/records';
import type { Message } from '#lib/message';
declare global {
  const ctx: Ctx;
  const messages: Collection<[queue: string, id: string], object>;
  const orders: Collection<[id: string], { id: string }>;
  const queues: Collection<[name: string], { name: string }>;
  const FAILED: Message<{ name: string }>;
  const order: { id: string };
  const rule: { arn: string };
  const targetArn: string, sourceArn: string, NextToken: string | undefined;
  const about: DeliveryAbout, retry: RetryPolicy, invalidToken: InvalidToken;
  function parseTopicArn(arn: string): { account: string; region: string };
}
`;

/** Files that examples import as neighbours. */
const NEIGHBOURS: Readonly<Record<string, string>> = {
  'repositories.ts': "export * from '#services/ecr/repositories';",
  'resources/repository.ts': "export * from '#services/ecr/resources/repository';",
};

/** Imports the exports of the example's own file that it names. */
function ownImport(file: string, example: string): string {
  const exported = [...readFileSync(`${ROOT}${file}`, 'utf8').matchAll(/^export (?:const|function|class|interface|type) (\w+)/gm)];
  const names = exported.map(([, name]) => name!).filter((name) => new RegExp(`\\b(?<!const )${name}\\b`).test(example));
  return names.length === 0 ? '' : `import { ${names.join(', ')} } from '${ROOT}${file}';`;
}

/** The texts behind `@example`, each up to the next tag. */
const examplesIn = (file: string): string[] =>
  [...readFileSync(`${ROOT}${file}`, 'utf8').matchAll(/\/\*\*(?:(?!\*\/).)*@example(?:(?!\*\/).)*\*\//gs)].flatMap(([comment]) => {
    const text = comment.replace(/\s*\*\/$/, '').replace(/^ *\/?\*+ ?/gm, '');
    return text
      .split(/^@example *$/m)
      .slice(1)
      .map((example) => example.split(/^@/m)[0]!.trim());
  });

/** An example that does not fit: the compiler finds it together with the others. */
const PLANTED = ['planted.1.ts', 'const { items } = pageOfNothing(ctx);'] as const;

it('examples in docstrings compile, and one that does not is found', { timeout: 120_000 }, async () => {
  mkdirSync(`${FOLDER}resources`, { recursive: true });
  for (const [name, text] of Object.entries(NEIGHBOURS)) writeFileSync(`${FOLDER}${name}`, text);
  const written = sources('emulator/src/').flatMap((file) =>
    examplesIn(file).map((example, number) => {
      const name = `${file.replaceAll('/', '.').replace(/\.ts$/, '')}.${number + 1}.ts`;
      writeFileSync(`${FOLDER}${name}`, `${IMPORTS}${ownImport(file, example)}\n${example}\n`);
      return name;
    }),
  );
  expect(written.length).toBeGreaterThan(8);
  writeFileSync(`${FOLDER}globals.ts`, GLOBALS);
  writeFileSync(`${FOLDER}${PLANTED[0]}`, `${IMPORTS}\n${PLANTED[1]}\n`);
  const config = {
    extends: '../../../tsconfig.base.json',
    compilerOptions: { noUnusedLocals: false, verbatimModuleSyntax: false },
    include: ['*.ts'],
  };
  writeFileSync(`${FOLDER}tsconfig.json`, JSON.stringify(config));
  const compiled = promisify(execFile)('node_modules/.bin/tsc', ['-p', `${FOLDER}tsconfig.json`], { cwd: ROOT });
  const problems = await compiled.then(
    () => '',
    ({ stdout }: { stdout: string }) => stdout,
  );
  const [planted, others] = [true, false].map((isPlanted) =>
    problems.split('\n').filter((line) => line !== '' && line.includes(PLANTED[0]) === isPlanted),
  );
  expect(others, 'mend the example; names that it does not declare belong to GLOBALS').toEqual([]);
  expect(planted?.join()).toContain('pageOfNothing');
});
