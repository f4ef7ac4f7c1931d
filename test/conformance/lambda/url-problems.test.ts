// Requests to function URLs in traces and in the ledger of problems: each is a run; each failure is told once, with its cause and what mends it.
import { afterEach, expect, it } from 'vitest';
import { problemsOf, runsOf, told } from '../../support/problems.ts';
import { creation, handler } from './fixture.ts';
import { ask, useUrls } from './use-urls.ts';

const fixture = useUrls();
const ARN = 'arn:aws:lambda:us-east-1:000000000000:function:f';
const runs = async () =>
  (await runsOf(fixture.emulator, 'request')).map(({ name, resource, failed, depth }) => [name, resource, failed, depth]);

async function make(body: string): Promise<string> {
  await fixture.lambda.createFunction(creation('f', handler(body)));
  await fixture.settled('f');
  return fixture.url('f');
}

afterEach(async () => {
  // Neither headers nor queries enter a trace.
  const traces = await (await fetch(`${fixture.emulator.url}/_emulator/traces?lines=1000`)).text();
  expect(traces + JSON.stringify(await problemsOf(fixture.emulator))).not.toContain('hush');
});

it('are runs, with the run of the function one deeper', async () => {
  const url = await make('return { statusCode: event.rawPath === "/none" ? 404 : 200, body: "x" };');
  await ask(`${url}orders?token=hush`, { headers: { authorization: 'Bearer hush', 'x-api-key': 'hush' } });
  expect((await ask(`${url}none`)).status).toBe(404);
  expect(await runs()).toEqual([
    ['GET /orders → 200', ARN, false, 0],
    ['GET /none → 404', ARN, false, 0],
  ]);
  expect((await runsOf(fixture.emulator, 'function')).map(({ depth, failed }) => [depth, failed])).toEqual([
    [1, false],
    [1, false],
  ]);
  expect(await told(fixture.emulator)).toEqual([]);
});

it('follow from the failure of their function', async () => {
  await ask(await make('throw new TypeError("no table");'));
  expect(await told(fixture.emulator)).toEqual([
    [expect.stringMatching(/^f failed: TypeError: no table/), ['the URL of f cannot answer: the function failed: TypeError']],
  ]);
  expect(await runs()).toEqual([['GET / → 502', ARN, true, 0]]);
});

it.each([
  ['{ statusCode: 503, body: "overloaded" }', `GET / → 503 by ${ARN}: overloaded`],
  ['{ statusCode: "often" }', 'the URL of f cannot answer: its answer has the statusCode "often", which is no HTTP status'],
])('are problems where the function answers %s', async (answer, cause) => {
  await ask(await make(`return ${answer};`));
  expect(await told(fixture.emulator)).toEqual([[cause, []]]);
});

it('that are refused name the command that allows them', async () => {
  await make('return 1;');
  await fixture.lambda.removePermission({ FunctionName: 'f', StatementId: 'FunctionURLAllowPublicAccess' });
  const { FunctionUrl = '' } = await fixture.lambda.getFunctionUrlConfig({ FunctionName: 'f' });
  expect((await ask(FunctionUrl)).status).toBe(403);
  expect(await problemsOf(fixture.emulator)).toMatchObject([
    {
      code: 'URL_REFUSED',
      cause: expect.stringMatching(/^A caller without a signature may not call arn:.*:f through its URL/),
      remedy: expect.stringContaining('aws lambda add-permission --function-name f --statement-id FunctionURLAllowPublicAccess'),
    },
  ]);
  expect(await runs()).toEqual([['GET / → 403', ARN, true, 0]]);
});

it('without a signature, or to a URL that is not there, are problems', async () => {
  await make('return 1;');
  await fixture.lambda.updateFunctionUrlConfig({ FunctionName: 'f', AuthType: 'AWS_IAM' });
  const { FunctionUrl = '' } = await fixture.lambda.getFunctionUrlConfig({ FunctionName: 'f' });
  await ask(FunctionUrl);
  await ask(`${fixture.emulator.url}/_function-url/none/x`);
  expect(await told(fixture.emulator)).toEqual([
    [expect.stringMatching(/^The URL of f has the type AWS_IAM/), []],
    ['no function has the URL none', []],
  ]);
});
