// How causes tell what a function answered, as recorded in November 2024
// (localstack/localstack, tests/aws/services/stepfunctions/v2/error_handling: test_task_lambda.py, test_task_service_lambda.py).
import { expect, it } from 'vitest';
import type { Ctx } from '#core/ctx';
import { invokeFunction, invokeResource } from './lambda.ts';
import type { TaskRequest } from './task-request.ts';

const TEXT = '{"errorMessage": "", "errorType": "CustomException", "stackTrace": []}';
const FUNCTION = 'arn:aws:lambda:us-east-1:000000000000:function:f';
const ctx = { call: async () => ({ FunctionError: 'Unhandled', Payload: Buffer.from(TEXT) }) } as unknown as Ctx;
const task = (resource: string, parameters: TaskRequest['parameters']): TaskRequest => ({
  ...{ resource, parameters, pattern: 'requestResponse', roleArn: 'arn:aws:iam::000000000000:role/any', executionArn: '', requestId: '' },
});

it('keeps the blanks of a function that is the resource', async () => {
  await expect(invokeResource(task(FUNCTION, {}), ctx)).rejects.toMatchObject({ error: 'CustomException', reason: TEXT });
});

it('leaves them out for lambda:invoke', async () => {
  const invoked = invokeFunction(task('arn:aws:states:::lambda:invoke', { FunctionName: FUNCTION }), ctx);
  await expect(invoked).rejects.toMatchObject({ error: 'CustomException', reason: JSON.stringify(JSON.parse(TEXT)) });
});
