// The history of alarms: what changed, and when. It is kept for 30 days.
import type { Ctx } from '#core/ctx';
import type { Frozen, Tx } from '#core/records';
import { type Alarm, type AlarmState, type HistoryItem, history } from '#services/cloudwatch/state';

const KEPT_MS = 30 * 86_400_000;
/** Old items that one write removes. */
const MAX_REMOVED = 20;

export function addHistory(item: Omit<HistoryItem, 'atMs' | 'kind' | 'alarm'>, alarm: Frozen<Alarm>, tx: Tx, ctx: Ctx): void {
  const records = ctx.records(history);
  const atMs = ctx.now();
  const [last] = records.keys([atMs], { reverse: true, limit: 1 });
  tx.put(records, [atMs, (last?.[1] ?? 0) + 1], { ...item, alarm: alarm.name, kind: alarm.kind, atMs });
  for (const key of records.keys([], { before: [Math.max(0, atMs - KEPT_MS)], limit: MAX_REMOVED })) tx.delete(records, key);
}

export function addStateUpdate(alarm: Frozen<Alarm>, before: Frozen<AlarmState>, tx: Tx, ctx: Ctx): void {
  const form = ({ value, reason, reasonData }: Frozen<AlarmState>) => ({
    stateValue: value,
    stateReason: reason,
    ...(reasonData !== undefined && { stateReasonData: parsed(reasonData) }),
  });
  const data = JSON.stringify({ version: '1.0', oldState: form(before), newState: form(alarm.state) });
  const summary = `Alarm updated from ${before.value} to ${alarm.state.value}`;
  addHistory({ type: 'StateUpdate', summary, data }, alarm, tx, ctx);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

export function addConfigurationUpdate(alarm: Frozen<Alarm>, change: 'create' | 'update' | 'delete', tx: Tx, ctx: Ctx): void {
  const type = change === 'create' ? 'Create' : change === 'update' ? 'Update' : 'Delete';
  const { state: _state, ...configuration } = alarm;
  const data = JSON.stringify({ version: '1.0', type, [`${change}dAlarm`]: configuration });
  addHistory({ type: 'ConfigurationUpdate', summary: `Alarm "${alarm.name}" ${change}d`, data }, alarm, tx, ctx);
}
