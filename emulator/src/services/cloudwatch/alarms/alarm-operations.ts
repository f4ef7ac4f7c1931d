// DeleteAlarms, SetAlarmState, EnableAlarmActions, DisableAlarmActions.
import type { Ctx } from '#core/ctx';
import { fault, operation } from '#model/cloudwatch';
import { alarmArn } from '#services/cloudwatch/arns';
import { invalid } from '#services/cloudwatch/faults';
import { alarms, evaluations, parents, type StateValue, tags } from '#services/cloudwatch/state';
import { tellConfigurationChange } from './actions.ts';
import { changeState } from './change-state.ts';
import { evaluateSoon } from './evaluate-alarm.ts';
import { addConfigurationUpdate } from './history.ts';
import { removeLinks } from './put-composite-alarm.ts';
import { unwatch } from './put-metric-alarm.ts';

/** Names without an alarm are left out: deleting twice is no error. */
export const DeleteAlarms = operation('DeleteAlarms', ({ AlarmNames: names }, ctx) => {
  const records = ctx.records(alarms);
  const found = [...new Set(names)].flatMap((name) => records.get([name]) ?? []);
  if (names.length > 1 && found.some(({ kind }) => kind === 'composite'))
    throw invalid('A composite alarm must be deleted in a request of its own.');
  for (const { name } of found) {
    const [parent] = ctx.records(parents).keys([name], { limit: 1 });
    if (parent && parent[1] !== name) throw invalid(`Cannot delete ${name} as there are alarm(s) depending on it.`);
  }
  ctx.write((tx) => {
    for (const alarm of found) {
      const { name } = alarm;
      if (alarm.kind === 'metric') unwatch(alarm, tx, ctx);
      else removeLinks(alarm, tx, ctx);
      for (const work of ['cloudwatch.evaluate', 'cloudwatch.suppress', 'cloudwatch.unmute']) ctx.unschedule(tx, work, [name]);
      tx.delete(records, [name]);
      tx.delete(ctx.records(evaluations), [name]);
      tx.delete(ctx.records(tags), [alarmArn(name, ctx)]);
      addConfigurationUpdate(alarm, 'delete', tx, ctx);
      tellConfigurationChange(alarm, 'delete', tx, ctx);
    }
  });
});

/** The state lasts until the next evaluation. */
export const SetAlarmState = operation('SetAlarmState', ({ AlarmName: name, StateValue, StateReason: reason, StateReasonData }, ctx) => {
  const alarm = ctx.records(alarms).get([name]);
  if (!alarm) throw fault('ResourceNotFound', '');
  if (StateReasonData !== undefined) checkJson(StateReasonData);
  ctx.write((tx) => {
    changeState(alarm, { value: StateValue as StateValue, reason, reasonData: StateReasonData }, tx, ctx);
    if (alarm.kind !== 'metric') return;
    tx.put(ctx.records(evaluations), [name], { endMs: ctx.now() });
    evaluateSoon(alarm, tx, ctx);
  });
});

function checkJson(text: string): void {
  try {
    JSON.parse(text);
  } catch {
    throw fault('InvalidFormatFault', 'StateReasonData is not valid JSON.');
  }
}

export const EnableAlarmActions = operation('EnableAlarmActions', ({ AlarmNames }, ctx) => setEnabled(AlarmNames, true, ctx));
export const DisableAlarmActions = operation('DisableAlarmActions', ({ AlarmNames }, ctx) => setEnabled(AlarmNames, false, ctx));

function setEnabled(names: readonly string[], actionsEnabled: boolean, ctx: Ctx): void {
  const records = ctx.records(alarms);
  ctx.write((tx) => {
    for (const name of names) {
      const alarm = records.get([name]);
      if (alarm) tx.put(records, [name], { ...alarm, actionsEnabled });
    }
  });
}
