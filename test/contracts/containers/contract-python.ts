// The rules of the Python runtimes, where this machine has a Python.

import { expect, it } from 'vitest';
import { findInterpreters } from '#containers/embedded/interpreters';
import { isMissing } from '../../support/is-missing.ts';
import { type Fixture, invoke, overstay } from './contract-fixture.ts';

const { found } = await findInterpreters('python');
const lacksPython = isMissing('functions in Python', found.length === 0 && 'no Python from 3.8 on is on this machine');

export function pythonCases(fixture: Fixture): void {
  const python = it.skipIf(lacksPython);
  const ask = async (source: string, handler = 'app.handler', payload: unknown = {}) => {
    const { environment, log } = await fixture.start('python3.12', handler, {
      'app.py': source,
      'pkg/__init__.py': '',
      'pkg/mod.py': source,
    });
    const answered = await invoke(environment, payload);
    await environment.stop();
    return { ...answered, log };
  };

  python.each<[string, string, string, unknown]>([
    [
      'a value',
      'app.handler',
      'def handler(e, c): return {"e": e, "n": c.function_name, "left": c.get_remaining_time_in_millis() > 0}',
      { e: {}, n: 'contract', left: true },
    ],
    ['a module in a folder', 'pkg/mod.handler', 'def handler(e, c): return "sub"', 'sub'],
    ['decimals', 'app.handler', 'from decimal import Decimal\ndef handler(e, c): return [Decimal("1.5"), Decimal("2")]', [1.5, 2]],
    ['other letters', 'app.handler', 'def handler(e, c): return "ü€"', 'ü€'],
    [
      'its own paths',
      'app.handler',
      'import os\ndef handler(e, c): return [os.getcwd() == os.environ["LAMBDA_TASK_ROOT"], "HOME" in os.environ]',
      [true, false],
    ],
    [
      'a thread',
      'app.handler',
      'import threading\ndef handler(e, c):\n  r = []\n  t = threading.Thread(target=lambda: r.append(1)); t.start(); t.join()\n  return r',
      [1],
    ],
  ])('python: %s', async (_what, handler, source, expected) => {
    const { body, outcome, log } = await ask(source, handler);
    expect(outcome.kind, JSON.stringify([body, log])).toBe('response');
    expect(body).toEqual(expected);
  });

  python.each<[string, string, string, string, unknown]>([
    ['an exception', 'app.handler', 'def handler(e, c): raise KeyError("k")', 'KeyError', "'k'"],
    [
      'not serialisable',
      'app.handler',
      'def handler(e, c): return object()',
      'Runtime.MarshalError',
      'Unable to marshal response: Object of type object is not JSON serializable',
    ],
    [
      'no module',
      'gone.handler',
      '',
      'Runtime.ImportModuleError',
      expect.stringMatching(/^Unable to import module 'gone': No module named 'gone'/),
    ],
    [
      'an import that fails',
      'app.handler',
      'import not_there',
      'Runtime.ImportModuleError',
      "Unable to import module 'app': No module named 'not_there'",
    ],
    [
      'an SDK that is not there',
      'app.handler',
      'import sys\nsys.path[:] = [p for p in sys.path if "packages" not in p]\nsys.meta_path[:] = [f for f in sys.meta_path if type(f).__name__ != "MachinePackages"]\nimport boto3',
      'Runtime.ImportModuleError',
      expect.stringMatching(/No module named 'boto3' \(.*pip install boto3/),
    ],
    ['no function', 'app.nope', '', 'Runtime.HandlerNotFound', "Handler 'nope' missing on module 'app'"],
    ['syntax', 'app.handler', 'def handler(:', 'Runtime.UserCodeSyntaxError', expect.stringContaining("Syntax error in module 'app'")],
    ['no dot', 'app', '', 'Runtime.MalformedHandlerName', expect.stringContaining("Bad handler 'app'")],
    ['a builtin', 'sys.handler', '', 'Runtime.BuiltInModuleConflict', 'Cannot use built-in module sys as a handler module'],
    ['an exception while loading', 'app.handler', 'raise ZeroDivisionError("early")', 'ZeroDivisionError', 'early'],
  ])('python fails: %s', async (_what, handler, source, errorType, errorMessage) => {
    const { body, outcome } = await ask(source, handler);
    expect(outcome.kind).toBe('error');
    expect(body).toMatchObject({ errorType, errorMessage, stackTrace: expect.any(Array) });
  });

  python('python: exit and timeout', async () => {
    const source =
      'import sys, time\ndef handler(e, c):\n  if "exit" in e: sys.exit(4)\n  if "spin" in e:\n    while True: pass\n  return "alive"';
    const { environment } = await fixture.start('python3.12', 'app.handler', { 'app.py': source });
    expect((await invoke(environment, { exit: 1 })).body).toMatchObject({ errorMessage: expect.stringContaining('exit status 4') });
    expect((await overstay(environment, { spin: 1 })).outcome.kind).toBe('timeout');
    expect((await invoke(environment)).body).toBe('alive');
    await environment.stop();
  });

  python('python: prints, logs and errors in their order', async () => {
    const source = `import logging
logging.getLogger().setLevel("INFO")
def handler(e, c):
    print("printed")
    logging.info("several\\nlines")
    raise ValueError("bad")`;
    const { log, report } = await ask(source);
    const texts = log.filter(({ source: from }) => from === 'function').map(({ text }) => text);
    expect(texts).toContain('printed');
    expect(texts.some((text) => new RegExp(`^\\[INFO\\]\\t[\\d:T.-]+Z\\t${report.requestId}\\tseveral\\nlines$`).test(text))).toBe(true);
    expect(
      texts.some((text) =>
        /^\[ERROR\] ValueError: bad\nTraceback \(most recent call last\):\n {2}File ".*app\.py", line 6, in handler/.test(text),
      ),
    ).toBe(true);
  });

  python('python: JSON logs', async () => {
    const source = 'import logging\ndef handler(e, c):\n  logging.getLogger("mine").info("hi %s", "you", extra={"k": 1})';
    const env = { AWS_LAMBDA_LOG_FORMAT: 'JSON' };
    const { environment, log } = await fixture.start('python3.12', 'app.handler', { 'app.py': source }, { env, logFormat: 'JSON' });
    const { report } = await invoke(environment);
    const record = log.filter(({ source: from }) => from === 'function').map(({ text }) => JSON.parse(text) as unknown);
    expect(record).toMatchObject([{ level: 'INFO', message: 'hi you', logger: 'mine', requestId: report.requestId, k: 1 }]);
    await environment.stop();
  });

  python('python: JSON logs tell the tenant', async () => {
    const source = 'import logging\ndef handler(e, c):\n  logging.info(c.tenant_id)';
    const env = { AWS_LAMBDA_LOG_FORMAT: 'JSON' };
    const { environment, log } = await fixture.start('python3.12', 'app.handler', { 'app.py': source }, { env, logFormat: 'JSON' });
    await invoke(environment, {}, { tenantId: 'blue' });
    await invoke(environment);
    const records = log.filter(({ source: from }) => from === 'function').map(({ text }) => JSON.parse(text) as object);
    expect(records).toMatchObject([{ message: 'blue', tenantId: 'blue' }, { message: 'None' }]);
    expect(records[1]).not.toHaveProperty('tenantId');
    await environment.stop();
  });
}
