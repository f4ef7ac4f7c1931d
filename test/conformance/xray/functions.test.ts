// Functions in traces: the segments of their invocations, those that they send themselves, and the header that they pass on.
import { XRay } from '@aws-sdk/client-xray';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { untilPasses } from '../../support/until-passes.ts';
import { type Fixture, jsonOf, startFixture } from '../lambda/fixture.ts';

let fixture: Fixture;
let xray: XRay;
beforeAll(async () => {
  fixture = await startFixture();
  xray = fixture.emulator.client(XRay);
});
afterAll(() => fixture.emulator.stop());

const ACTIVE = { TracingConfig: { Mode: 'Active' } } as const;
const ARN = 'arn:aws:lambda:us-east-1:000000000000:function';

async function invoke(FunctionName: string, header?: string) {
  const { middlewareStack } = fixture.lambda;
  if (header) middlewareStack.add((next) => (args) => next(withHeader(args, header)), { step: 'build', name: 'traced', override: true });
  const { Payload } = await fixture.lambda.invoke({ FunctionName });
  middlewareStack.remove('traced');
  await fixture.emulator.idle();
  return Payload;
}
const withHeader = <A extends { request: unknown }>(args: A, header: string): A => {
  Object.assign((args.request as { headers: object }).headers, { 'x-amzn-trace-id': header });
  return args;
};
const rootOf = (header: string): string => /Root=([^;]+)/.exec(header)![1]!;
async function documentsOf(trace: string) {
  const { Traces = [] } = await xray.batchGetTraces({ TraceIds: [trace] });
  return (Traces[0]?.Segments ?? []).map(({ Document }) => JSON.parse(Document!));
}

it('makes two segments of an invocation, and a map of them', async () => {
  await fixture.create('traced', 'return process.env._X_AMZN_TRACE_ID;', ACTIVE);
  const header = jsonOf<unknown>(await invoke('traced')) as string;
  expect(header).toMatch(/^Root=1-[0-9a-f]{8}-[0-9a-f]{24};Parent=[0-9a-f]{16};Sampled=1;Lineage=/);
  const documents = await documentsOf(rootOf(header));
  expect(documents).toMatchObject([
    { name: 'traced', origin: 'AWS::Lambda', resource_arn: `${ARN}:traced`, http: { response: { status: 200 } } },
    {
      ...{ name: 'traced', origin: 'AWS::Lambda::Function', id: /Parent=(\w+)/.exec(header)![1], parent_id: documents[0].id },
      subsegments: [{ name: 'Initialization' }, { name: 'Invocation' }, { name: 'Overhead' }],
    },
  ]);
  expect(documents[0]).not.toHaveProperty('parent_id');
  const again = rootOf(jsonOf<unknown>(await invoke('traced')) as string);
  expect((await documentsOf(again))[1].subsegments).toMatchObject([{ name: 'Invocation' }, { name: 'Overhead' }]);
  const { Services = [] } = await xray.getTraceGraph({ TraceIds: [again] });
  expect(Services.map(({ Type, Edges }) => [Type, Edges?.map(({ ReferenceId }) => ReferenceId)])).toEqual([
    ['client', [1]],
    ['AWS::Lambda', [2]],
    ['AWS::Lambda::Function', []],
  ]);
});

it('tells the failure of a function', async () => {
  await fixture.create('failing', 'throw new TypeError("no table");', ACTIVE);
  const root = '1-5e272390-8c398be037738dc042009320';
  await invoke('failing', `Root=${root};Parent=7fa8c0f79203be72;Sampled=1`);
  expect(await documentsOf(root)).toMatchObject([
    { origin: 'AWS::Lambda', parent_id: '7fa8c0f79203be72', fault: true },
    { origin: 'AWS::Lambda::Function', fault: true, cause: { exceptions: [{ type: 'TypeError', message: 'no table' }] } },
  ]);
});

