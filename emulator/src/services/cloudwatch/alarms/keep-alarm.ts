// Keeps an alarm that was created or changed: a changed alarm keeps its state.
import type { Ctx } from '#core/ctx';
import type { Frozen, Tx } from '#core/records';
import { alarmArn } from '#services/cloudwatch/arns';
import { type Alarm, type AlarmState, alarms, tags } from '#services/cloudwatch/state';
import { ALARM_TAGS } from '#services/cloudwatch/tag-rules';
import { tellConfigurationChange } from './actions.ts';
import { UNCHECKED } from './evaluate-alarm.ts';
import { addConfigurationUpdate } from './history.ts';

export const initialState = (nowMs: number): AlarmState => ({
  value: 'INSUFFICIENT_DATA',
  reason: UNCHECKED,
  updatedMs: nowMs,
  transitionedMs: nowMs,
});

type GivenTags = readonly { readonly Key: string; readonly Value: string }[] | undefined;

export function keepAlarm(alarm: Frozen<Alarm>, before: Frozen<Alarm> | undefined, given: GivenTags, tx: Tx, ctx: Ctx): void {
  tx.put(ctx.records(alarms), [alarm.name], alarm);
  // Tags are set with the alarm; a change leaves them.
  if (!before && given) tx.put(ctx.records(tags), [alarmArn(alarm.name, ctx)], { tags: ALARM_TAGS.ofNew(given, ctx) });
  const change = before ? 'update' : 'create';
  addConfigurationUpdate(alarm, change, tx, ctx);
  tellConfigurationChange(alarm, change, tx, ctx);
}
