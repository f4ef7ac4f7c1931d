// Runs the recorded suite of the established emulator, whose answers were validated against the cloud, against this one:
// `RECORDED_SUITE=<checkout of localstack/localstack> npm run oracle:recorded -- mappings streams` (all areas without names; `--only <part of a test's name>`).
// Prints how many tests of an area passed, how many are not ours and why (not-ours.ts, circumstances.py), and how many are ours; writes the latter with their differences to
// `<area>.txt` in `--out` (a temporary folder by default). `--read <folder>` counts the results of an earlier run again.
// Items are the tests that were validated against the cloud; their snapshots are verified whole. RECORDED_PYTHON is a Python from 3.12 on with the suite's requirements
// (`pip install -e '<checkout>[test]'`, or only what its tests import, and the sources of the rest in PYTHONPATH).
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { startEmulator } from '#main';
import { differsAtRandom, NOT_RUN, type Rule, ruleOf } from './recorded/not-ours.ts';

const AREAS: Readonly<Record<string, readonly string[]>> = {
  mappings: ['lambda_/event_source_mapping'],
  stacks: ['cloudformation'],
  streams: ['kinesis'],
  tables: ['dynamodb', 'dynamodbstreams'],
  states: ['stepfunctions'],
  api: ['lambda_/test_lambda_api.py'],
  functions: [
    'lambda_/test_lambda.py',
    'lambda_/test_lambda_common.py',
    'lambda_/test_lambda_destinations.py',
    'lambda_/functions',
    'lambda_/layers',
  ],
  apis: ['apigateway'],
  topics: ['sns'],
  queues: ['sqs'],
  events: ['events'],
  objects: ['s3', 's3control'],
  logs: ['logs'],
  scheduler: ['scheduler'],
  identity: ['iam', 'sts'],
  keys: ['kms', 'secretsmanager', 'ssm'],
};

/** Options of the emulator, for areas whose tests look at what they decide. */
const SETTINGS: Readonly<Record<string, Readonly<Record<string, string>>>> = { objects: { SIGNATURES: 'verify' } };

const ACCOUNT = '424242424242';

interface Result {
  readonly test: string;
  readonly outcome: 'passed' | 'differs' | 'left out' | 'not collected' | 'not run';
  readonly why: string;
  /** Members that were taken out of the answers before they were compared. */
  readonly without?: readonly string[];
}

const suite = process.env['RECORDED_SUITE'] ?? '';
if (!existsSync(join(suite, 'tests/aws'))) throw new Error('RECORDED_SUITE names a checkout: see above.');
const given = process.argv.slice(2);
const option = (name: string): string | undefined => (given.includes(name) ? given.splice(given.indexOf(name), 2)[1] : undefined);
const only = option('--only');
const earlier = option('--read');
const out = option('--out') ?? mkdtempSync(join(tmpdir(), 'recorded-'));
mkdirSync(out, { recursive: true });

/** Runs the tests of an area in pytest, and ends when pytest does. */
async function runTests(area: string, url: string, results: string): Promise<void> {
  const { port } = new URL(url);
  const paths = AREAS[area]!.map((path) => join('tests/aws/services', path));
  const chosen = only === undefined ? [] : ['-k', only];
  const own = [join(import.meta.dirname, 'recorded'), join(suite, 'localstack-core'), suite];
  const child = spawn(
    process.env['RECORDED_PYTHON'] ?? 'python3',
    [
      '-m',
      'pytest',
      '-p',
      'suite_plugin',
      '-p',
      'no:cacheprovider',
      '-q',
      '--continue-on-collection-errors',
      '--tb=short',
      ...chosen,
      ...paths,
    ],
    {
      cwd: suite,
      stdio: ['ignore', 'ignore', 'inherit'],
      env: {
        ...process.env,
        PYTHONPATH: [process.env['PYTHONPATH'], ...own].filter(Boolean).join(delimiter),
        PYTHONDONTWRITEBYTECODE: '1',
        ...{
          RECORDED_PORT: port,
          RECORDED_RESULTS: results,
          TEST_SKIP_LOCALSTACK_START: '1',
          TEST_AWS_ENDPOINT_URL: `http://localhost:${port}`,
        },
        RECORDED_NOT_RUN: JSON.stringify(NOT_RUN),
        LOCALSTACK_HOST: `localhost.localstack.cloud:${port}`,
        // An account of zeros would be found in the names of shards, too.
        ...{ TEST_AWS_ACCOUNT_ID: ACCOUNT, TEST_AWS_ACCESS_KEY_ID: ACCOUNT, AWS_ACCESS_KEY_ID: ACCOUNT, AWS_SECRET_ACCESS_KEY: 'test' },
      },
    },
  );
  await new Promise((resolve, reject) => child.once('exit', resolve).once('error', reject));
}

