// A log group as a target of rules: each event becomes the only event of a new stream.
import type { Ctx } from '#core/ctx';
import type { Target } from '#core/delivery/target';
import { Fault } from '#core/fault';
import { parseArn } from '#lib/arn';
import { readLogInput } from './log-input.ts';

export const target: Target = {
  send: async ({ targetArn, payload }, ctx) => {
    const arn = parseArn(targetArn);
    const logGroupName = /^log-group:([^:*]+)/.exec(arn?.resource ?? '')?.[1];
    if (!arn || logGroupName === undefined) throw new Fault('ResourceNotFoundException', 'The specified log group does not exist.');
    const event = readLogInput(payload);
    if (!event)
      throw new Fault('InvalidParameterException', 'A log group takes whole events, or inputs of the form {"timestamp": …, "message": …}.');
    const logStreamName = ctx.id();
    const { account, region } = arn;
    await ctx.call('logs', 'CreateLogStream', { logGroupName, logStreamName }, { account, region, as: withoutSource(ctx) });
    const { rejectedLogEventsInfo } = await ctx.call(
      'logs',
      'PutLogEvents',
      { logGroupName, logStreamName, logEvents: [event] },
      { account, region },
    );
    if (rejectedLogEventsInfo)
      throw new Fault('InvalidParameterException', 'The time of the event is too old or too far ahead for the log group.');
  },
};

/**
 * The real service does not name the rule when it makes the stream: a policy may ask for `aws:SourceArn` with `logs:PutLogEvents` only
 * (aws-samples/serverless-patterns pull request 618).
 */
const withoutSource = ({ principal }: Ctx): { readonly service: string } | undefined =>
  principal.kind === 'service' ? { service: principal.service } : undefined;
