// /_cloud/event/rules/<ARN>/trigger: a rule with a schedule sends its event now. The form is that of the established emulator.
import type { Route } from '#core/route';
import { parseRuleArn } from '#services/events/arns';
import { rules } from '#services/events/state';
import { fire } from './schedules.ts';

const PATH = /^\/_cloud\/event\/rules\/(.+)\/trigger$/;

/** The next time of the schedule stays as it was. A rule that is disabled, or has no schedule, is not found. */
export const route: Route = ({ path }, ctx) => {
  const text = PATH.exec(path)?.[1];
  const arn = text === undefined ? undefined : parseRuleArn(decoded(text));
  if (!arn) return refusal(`There is nothing at ${path}: the path of a rule is /_cloud/event/rules/<ARN of the rule>/trigger.`);
  const there = ctx.in({ account: arn.account, region: arn.region });
  const rule = there.records(rules).get([arn.bus, arn.rule]);
  if (rule?.schedule === undefined || rule.state === 'DISABLED')
    return refusal(`${decoded(text!)} is no rule with a schedule that is enabled.`);
  fire(arn.bus, arn.rule, there);
  return { status: 200 };
};

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const refusal = (message: string) => ({
  status: 404,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ message }),
});
