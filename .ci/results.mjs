// results.mjs FOLDER OTHER: adds up the reports of a folder, `NAME.json` with `NAME.again.json`, and failures of other kinds.
// The last line is `N passed, N failed`. A test that failed and passed when it was repeated is told as `flaky:` and counts as passed.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

const [folder, other] = process.argv.slice(2);
let passed = 0;
let failed = Number(other);
for (const report of readdirSync(folder).filter((name) => name.endsWith('.json') && !name.endsWith('.again.json'))) {
  const { numPassedTests, testResults } = read(report);
  const again = read(report.replace(/json$/, 'again.json')).testResults;
  passed += numPassedTests;
  for (const { name, message, assertionResults } of testResults.filter(({ status }) => status === 'failed')) {
    const repeated = again.find((file) => file.name === name);
    const failures = assertionResults.filter(({ status }) => status === 'failed');
    if (failures.length === 0) judge(relative(process.cwd(), name), message, repeated?.status === 'passed', repeated?.assertionResults);
    for (const { fullName, failureMessages } of failures) {
      const outcomes = repeated?.assertionResults.filter((one) => one.fullName === fullName) ?? [];
      judge(fullName, failureMessages[0], outcomes.length > 0 && outcomes.every(({ status }) => status === 'passed'));
    }
  }
}
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);

/** `more` are the tests of a file that failed before any of them ran. */
function judge(name, message = '', passedThen, more) {
  const firstLine = message.split('\n').find((line) => line.trim() !== '') ?? '';
  if (passedThen) passed += more?.filter(({ status }) => status === 'passed').length ?? 1;
  else failed++;
  console.log(`${passedThen ? 'flaky' : 'failed'}: ${name}: ${firstLine}`);
}

function read(name) {
  const path = join(folder, name);
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : { testResults: [], numPassedTests: 0 };
}
