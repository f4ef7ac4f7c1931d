// Notes in an alarm's history how its actions ended.
import type { DeliverySender } from '#core/delivery/delivery-sender';
import { alarms } from '#services/cloudwatch/state';
import { addHistory } from './history.ts';

export const sender: DeliverySender = {
  reportOutcome({ delivery, problem }, tx, ctx) {
    if (delivery.report === undefined) return;
    const { alarm = '', action = '' } = JSON.parse(delivery.report) as { alarm?: string; action?: string };
    const found = ctx.records(alarms).get([alarm]);
    if (!found) return;
    const summary = problem
      ? `Failed to execute action ${action}. Received error: "${problem.message}"`
      : `Successfully executed action ${action}`;
    const data = {
      actionState: problem ? 'Failed' : 'Succeeded',
      stateUpdateTimestamp: found.state.transitionedMs,
      notificationResource: action,
    };
    addHistory({ type: 'Action', summary, data: JSON.stringify({ ...data, ...(problem && { error: problem.message }) }) }, found, tx, ctx);
  },
};
