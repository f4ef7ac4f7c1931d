// Creates the function, or changes it. Its code is the folder `src` itself: the emulator runs it from there, and reloads it when a file changes.
import { fileURLToPath } from 'node:url';
import {
  CreateFunctionCommand,
  ResourceConflictException,
  UpdateFunctionConfigurationCommand,
  waitUntilFunctionActiveV2,
} from '@aws-sdk/client-lambda';

export const FUNCTION = '{{name}}';
const CODE = { S3Bucket: 'hot-reload', S3Key: fileURLToPath(new URL('../src', import.meta.url)) };
const SETTINGS = {
  FunctionName: FUNCTION,
  Runtime: 'nodejs{{node}}.x',
  Handler: 'handler.handler',
  Role: 'arn:aws:iam::000000000000:role/{{name}}',
  Timeout: 10,
};

/** @param {import('@aws-sdk/client-lambda').LambdaClient} client */
export async function deploy(client) {
  try {
    await client.send(new CreateFunctionCommand({ ...SETTINGS, Code: CODE }));
  } catch (error) {
    if (!(error instanceof ResourceConflictException)) throw error;
    await client.send(new UpdateFunctionConfigurationCommand(SETTINGS));
  }
  await waitUntilFunctionActiveV2({ client, maxWaitTime: 60, minDelay: 1 }, { FunctionName: FUNCTION });
}
