// The managed rule that sends a bus's events to an archive. An archive costs an event nothing but this rule, and a bus without archives nothing.
// https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-archive.html
import type { Ctx } from '#core/ctx';
import type { Frozen, Tx } from '#core/records';
import { wholeValue } from '#lib/json-slice';
import type { Target } from '#model/events';
import { ARCHIVE_MANAGER, archiveArn, archiveRuleName, archiveTargetArn } from '#services/events/archive-names';
import { busPlace } from '#services/events/find-bus';
import { removeRule, writeRule } from '#services/events/rules/rules';
import { removeTarget, writeTarget } from '#services/events/rules/targets';
import { type Archive, type Rule, rules, targets } from '#services/events/state';

/** Creates the archive's rule, or changes it to the archive's pattern. */
export function writeArchiveRule(tx: Tx, archive: Frozen<Archive>, ctx: Ctx): void {
  const { bus } = busPlace(archive.EventSourceArn, ctx);
  const name = archiveRuleName(archive.ArchiveName);
  const before = ctx.records(rules).get([bus, name]);
  const rule: Frozen<Rule> = before ?? {
    bus,
    name,
    scheduledMs: ctx.now(),
    state: 'ENABLED',
    managedBy: ARCHIVE_MANAGER,
    createdBy: ctx.account,
    tags: [],
  };
  writeTarget(tx, rule, targetOf(archive, ctx), ctx);
  writeRule(tx, { ...rule, pattern: withoutReplays(archive.EventPattern) }, ctx);
}

export function removeArchiveRule(tx: Tx, { ArchiveName, EventSourceArn }: Frozen<Archive>, ctx: Ctx): void {
  const { bus } = busPlace(EventSourceArn, ctx);
  const name = archiveRuleName(ArchiveName);
  for (const { Id } of ctx.records(targets).range([bus, name])) removeTarget(tx, { bus, name }, Id, ctx);
  removeRule(tx, bus, name, ctx);
}

/** Replayed events are not archived again. The pattern has passed its check. Its text is kept, since parsing may change long numbers. */
function withoutReplays(pattern: string | undefined): string {
  const condition = '"replay-name":[{"exists":false}]';
  if (!pattern) return `{${condition}}`;
  const { start, end } = wholeValue(pattern);
  const members = pattern.slice(start + 1, end - 1).trim();
  return members ? `{${members},${condition}}` : `{${condition}}`;
}

/** The shape of the real target: the id in the ARN tells the archive from an earlier one of the same name. */
function targetOf({ ArchiveName, id }: Frozen<Archive>, ctx: Ctx): Target {
  const arn = `${archiveArn(ctx, ArchiveName)}:${id}`;
  const InputTemplate = `{"archive-arn": "${arn}", "event": <aws.events.event.json>, "ingestion-time": <aws.events.event.ingestion-time>}`;
  return { Id: archiveRuleName(ArchiveName), Arn: archiveTargetArn(ctx), InputTransformer: { InputPathsMap: {}, InputTemplate } };
}