const isDifference = (line: string): boolean => /^\s*\([~+-]\)/.test(line);
/** A value that the suite replaces by its key's name, and did not when the answer was recorded. */
const isReplacedLater = (line: string): boolean => /\/([\w-]+) .* → '\1'/.test(line);

/** The lines of a failure that tell it: the differences of snapshots, or the end of an exception. */
function told(why: string): readonly string[] {
  const lines = why.replace(/\x1b\[[0-9;]*m/g, '').split('\n');
  if (lines.some(isDifference)) return lines.filter((line) => line.startsWith('>> match key') || isDifference(line));
  const exceptions = lines.filter((line) => line.startsWith('E  '));
  return exceptions.length > 0 ? exceptions.slice(-6) : lines.slice(-3);
}

interface Judged {
  readonly test: string;
  readonly outcome: 'passed' | 'not ours' | 'ours' | 'left out';
  readonly reasons: readonly string[];
  /** Lines that no rule explains. */
  readonly lines: readonly string[];
}

/** A failure whose every difference has a rule is not ours; of an exception, one line that has one is enough. */
function judge({ test, outcome, why, without = [] }: Result): Judged {
  const newer = without.length > 0 ? [`compared without ${without.join(', ')}`] : [];
  if (outcome === 'passed' || outcome === 'left out') return { test, outcome, reasons: newer, lines: [] };
  if (outcome === 'not run') return { test, outcome: 'not ours', reasons: [reasonOf(why)], lines: [] };
  const lines = told(why);
  const rules = new Set<Rule>();
  const isExplained = (line: string): boolean => {
    const rule = ruleOf(test, line);
    if (rule) rules.add(rule);
    return rule !== undefined || isReplacedLater(line) || differsAtRandom(line);
  };
  const differing = lines.filter(isDifference);
  const left = differing.length > 0 ? differing.filter((line) => !isExplained(line)) : lines.some(isExplained) ? [] : lines;
  const reasons = [...rules].map(({ kind, reason }) => `${kind}: ${reason}`);
  if (left.length > 0) return { test, outcome: 'ours', reasons, lines: lines.filter((line) => !isDifference(line) || left.includes(line)) };
  return rules.size > 0 ? { test, outcome: 'not ours', reasons, lines: [] } : { test, outcome: 'passed', reasons: newer, lines: [] };
}

const reasonOf = (why: string): string => `suite: ${NOT_RUN.find(([, reason]) => why.includes(reason))?.[1] ?? why}`;

async function runArea(area: string): Promise<void> {
  const results = join(out, `${area}.jsonl`);
  rmSync(results, { force: true });
  writeFileSync(results, '');
  const emulator = await startEmulator({
    port: 0,
    log: false,
    environment: { FUNCTION_UPDATE_MS: '500', LOCALSTACK_HOST: 'localhost.localstack.cloud', ...SETTINGS[area] },
  });
  try {
    await runTests(area, emulator.url, results);
  } finally {
    await emulator.stop();
  }
  tell(area, results);
}

function tell(area: string, results: string): void {
  const lines = readFileSync(results, 'utf8').split('\n').filter(Boolean);
  const judged = lines.map((line) => judge(JSON.parse(line) as Result));
  const among = (outcome: Judged['outcome']) => judged.filter((each) => each.outcome === outcome);
  const ours = among('ours');
  writeFileSync(join(out, `${area}.txt`), ours.map(({ test, lines: left }) => `${test}\n${left.join('\n')}\n`).join('\n'));
  const items = judged.length - among('left out').length;
  const notOurs = among('not ours');
  const without = among('passed').filter(({ reasons }) => reasons.length > 0).length;
  console.log(
    `${area}: passed ${among('passed').length} of ${items} (${without} without what their recordings cannot have), not ours ${notOurs.length}, ours ${ours.length} (left out ${among('left out').length})`,
  );
  const counted = new Map<string, number>();
  for (const { reasons } of notOurs) counted.set(reasons[0]!, (counted.get(reasons[0]!) ?? 0) + 1);
  for (const [reason, count] of [...counted].sort(([, a], [, b]) => b - a)) console.log(`  ${String(count).padStart(4)} ${reason}`);
}

for (const area of given.length > 0 ? given : Object.keys(AREAS)) {
  if (!(area in AREAS)) throw new Error(`There is no area ${area}: ${Object.keys(AREAS).join(', ')}.`);
  if (earlier === undefined) await runArea(area);
  else tell(area, join(earlier, `${area}.jsonl`));
}
console.log(`The differences are in ${out}.`);
