// The files that start an emulator for tests in other languages: each is compiled and used where its language is here.
import { execFile, spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, expect, it } from 'vitest';
import { commandWords } from '../support/command.ts';
import { isMissing } from '../support/is-missing.ts';

const FIXTURES = fileURLToPath(new URL('../../emulator/testing/', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'fixtures-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const whyNot = (command: string, ...words: string[]): string | undefined =>
  spawnSync(command, words).status === 0 ? undefined : `needs ${command}`;

/** Runs in a folder of its own, with `emulator` in `node_modules/.bin`, as a project has it. */
async function run(language: string, ...steps: readonly (readonly string[])[]): Promise<string> {
  const cwd = join(folder, language);
  mkdirSync(join(cwd, 'node_modules/.bin'), { recursive: true });
  const words = [process.execPath, ...(await commandWords())].map((word) => `'${word}'`);
  writeFileSync(join(cwd, 'node_modules/.bin/emulator'), `#!/bin/sh\nexec ${words.join(' ')} "$@"\n`, { mode: 0o755 });
  let said = '';
  for (const [command = '', ...rest] of steps) said = (await promisify(execFile)(command, rest, { cwd })).stdout;
  return said;
}

function write(language: string, files: Readonly<Record<string, string>>, ...fixtures: string[]): void {
  mkdirSync(join(folder, language), { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, language, name), text);
  for (const name of fixtures) copyFileSync(join(FIXTURES, name), join(folder, language, name));
}

it.skipIf(isMissing('the fixture for Java', whyNot('javac', '-version')))('starts an emulator for Java', async () => {
  const main = `public class Main {
  public static void main(String[] words) throws Exception {
    try (LocalCloud cloud = LocalCloud.start()) {
      cloud.reset();
      cloud.advance("5m");
      System.out.println(cloud.url() + " " + cloud.problems().size());
    }
  }
}`;
  write('java', { 'Main.java': main }, 'LocalCloud.java');
  const said = await run('java', ['javac', '-Xlint:all', '-Werror', 'Main.java', 'LocalCloud.java'], ['java', '-cp', '.', 'Main']);
  expect(said).toMatch(/^http:\/\/127\.0\.0\.1:\d+ 0\n$/);
});

it.skipIf(isMissing('the fixture for Rust', whyNot('rustc', '--version')))('starts an emulator for Rust', async () => {
  const main = `mod local_cloud;
fn main() -> std::io::Result<()> {
    let cloud = local_cloud::LocalCloud::start()?;
    cloud.reset()?;
    cloud.advance("5m")?;
    println!("{} {}", cloud.url, cloud.problems()?.len());
    Ok(())
}`;
  write('rust', { 'main.rs': main }, 'local_cloud.rs');
  const said = await run('rust', ['rustc', '--edition', '2021', '-D', 'warnings', 'main.rs'], [join(folder, 'rust/main')]);
  expect(said).toMatch(/^http:\/\/127\.0\.0\.1:\d+ 0\n$/);
});

it.skipIf(isMissing('the fixture for Go', whyNot('go', 'version')))('starts an emulator for Go', async () => {
  const main = `package main

import (
	"fmt"
	"localcloud/localcloud"
)

func main() {
	cloud, err := localcloud.Start()
	if err == nil {
		err = cloud.Advance("5m")
	}
	if err != nil {
		panic(err)
	}
	defer cloud.Stop()
	fmt.Println(cloud.URL)
}`;
  write('go', { 'main.go': main, 'go.mod': 'module localcloud\n\ngo 1.21\n' });
  mkdirSync(join(folder, 'go/localcloud'), { recursive: true });
  copyFileSync(join(FIXTURES, 'localcloud.go'), join(folder, 'go/localcloud/localcloud.go'));
  expect(await run('go', ['go', 'run', '.'])).toMatch(/^http:\/\/127\.0\.0\.1:\d+\n$/);
});
