// repeat.mjs REPORT AGAIN: repeats the test files that failed in a run of vitest, each alone, and writes a report of the same form.
// A test that passes now was disturbed by what ran beside it. Files are repeated whole, because tests may build upon those before them.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';

/** More failures than these are no disturbance: repeating them would only take time. */
const MAX_FILES = 20;
const MAX_MS = 10 * 60_000;

const [report, again] = process.argv.slice(2);
const failed = JSON.parse(readFileSync(report, 'utf8')).testResults.filter(({ status }) => status === 'failed');
if (failed.length > MAX_FILES) console.log(`${failed.length} files failed: none of them is repeated`);

const testResults = [];
const untilMs = Date.now() + MAX_MS;
for (const { name } of failed.length > MAX_FILES ? [] : failed) {
  const file = relative(process.cwd(), name);
  const left = untilMs - Date.now();
  if (left <= 0) break;
  console.log(`\nonce more, alone: ${file}`);
  const one = `${again}.one`;
  writeFileSync(one, '{"testResults":[]}');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${one}`];
  spawnSync('npm', ['test', '--', file, ...reporters], { stdio: 'inherit', timeout: left, killSignal: 'SIGKILL' });
  testResults.push(...JSON.parse(readFileSync(one, 'utf8')).testResults);
}
writeFileSync(again, JSON.stringify({ testResults }));
