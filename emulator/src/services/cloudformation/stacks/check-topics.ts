// Checks the topics that a request names for the notifications of a stack.
import type { Ctx } from '#core/ctx';
import { Fault } from '#core/fault';
import { invalid } from '#services/cloudformation/faults';

/** Asks the topics whether they are there. @throws Fault ValidationError with the error of the topic, as the cloud shows it */
export async function checkTopics(arns: readonly string[] | undefined, ctx: Ctx): Promise<void> {
  for (const TopicArn of arns ?? []) {
    try {
      await ctx.call('sns', 'GetTopicAttributes', { TopicArn });
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      const code = error.code.replace(/Exception$/, '');
      const status = code === 'NotFound' ? 404 : 400;
      throw invalid(`${error.message} (Service: AmazonSNS; Status Code: ${status}; Error Code: ${code}; Request ID: ${ctx.id()})`);
    }
  }
}