it('follows the decision of the caller', async () => {
  await fixture.create('passing', 'return process.env._X_AMZN_TRACE_ID;');
  const made = rootOf(jsonOf<unknown>(await invoke('passing')) as string);
  expect(await documentsOf(made)).toEqual([]);
  const root = '1-5e272390-8c398be037738dc042009321';
  await invoke('passing', `Root=${root};Parent=7fa8c0f79203be72;Sampled=1`);
  expect(await documentsOf(root)).toHaveLength(2);
  const not = '1-5e272390-8c398be037738dc042009322';
  await invoke('traced', `Root=${not};Sampled=0`);
  expect(await documentsOf(not)).toEqual([]);
  const undecided = '1-5e272390-8c398be037738dc042009323';
  await invoke('traced', `Root=${undecided}`);
  expect(await documentsOf(undecided)).toHaveLength(2);
});

it('takes segments that functions send to its daemon, and answers what is sampled', async () => {
  const code = `
    const [host, port] = process.env.AWS_XRAY_DAEMON_ADDRESS.split(':');
    const [, root, parent] = /Root=([^;]+);Parent=([^;]+)/.exec(process.env._X_AMZN_TRACE_ID);
    const now = Date.now() / 1000;
    const call = { id: '1111111111111111', name: 'DynamoDB', namespace: 'aws', start_time: now, end_time: now, aws: { table_name: 'items' } };
    const sub = { id: '2222222222222222', trace_id: root, parent_id: parent, type: 'subsegment', name: 'work', start_time: now, end_time: now, subsegments: [call] };
    const socket = require('node:dgram').createSocket('udp4');
    const send = (text) => new Promise((done) => socket.send(text, Number(port), host, done));
    await send('nonsense');
    await send('{"format":"json","version":1}\\n' + JSON.stringify(sub));
    socket.close();
    const ask = (path) => fetch('http://' + host + ':' + port + path, { method: 'POST', body: '{}' }).then(async (answer) => [answer.status, await answer.text()]);
    const isSame = process.env._AWS_XRAY_DAEMON_ADDRESS + ':' + process.env._AWS_XRAY_DAEMON_PORT === host + ':' + port;
    return { root, isSame, rules: await ask('/GetSamplingRules'), other: await ask('/other'), targets: await ask('/SamplingTargets') };`;
  await fixture.create('sending', code, ACTIVE);
  const { root, isSame, rules, other, targets } = jsonOf<Record<string, never>>(await invoke('sending')) as never as {
    root: string;
    isSame: boolean;
    rules: [number, string];
    other: [number, string];
    targets: [number, string];
  };
  expect(isSame).toBe(true);
  expect(rules[0]).toBe(200);
  expect(JSON.parse(rules[1])).toMatchObject({ SamplingRuleRecords: [{ SamplingRule: { RuleName: 'Default' }, CreatedAt: 0 }] });
  expect([other[0], targets[0]]).toEqual([404, 400]);
  await untilPasses(async () => {
    const documents = await documentsOf(root);
    expect(documents[1].subsegments).toContainEqual(expect.objectContaining({ name: 'work' }));
    expect(documents[2]).toMatchObject({ name: 'items', origin: 'AWS::DynamoDB::Table', inferred: true });
  });
  expect(fixture.emulator.lines.filter((line) => line.includes('no header line'))).toHaveLength(1);
});

it('joins functions that call each other', async () => {
  const call = `
    const { LambdaClient, InvokeCommand } = require('@aws-sdk/client-lambda');
    await new LambdaClient({}).send(new InvokeCommand({ FunctionName: 'traced' }));
    return process.env._X_AMZN_TRACE_ID;`;
  await fixture.create('calling', call, ACTIVE);
  const header = jsonOf<unknown>(await invoke('calling')) as string;
  const documents = await documentsOf(rootOf(header));
  expect(documents.map(({ name, origin }) => [name, origin])).toEqual([
    ['calling', 'AWS::Lambda'],
    ['calling', 'AWS::Lambda::Function'],
    ['traced', 'AWS::Lambda'],
    ['traced', 'AWS::Lambda::Function'],
  ]);
  expect(documents[2].parent_id).toBe(documents[1].id);
});
