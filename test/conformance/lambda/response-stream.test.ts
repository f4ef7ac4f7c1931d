// InvokeWithResponseStream: answers of functions, piece by piece.
import type * as sdk from '@aws-sdk/client-lambda';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { closedGate } from '../../support/gate.ts';
import { type Fixture, startFixture, zipOf } from './fixture.ts';

describe('InvokeWithResponseStream', () => {
  let fixture: Fixture;
  beforeEach(async () => {
    fixture = await startFixture();
  });
  afterEach(() => fixture.emulator.stop());

  const invoke = async (FunctionName: string, more: Partial<sdk.InvokeWithResponseStreamCommandInput> = {}, onChunk = () => {}) => {
    const answer = await fixture.lambda.invokeWithResponseStream({ FunctionName, ...more });
    const chunks: string[] = [];
    let complete: sdk.InvokeWithResponseStreamCompleteEvent | undefined;
    for await (const event of answer.EventStream!) {
      if (event.PayloadChunk) {
        chunks.push(Buffer.from(event.PayloadChunk.Payload!).toString());
        onChunk();
      }
      if (event.InvokeComplete) complete = event.InvokeComplete;
    }
    return { answer, chunks, complete };
  };

  it('gives each piece as it comes, then the end with the log', async () => {
    await using gate = await closedGate();
    const code = zipOf({
      'index.js': `exports.handler = awslambda.streamifyResponse(async (event, stream) => {
        console.log('logged'); stream.write('a' + event.n); ${gate.wait} stream.write('b'); stream.end();
      });`,
    });
    await fixture.create('f', code);
    const { answer, chunks, complete } = await invoke('f', { Payload: Buffer.from('{"n":1}'), LogType: 'Tail' }, gate.open);
    expect(answer).toMatchObject({ StatusCode: 200, ExecutedVersion: '$LATEST' });
    expect(chunks).toEqual(['a1', 'b']);
    expect(Buffer.from(complete!.LogResult!, 'base64').toString()).toContain('logged');
    expect(complete!.ErrorCode).toBeUndefined();
  });

  it('gives a whole answer in one piece, and an error at the end', async () => {
    await fixture.create('whole', 'return { n: event.n };');
    expect((await invoke('whole', { Payload: Buffer.from('{"n":2}') })).chunks).toEqual(['{"n":2}']);
    await fixture.create('broken', `throw new TypeError('no');`);
    const { chunks, complete } = await invoke('broken');
    expect(chunks).toEqual([]);
    expect(complete).toMatchObject({ ErrorCode: 'TypeError' });
    expect(complete!.ErrorDetails).toContain('"errorMessage":"no"');
    await expect(invoke('nobody')).rejects.toMatchObject({ name: 'ResourceNotFoundException' });
  });
});
