// AWS::CloudFormation::CustomResource and Custom::*: a function (or a topic) does the work and sends its answer to an address.

import type { Created, Properties, Value } from '#core/resources/resource-handlers';
import { number, text } from '#core/resources/resource-properties';
import type { ResourceContext, ResourceType } from '#core/resources/resource-type';
import { parseArn } from '#lib/arn';
import { durationMs } from '#lib/duration';
import { addressKey, bodiesAt, closeAddress, openAddress } from '#services/cloudformation/answers';
import { type Answer, FailedAnswer, readAnswer } from './custom-answer.ts';
import { type AskedFunction, AwaitedAnswer } from './no-answer.ts';

/** Limit: time that a custom resource has for its answer. Its ServiceTimeout shortens it. */
const MAX_SECONDS = 3600;

/** All values in a request are texts, as in the cloud. */
const asText = (value: Value): Value =>
  typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : Array.isArray(value)
      ? value.map(asText)
      : typeof value === 'object' && value !== null
        ? Object.fromEntries(Object.entries(value).map(([key, each]) => [key, asText(each as Value)]))
        : value;

interface Request {
  readonly RequestType: AskedFunction['requestType'];
  readonly PhysicalResourceId?: string;
  readonly OldResourceProperties?: Value;
}

interface Answered {
  readonly answer: Answer;
  readonly requestId: string;
}

/** @throws FailedAnswer with the physical id that the answer gives, Error if the answer is none or does not come */
async function ask(request: Request, properties: Properties, ctx: ResourceContext): Promise<Answered> {
  const token = text(properties.ServiceToken)!;
  // The gateway's own address, because many handlers use only its host name and TLS on port 443, which also leads to the gateway inside
  // functions.
  const { url } = openAddress(ctx, { origin: ctx.detached().origin, anyText: true });
  const seconds = Math.min(number(properties.ServiceTimeout) ?? MAX_SECONDS, MAX_SECONDS);
  const untilMs = ctx.now() + Math.min(seconds * 1000, timeoutMs(ctx.options.CUSTOM_RESOURCE_TIMEOUT));
  const requestId = ctx.id();
  const asked = { arn: token, requestId, requestType: request.RequestType, untilMs };
  const awaited = new AwaitedAnswer(asked, () => ctx.wake(addressKey(url)), ctx);
  try {
    const message = JSON.stringify({
      ...request,
      ServiceToken: token,
      ResponseURL: url,
      StackId: ctx.stack.id,
      RequestId: requestId,
      LogicalResourceId: ctx.logicalId,
      ResourceType: ctx.typeName,
      ResourceProperties: asText(properties),
    });
    await send(token, message, requestId, ctx);
    while (bodiesAt(url, ctx).length === 0) {
      if (ctx.now() >= untilMs)
        throw new Error(
          `CloudFormation did not receive a response from your Custom Resource. Please check your logs for requestId [${requestId}]. If you are using the Python cfn-response module, you may need to update your Lambda function code so that CloudFormation can attach the updated version.`,
        );
      await ctx.waitIdle(addressKey(url), awaited.waitUntilMs);
    }
    const answer = readAnswer(bodiesAt(url, ctx)[0]!);
    if (answer.reason !== undefined) throw new FailedAnswer(answer, requestId);
    return { answer, requestId };
  } finally {
    awaited.end();
    closeAddress(url, ctx);
  }
}

/** Seconds, or a duration. */
function timeoutMs(option: string): number {
  try {
    return /^\d+$/.test(option) ? Number(option) * 1000 : durationMs(option);
  } catch (error) {
    throw new Error(`CUSTOM_RESOURCE_TIMEOUT: ${(error as Error).message}`);
  }
}

async function send(token: string, message: string, requestId: string, ctx: ResourceContext): Promise<void> {
  const arn = parseArn(token);
  const place = { account: arn?.account, region: arn?.region, requestId };
  if (arn?.service === 'lambda')
    await ctx.call('lambda', 'Invoke', { FunctionName: token, InvocationType: 'Event', Payload: Buffer.from(message) }, place);
  else if (arn?.service === 'sns')
    await ctx.call('sns', 'Publish', { TopicArn: token, Subject: 'AWS CloudFormation custom resource request', Message: message }, place);
  else throw new Error(`Invalid service token: ${token}. It must be the ARN of a function or a topic.`);
}

const made = ({ answer: { physicalId, data }, requestId }: Answered): Created => ({
  physicalId,
  attributes: { ...data, Id: data.Id ?? physicalId },
  requestId,
});

export const resource: ResourceType = {
  inStackOnly: true,
  open: true,
  async create(properties, ctx) {
    // The deletion of a resource that has never answered names this id.
    ctx.created(ctx.physicalName(255));
    return made(await ask({ RequestType: 'Create' }, properties, ctx));
  },
  async update(physicalId, properties, previous, ctx) {
    const request = { RequestType: 'Update' as const, PhysicalResourceId: physicalId, OldResourceProperties: asText(previous) };
    return made(await ask(request, properties, ctx));
  },
  async delete(physicalId, properties, ctx) {
    try {
      await ask({ RequestType: 'Delete', PhysicalResourceId: physicalId }, properties, ctx);
    } catch (error) {
      // A resource that stays keeps its id, whatever its answer says.
      throw error instanceof FailedAnswer ? new Error(error.message) : error;
    }
  },
};
