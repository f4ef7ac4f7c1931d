// The form of a rule, with all fields of PutRule. PutRule replaces a rule of the same name silently, so the form warns.
import { type Call, callOf, type Scope } from '#api/model.ts';
import { pathOf } from '#shell/paths.ts';
import type { Field, FormSpec, Values } from '#ui/resource.ts';

const PATTERN = `{
  "source": ["shop"],
  "detail-type": ["OrderPlaced"]
}`;

export interface RuleValues {
  readonly Name?: string | undefined;
  readonly Description?: string | undefined;
  readonly EventPattern?: string | undefined;
  readonly ScheduleExpression?: string | undefined;
  readonly State?: string | undefined;
  readonly RoleArn?: string | undefined;
}

const fieldsOf = (rule: RuleValues | undefined): readonly Field[] => [
  { name: 'Name', label: 'Name', required: true, ...(rule?.Name && { initial: rule.Name }), faults: /\bname\b/i },
  { name: 'Description', label: 'Description', initial: rule?.Description ?? '' },
  {
    name: 'EventPattern',
    label: 'Event pattern',
    kind: 'json',
    initial: rule ? indented(rule.EventPattern) : PATTERN,
    faults: /InvalidEventPattern|event ?pattern/i,
  },
  {
    name: 'ScheduleExpression',
    label: 'Schedule expression',
    placeholder: 'rate(5 minutes)',
    initial: rule?.ScheduleExpression ?? '',
    faults: /ScheduleExpression/i,
  },
  { name: 'State', label: 'State', kind: 'select', options: ['ENABLED', 'DISABLED'], initial: rule?.State ?? 'ENABLED' },
  { name: 'RoleArn', label: 'Role ARN', initial: rule?.RoleArn ?? '', faults: /role/i },
  { name: 'Tags', label: 'Tags', kind: 'json', placeholder: '{"team": "shop"}' },
  { name: 'TargetArn', label: 'ARN of a target', hint: 'A queue, a function or another target. Its policy must let events in.' },
];

function indented(text: string | undefined): string {
  try {
    return text ? JSON.stringify(JSON.parse(text), undefined, 2) : '';
  } catch {
    return text ?? '';
  }
}

/** The page of a bus with that rule open. */
export const rulePath = (scope: Scope, bus: string, rule: string): string =>
  `${pathOf(scope, 'buses', bus)}?rule=${encodeURIComponent(rule)}`;

export const ruleForm = (bus: string, rule?: RuleValues): FormSpec => ({
  title: rule ? 'Edit rule' : 'Create rule',
  submit: rule ? 'Save rule' : 'Create rule',
  fields: fieldsOf(rule),
  warn: async ({ Name }, { call }) => {
    if (!Name || Name === rule?.Name) return undefined;
    const { Rules = [] } = await call('events', 'ListRules', { EventBusName: bus, NamePrefix: Name });
    return Rules.some((one) => one.Name === Name) ? `A rule ${Name} exists on this bus: it will be replaced.` : undefined;
  },
  calls: ({ Name = '', Description, EventPattern, ScheduleExpression, State, RoleArn, Tags, TargetArn }) => {
    const tags = Object.entries(JSON.parse(Tags || '{}') as Record<string, string>).map(([Key, Value]) => ({ Key, Value }));
    const put = callOf('events', 'PutRule', {
      Name,
      EventBusName: bus,
      ...(Description && { Description }),
      ...(EventPattern?.trim() && { EventPattern }),
      ...(ScheduleExpression && { ScheduleExpression }),
      ...(State && { State }),
      ...(RoleArn && { RoleArn }),
      ...(tags.length > 0 && { Tags: tags }),
    });
    return TargetArn ? [put, target(bus, Name, TargetArn)] : [put];
  },
  leadsTo: ({ Name = '' }, _, scope) => rulePath(scope, bus, Name),
  done: (outputs) => {
    const failed = outputs.flatMap((one) => (one as { FailedEntries?: { ErrorCode: string; ErrorMessage: string }[] }).FailedEntries ?? []);
    return failed.length > 0 ? (
      <p class="field-problem">{failed.map(({ ErrorCode, ErrorMessage }) => `${ErrorCode}: ${ErrorMessage}`).join(' ')}</p>
    ) : undefined;
  },
});

const MAX_ID = 64;

const target = (bus: string, rule: string, arn: string): Call =>
  callOf('events', 'PutTargets', {
    EventBusName: bus,
    Rule: rule,
    Targets: [
      {
        Id: arn
          .split(':')
          .slice(5)
          .join('-')
          .replace(/[^\w.-]/g, '-')
          .slice(-MAX_ID),
        Arn: arn,
      },
    ],
  });

const numbersIn = (values: Values): object =>
  Object.fromEntries(Object.entries(values).flatMap(([name, value]) => (value ? [[name, Number(value)]] : [])));

export const targetForm = (bus: string, rule: string): FormSpec => ({
  title: 'Add target',
  submit: 'Add target',
  fields: [
    { name: 'Arn', label: 'ARN', required: true },
    { name: 'RoleArn', label: 'Role ARN' },
    { name: 'Input', label: 'Constant input', kind: 'json' },
    { name: 'InputPath', label: 'Input path', placeholder: '$.detail' },
    { name: 'InputPathsMap', label: 'Paths of an input template', kind: 'json', placeholder: '{"id": "$.detail.id"}' },
    { name: 'InputTemplate', label: 'Input template', kind: 'area', placeholder: '{"order": <id>}' },
    { name: 'MaximumRetryAttempts', label: 'Attempts after the first, at most', kind: 'number', placeholder: '185' },
    { name: 'MaximumEventAgeInSeconds', label: 'Seconds until attempts end', kind: 'number', placeholder: '86400' },
    { name: 'DeadLetterArn', label: 'ARN of the dead-letter queue' },
  ],
  calls: ({ Arn = '', RoleArn, Input, InputPath, InputPathsMap, InputTemplate, DeadLetterArn, ...retry }) => {
    const { service, operation, input } = target(bus, rule, Arn);
    const [plain] = (input as { Targets: object[] }).Targets;
    const full = {
      ...plain,
      ...(RoleArn && { RoleArn }),
      ...(Input && { Input }),
      ...(InputPath && { InputPath }),
      ...(InputTemplate && {
        InputTransformer: { InputTemplate, ...(InputPathsMap && { InputPathsMap: JSON.parse(InputPathsMap) as object }) },
      }),
      ...(Object.values(retry).some(Boolean) && { RetryPolicy: numbersIn(retry) }),
      ...(DeadLetterArn && { DeadLetterConfig: { Arn: DeadLetterArn } }),
    };
    return [{ service, operation, input: { ...input, Targets: [full] } }];
  },
});
