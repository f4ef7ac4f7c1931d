// Subscription filters: what matches their pattern is delivered to a function, a data stream, a delivery stream or a destination as it is written.
// https://docs.aws.amazon.com/AmazonCloudWatch/latest/logs/SubscriptionFilters.html
import type { Ctx } from '#core/ctx';
import { Fault } from '#core/fault';
import type { Frozen } from '#core/records';
import { parseArn } from '#lib/arn';
import { fault, operation, type PutSubscriptionFilterRequest } from '#model/logs';
import { checkTransformed } from '#services/logs/active-transformer';
import { readPattern } from '#services/logs/filter-pattern/read-pattern';
import { findGroup, invalid } from '#services/logs/groups/find-group';
import { pageOfRecords } from '#services/logs/pages';
import { type SubscriptionFilter, subscriptionFilters } from '#services/logs/state';
import { checkStream, unlessFault } from './check-stream.ts';
import { admits, destinationAt } from './destinations.ts';
import { subscriptionPrincipal } from './principal.ts';

/** Limit: subscription filters of a log group. */
const MAX_FILTERS = 2;
const NOT_EXECUTED = 'Could not execute the lambda function. Make sure you have given CloudWatch Logs permission to execute your function.';

export const PutSubscriptionFilter = operation('PutSubscriptionFilter', async (input, ctx) => {
  const { logGroupName, filterName: name, filterPattern: pattern, destinationArn } = input;
  refuseForeignFunction(destinationArn, ctx);
  const { logGroupClass } = findGroup(logGroupName, ctx);
  if (logGroupClass !== 'STANDARD')
    throw fault('InvalidOperationException', `Subscription filters are not supported for log groups of class ${logGroupClass}.`);
  checkTransformed(logGroupName, input.applyOnTransformedLogs, ctx);
  const { roleArn } = input;
  const service = await checkedService(input, ctx);
  findGroup(logGroupName, ctx);
  const filters = ctx.records(subscriptionFilters);
  const before = filters.get([logGroupName, name]);
  if (!before && filters.count([logGroupName]) >= MAX_FILTERS) throw fault('LimitExceededException', 'Resource limit exceeded.');
  const distribution = input.distribution === 'Random' ? 'Random' : 'ByLogStream';
  const createdMs = before?.createdMs ?? ctx.now();
  const applied = input.applyOnTransformedLogs ? { applyOnTransformedLogs: true as const } : {};
  ctx.write((tx) =>
    tx.put(filters, [logGroupName, name], { name, createdMs, pattern, destinationArn, roleArn, service, distribution, ...applied }),
  );
});

/** Tries the destination of a filter; the principal in which it is asked. @throws Fault for a destination that does not take events */
export async function checkedService(input: PutSubscriptionFilterRequest, ctx: Ctx): Promise<string> {
  refuseOthers(input, ctx);
  readPattern(input.filterPattern);
  const { destinationArn, logGroupName, roleArn } = input;
  const isFunction = parseArn(destinationArn)?.service === 'lambda';
  const service = isFunction ? await servicePrincipal(destinationArn, ctx) : 'logs.amazonaws.com';
  if (isFunction) await checkFunction(logGroupName, destinationArn, service, ctx);
  else if (roleArn !== undefined) await checkStream(destinationArn, logGroupName, roleArn, ctx);
  return service;
}

/** Told before a log group that is not there (recorded in February 2026). */
function refuseForeignFunction(destinationArn: string, { account }: Ctx): void {
  const arn = parseArn(destinationArn);
  if (arn?.service === 'lambda' && arn.account !== account)
    throw new Fault(
      'AccessDeniedException',
      'Cross-account lambda invocation passing is not allowed. You must use DestinationPolicies to create cross account lambda triggers.',
    );
}

function refuseOthers(input: PutSubscriptionFilterRequest, ctx: Ctx): void {
  if (input.fieldSelectionCriteria || input.emitSystemFields?.length)
    throw invalid('Log centralization is not emulated: fieldSelectionCriteria and emitSystemFields cannot be used.');
  const arn = parseArn(input.destinationArn);
  if (arn?.service === 'kinesis' || arn?.service === 'firehose') {
    if (input.roleArn === undefined) throw invalid(`destinationArn for vendor ${arn.service} cannot be used without roleArn`);
    return;
  }
  if (arn?.service === 'logs') {
    if (input.roleArn !== undefined) throw invalid('destinationArn for vendor logs cannot be used with roleArn');
    const destination = destinationAt(input.destinationArn, ctx);
    if (!destination) throw invalid('Could not deliver test message to specified destination. Check if the destination is valid.');
    if (!admits(destination, input.destinationArn, ctx))
      throw new Fault(
        'AccessDeniedException',
        `User with accountId: ${ctx.account} is not authorized to perform PutSubscriptionFilter on ${input.destinationArn}: the access policy of the destination does not allow it.`,
      );
    return;
  }
  if (arn?.service !== 'lambda')
    throw invalid(`PutSubscriptionFilter operation cannot work with destinationArn for vendor ${arn?.service ?? ''}`);
  if (input.roleArn !== undefined) throw invalid('destinationArn for vendor lambda cannot be used with roleArn');
  if (arn.account !== ctx.account || arn.region !== ctx.region) throw invalid(NOT_EXECUTED);
}

/** Policies of functions name the service with its region, as the documentation does, or without. */
async function servicePrincipal(functionArn: string, ctx: Ctx): Promise<string> {
  const regional = `logs.${ctx.region}.amazonaws.com`;
  const { Policy = '' } = await unlessFault(ctx.call('lambda', 'GetPolicy', { FunctionName: functionArn }));
  return Policy.includes(`"${regional}"`) ? regional : 'logs.amazonaws.com';
}

async function checkFunction(group: string, functionArn: string, service: string, ctx: Ctx): Promise<void> {
  const as = subscriptionPrincipal(group, service, ctx);
  const reached = await unlessFault(ctx.call('lambda', 'Invoke', { FunctionName: functionArn, InvocationType: 'DryRun' }, { as }));
  if (reached.StatusCode === undefined) throw invalid(NOT_EXECUTED);
}

export const DeleteSubscriptionFilter = operation('DeleteSubscriptionFilter', ({ logGroupName, filterName }, ctx) => {
  findGroup(logGroupName, ctx);
  const filters = ctx.records(subscriptionFilters);
  if (!filters.has([logGroupName, filterName]))
    throw fault('ResourceNotFoundException', 'The specified subscription filter does not exist.');
  ctx.write((tx) => tx.delete(filters, [logGroupName, filterName]));
});

export const DescribeSubscriptionFilters = operation('DescribeSubscriptionFilters', (input, ctx) => {
  const { logGroupName, filterNamePrefix: startsWith } = input;
  findGroup(logGroupName, ctx);
  const { items, nextToken } = pageOfRecords(ctx.records(subscriptionFilters), [logGroupName], input, { startsWith });
  return { subscriptionFilters: items.map(([, filter]) => describe(logGroupName, filter)), nextToken };
});

const describe = (
  logGroupName: string,
  { name, pattern, destinationArn, roleArn, distribution, createdMs, applyOnTransformedLogs }: Frozen<SubscriptionFilter>,
) => ({
  filterName: name,
  logGroupName,
  filterPattern: pattern,
  destinationArn,
  ...(roleArn !== undefined && { roleArn }),
  distribution,
  applyOnTransformedLogs: applyOnTransformedLogs ?? false,
  creationTime: createdMs,
});
