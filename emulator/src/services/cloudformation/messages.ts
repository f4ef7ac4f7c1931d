// Messages of the stack service.
import { defineMessage } from '#lib/message';

export const RESOURCE_LEFT_OUT = defineMessage({
  code: 'RESOURCE_LEFT_OUT',
  level: 'warn',
  description: 'A template has a resource of a type that is not emulated; it is left out because of `CFN_UNSUPPORTED=ignore`.',
  text: ({ stack, problem }: { stack: string; problem: string }) => `stack ${stack}: ${problem} Left out (CFN_UNSUPPORTED=ignore).`,
});

export const RESOURCES_RECORDED = defineMessage({
  code: 'RESOURCES_RECORDED',
  level: 'warn',
  description: 'A template has resources of types that no service offers. Their properties are kept, and they do nothing.',
  hint: 'docs/resource-types.md lists the types that are recorded unless told otherwise; `CFN_UNSUPPORTED=record` records all others, too.',
  text: ({ stack, types }: { stack: string; types: readonly string[] }) =>
    `stack ${stack}: recorded, does nothing here: ${types.join(', ')}`,
});

export const RESOURCE_FAILED = defineMessage({
  code: 'RESOURCE_FAILED',
  level: 'warn',
  description: 'A resource of a stack could not be created, changed or deleted.',
  hint: '`aws cloudformation describe-stack-events` shows all steps of the stack.',
  text: (failed: { stack: string; logicalId: string; type: string; status: string; reason: string }) =>
    `stack ${failed.stack}: ${failed.logicalId} (${failed.type}) is ${failed.status}: ${failed.reason}`,
});

export const STACK_FAILED = defineMessage({
  code: 'STACK_FAILED',
  level: 'warn',
  description: 'An operation on a stack failed, or was rolled back. The lines before it name the resources that failed.',
  text: ({ stack, status, reason }: { stack: string; status: string; reason: string | undefined }) =>
    `stack ${stack} is ${status}${reason === undefined ? '' : `: ${reason}`}`,
});

export const CUSTOM_RESOURCE_UNANSWERED = defineMessage({
  code: 'CUSTOM_RESOURCE_UNANSWERED',
  level: 'warn',
  description:
    'The function of a custom resource failed for good, so that no answer will come. The stack waits for one all the same, as in the cloud. The line comes once a minute while it waits.',
  hint: '`ServiceTimeout` of the resource or the option `CUSTOM_RESOURCE_TIMEOUT` shortens the wait, `aws cloudformation delete-stack` or `cancel-update-stack` ends it; mend the function first, which is asked to delete the resource, too.',
  text: ({ stack, logicalId, arn, why, until }: { stack: string; logicalId: string; arn: string; why: string; until: string }) =>
    `stack ${stack}: ${logicalId} gets no answer, because ${arn} ${why}. The stack waits until ${until}. ServiceTimeout of the resource, or the option CUSTOM_RESOURCE_TIMEOUT, shortens that; delete-stack or cancel-update-stack ends it.`,
});
