// The rules of the Ruby runtimes, where this machine has a Ruby.

import { expect, it } from 'vitest';
import { findInterpreters } from '#containers/embedded/interpreters';
import { isMissing } from '../../support/is-missing.ts';
import { type Fixture, invoke, overstay } from './contract-fixture.ts';

const { found } = await findInterpreters('ruby');
const lacksRuby = isMissing('functions in Ruby', found.length === 0 && 'no Ruby is on this machine');

/** `rules`: also test the rules of the language, which are the same in every sandbox. */
export function rubyCases(fixture: Fixture, rules: boolean): void {
  const ruby = it.skipIf(lacksRuby);
  const ask = async (source: string, handler = 'app.handler', payload: unknown = {}) => {
    const files = { 'app.rb': source, 'lib/deep.rb': source, 'beside.rb': 'BESIDE = 1\n' };
    const { environment, log } = await fixture.start('ruby3.3', handler, files);
    const answered = await invoke(environment, payload, { clientContext: '{"custom":{"k":"ü"}}' });
    await environment.stop();
    return { ...answered, log };
  };

  ruby('ruby: exit and timeout', async () => {
    const source = 'def handler(event:, context:)\n  exit(4) if event["exit"]\n  loop {} if event["spin"]\n  "alive"\nend';
    const { environment } = await fixture.start('ruby3.3', 'app.handler', { 'app.rb': source });
    expect((await invoke(environment, { exit: 1 })).body).toMatchObject({ errorMessage: expect.stringContaining('exit status 4') });
    expect((await overstay(environment, { spin: 1 })).outcome.kind).toBe('timeout');
    expect((await invoke(environment)).body).toBe('alive');
    await environment.stop();
  });

  ruby('ruby: prints, logs and errors', async () => {
    const source = `require "logger"
def handler(event:, context:)
  puts "one", "two"
  Logger.new($stdout).warn("several\\nlines")
  raise "bad"
end`;
    const { log, report } = await ask(source);
    const texts = log.filter(({ source: from }) => from === 'function').map(({ text }) => text);
    expect(texts[0]).toBe('one\ntwo');
    expect(texts[1]).toMatch(new RegExp(`^W, \\[[\\d:T.-]+ #\\d+\\]  WARN ${report.requestId} -- : several\\nlines$`));
    expect(texts[2]).toMatch(
      /^Error raised from handler method\n\{\n {2}"errorMessage": "bad",\n {2}"errorType": "Function<RuntimeError>"/,
    );
  });

  if (!rules) return;

  ruby.each<[string, string, string, unknown]>([
    ['a value', 'app.handler', 'def handler(event:, context:) = { e: event, n: context.function_name }', { e: { a: 1 }, n: 'contract' }],
    ['a class', 'app.Shop::Order.put', 'module Shop\n class Order\n  def self.put(event:, context:) = "put"\n end\nend', 'put'],
    ['a file in a folder', 'lib/deep.handler', 'def handler(event:, context:) = "deep"', 'deep'],
    ['its own files', 'app.handler', 'require "beside"\nrequire_relative "beside"\ndef handler(event:, context:) = BESIDE', 1],
    ['nothing', 'app.handler', 'def handler(event:, context:) = nil', null],
    ['other letters', 'app.handler', 'def handler(event:, context:) = "ü€" + context.client_context["custom"]["k"]', 'ü€ü'],
    [
      'time left and its place',
      'app.handler',
      'def handler(event:, context:) = [context.get_remaining_time_in_millis > 0, Dir.pwd == ENV["LAMBDA_TASK_ROOT"], ENV["HOME"], ENV["_LAMBDA_TELEMETRY_LOG_FD"]]',
      [true, true, null, null],
    ],
    ['bytes', 'app.handler', 'require "stringio"\ndef handler(event:, context:) = StringIO.new("[1]")', [1]],
  ])('ruby: %s', async (_what, handler, source, expected) => {
    const { body, outcome, log } = await ask(source, handler, { a: 1 });
    expect(outcome.kind, JSON.stringify([body, log])).toBe('response');
    expect(body).toEqual(expected);
  });

  ruby.each<[string, string, string, string, unknown]>([
    ['an exception', 'app.handler', 'def handler(event:, context:) = raise(ArgumentError, "bad ü")', 'Function<ArgumentError>', 'bad ü'],
    [
      'a name',
      'app.handler',
      'def handler(event:, context:) = nothing_there',
      'Function<NameError>',
      expect.stringContaining('nothing_there'),
    ],
    ['no method', 'app.nope', '', 'Function<NoMethodError>', expect.stringContaining("undefined method `nope'")],
    ['no file', 'gone.handler', '', 'Init<LoadError>', 'cannot load such file -- gone'],
    ['syntax', 'app.handler', 'def handler(', 'Init<SyntaxError>', expect.stringContaining('app.rb')],
    ['no dot', 'app', '', 'Init<ArgumentError>', expect.stringContaining('FILENAME.METHOD')],
    ['an exception while loading', 'app.handler', 'raise "early"', 'Init<RuntimeError>', 'early'],
    [
      'an SDK that is not there',
      'app.handler',
      'require "aws-sdk-nowhere"',
      'Init<LoadError>',
      expect.stringContaining('`gem install aws-sdk-nowhere`'),
    ],
  ])('ruby fails: %s', async (_what, handler, source, errorType, errorMessage) => {
    const { body, outcome } = await ask(source, handler);
    expect(outcome.kind).toBe('error');
    expect(body).toMatchObject({ errorType, errorMessage, stackTrace: expect.any(Array) });
  });

  ruby('ruby: JSON logs at their level', async () => {
    const source = `require "logger"
def handler(event:, context:)
  log = Logger.new($stdout, progname: "mine")
  log.info("no")
  log.error("careful")
end`;
    const env = { AWS_LAMBDA_LOG_FORMAT: 'JSON', AWS_LAMBDA_LOG_LEVEL: 'WARN' };
    const { environment, log } = await fixture.start('ruby3.3', 'app.handler', { 'app.rb': source }, { env, logFormat: 'JSON' });
    const { report } = await invoke(environment);
    const records = log.filter(({ source: from }) => from === 'function').map(({ text }) => JSON.parse(text) as unknown);
    expect(records).toMatchObject([{ level: 'ERROR', message: 'careful', logger: 'mine', requestId: report.requestId }]);
    await environment.stop();
  });
}
