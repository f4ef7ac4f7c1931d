// Event buses.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { parseArn } from '#lib/arn';
import type { DataSource } from '#services/appsync/state';
import { type Document, type SourceAnswer, wrongRequest } from './source-request.ts';

export async function putEvents(source: Frozen<DataSource>, { operation, events }: Document, ctx: Ctx): Promise<SourceAnswer> {
  if (operation !== 'PutEvents') return wrongRequest(`Unsupported operation '${String(operation)}': it is PutEvents.`);
  if (!Array.isArray(events)) return wrongRequest("Value for field '$[events]' not found.");
  const bus = source.eventBridgeConfig?.eventBusArn ?? '';
  const Entries = (events as readonly Document[]).map(({ source: from, detail, detailType, resources, time }) => ({
    EventBusName: bus,
    Source: from as string,
    Detail: typeof detail === 'string' ? detail : JSON.stringify(detail ?? {}),
    DetailType: detailType as string,
    Resources: Array.isArray(resources) ? resources.map(String) : undefined,
    Time: typeof time === 'string' ? new Date(time) : undefined,
  }));
  const { account, region } = parseArn(bus) ?? {};
  const answer = await ctx.call('events', 'PutEvents', { Entries }, { withRole: source.serviceRoleArn, account, region });
  return { result: { Entries: answer.Entries ?? [], FailedEntryCount: answer.FailedEntryCount ?? 0 } };
}
