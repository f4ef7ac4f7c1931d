// FUNCTION_UPDATE_MS: updates of functions take their time, as recorded in November 2025
// (localstack/localstack, tests/aws/services/lambda_/test_lambda_api.py: test_lambda_code_location_zipfile, test_publish_with_update,
// test_lambda_concurrent_code_updates, test_lambda_concurrent_config_updates).
import { afterAll, beforeAll, expect, it } from 'vitest';
import { creation, type Fixture, handler, startFixture } from './fixture.ts';

const FunctionName = 'slow';
let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture({ clock: 'manual', options: { FUNCTION_UPDATE_MS: 2000, FUNCTION_SYNCHRONOUS_CREATE: true } });
  await fixture.lambda.createFunction(creation(FunctionName, handler('return 1;')));
});
afterAll(() => fixture.emulator.stop());

const IN_PROGRESS = {
  LastUpdateStatus: 'InProgress',
  LastUpdateStatusReason: 'The function is being created.',
  LastUpdateStatusReasonCode: 'Creating',
};
const CONFLICT = {
  name: 'ResourceConflictException',
  message: expect.stringMatching(
    /^The operation cannot be performed at this time\. An update is in progress for resource: arn:aws:lambda:[\w-]+:\d+:function:slow$/,
  ),
};
const code = (number: number) => ({ FunctionName, ZipFile: handler(`return ${number};`) });

it('shows an update in progress, and refuses others meanwhile', async () => {
  const { lambda, emulator } = fixture;
  const updated = await lambda.updateFunctionCode(code(2));
  expect(updated).toMatchObject(IN_PROGRESS);
  const { RevisionId } = updated;
  expect((await lambda.getFunction({ FunctionName })).Configuration).toMatchObject({ State: 'Active', RevisionId, ...IN_PROGRESS });
  await expect(lambda.updateFunctionCode(code(3))).rejects.toMatchObject(CONFLICT);
  await expect(lambda.updateFunctionConfiguration({ FunctionName, Timeout: 9 })).rejects.toMatchObject(CONFLICT);
  await emulator.clock.advance('2s');
  await emulator.idle();
  expect(await lambda.getFunctionConfiguration({ FunctionName })).toMatchObject({ LastUpdateStatus: 'Successful' });
});

it('shows the version that an update publishes as pending', async () => {
  const { lambda, emulator } = fixture;
  const { Version } = await lambda.updateFunctionCode({ ...code(4), Publish: true });
  expect(await lambda.getFunctionConfiguration({ FunctionName, Qualifier: Version! })).toMatchObject({
    State: 'Pending',
    StateReasonCode: 'Creating',
  });
  expect(await lambda.getFunctionConfiguration({ FunctionName })).toMatchObject({ State: 'Active', ...IN_PROGRESS });
  await emulator.clock.advance('2s');
  await emulator.idle();
  expect(await lambda.getFunctionConfiguration({ FunctionName, Qualifier: Version! })).toMatchObject({ State: 'Active' });
});
