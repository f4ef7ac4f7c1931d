// Requests of the development loop to the function service, with the service's own words where one is refused.
import { cloudRequest } from '#cli/cloud-request';
import { type FunctionConfiguration, type FunctionScope, functionConfiguration } from '#cli/functions';
import { DEPLOYMENT_FAILED } from '#cli/messages';
import { EmulatorError } from '#lib/emulator-error';

/** Resolves with the answer, or with undefined if the resource does not exist (404). @throws EmulatorError DEPLOYMENT_FAILED, NOT_RUNNING */
export async function functionRequest<T>(
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  body: object | undefined,
  { url, region, account }: FunctionScope,
): Promise<T | undefined> {
  const headers = { 'content-type': 'application/json' };
  const text = body === undefined ? undefined : JSON.stringify(body);
  const answer = await cloudRequest(url, {
    service: 'lambda',
    region,
    account,
    method,
    path,
    headers,
    ...(text === undefined ? {} : { body: text }),
  });
  const said = await answer.text();
  if (answer.status === 404) return undefined;
  if (answer.ok) return (said === '' ? {} : JSON.parse(said)) as T;
  throw new EmulatorError(DEPLOYMENT_FAILED, messageIn(said), { hint: `${method} ${path} answered ${answer.status}.` });
}

function messageIn(text: string): string {
  try {
    const { Message, message } = JSON.parse(text) as { Message?: string; message?: string };
    return Message ?? message ?? text;
  } catch {
    return text;
  }
}

const LOOK_EVERY_MS = 20;

/** Resolves once the function, as it was made or changed, serves invocations. @throws EmulatorError DEPLOYMENT_FAILED where it cannot run */
export async function untilSettled(name: string, scope: FunctionScope): Promise<void> {
  let found: FunctionConfiguration | undefined;
  while ((found = await functionConfiguration(name, undefined, scope))) {
    if (found.State === 'Failed' || found.LastUpdateStatus === 'Failed')
      throw new EmulatorError(DEPLOYMENT_FAILED, `${name} cannot run: ${found.StateReason ?? found.LastUpdateStatusReason}`, {
        hint: '`emulator runtimes` lists what runs here.',
      });
    if (found.State === 'Active' && found.LastUpdateStatus !== 'InProgress') return;
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
}
