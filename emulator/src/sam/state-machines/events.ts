// Events of `AWS::Serverless::StateMachine`, by type.

import { table } from '#lib/table';
import { RestDocument } from '#sam/documents/rest-document';
import { type ApiMethod, addMethodAuth } from '#sam/events/api-auth';
import { linkedApi } from '#sam/events/api-link';
import type { SamEvent } from '#sam/events/event-source';
import { PATTERN_RULES, ruleResources, SCHEDULE_RULES } from '#sam/events/rule';
import { SCHEDULE_V2_RULES, scheduleResources } from '#sam/events/schedule-v2';
import { startExecutionPolicy, trustPolicy } from '#sam/iam-documents';
import { EventProblem } from '#sam/problems';
import type { PropertyRules } from '#sam/property-rules';
import { type MadeResource, made } from '#sam/resource';
import type { Transformation } from '#sam/transformation';
import { type Block, conditional, filled, get, getAtt, isBlock, ref, sub, type Value } from '#sam/values';

/** The machine, or its alias, that the event starts. */
export interface MachineTarget {
  readonly id: string;
  readonly attributes: Block;
  readonly boundary: Value | undefined;
}

interface MachineSource {
  readonly rules: PropertyRules;
  readonly link?: (event: SamEvent, there: Transformation) => void;
  readonly make: (event: SamEvent, target: MachineTarget, there: Transformation) => MadeResource[];
}

function startRole(event: SamEvent, service: string, { id, attributes, boundary }: MachineTarget): MadeResource {
  const roleId = `${event.id}Role`;
  return made(
    roleId,
    'AWS::IAM::Role',
    {
      AssumeRolePolicyDocument: trustPolicy(service),
      Policies: [startExecutionPolicy(ref(id), roleId)],
      PermissionsBoundary: filled(boundary) ? boundary : undefined,
    },
    attributes,
  );
}

const fromRule = (rules: PropertyRules): MachineSource => ({
  rules,
  make: (event, target) => {
    const roles = event.properties.RoleArn === undefined ? [startRole(event, 'events.amazonaws.com', target)] : [];
    const roleArn = roles[0] ? getAtt(roles[0].id, 'Arn') : event.properties.RoleArn;
    const { rule, queue } = ruleResources(event, { arn: ref(target.id), roleArn, suffix: 'StepFunctionsTarget' }, target.attributes);
    return [rule, ...roles, ...queue];
  },
});

const { RuleName: _none, ...SCHEDULE } = SCHEDULE_RULES;
const { Enabled: _never, ...PATTERN } = PATTERN_RULES;
const pattern = fromRule({ ...PATTERN, Target: '=map' });

export const MACHINE_EVENTS: Readonly<Record<string, MachineSource>> = table({
  Schedule: fromRule({ ...SCHEDULE, Target: '=map', RoleArn: '=str' }),
  CloudWatchEvent: pattern,
  EventBridgeRule: pattern,
  ScheduleV2: {
    rules: SCHEDULE_V2_RULES,
    make: (event, target) => scheduleResources(event, { arn: ref(target.id), kind: 'machine' }, target.attributes),
  },
  Api: {
    rules: { Path: 'str!', Method: 'str!', RestApiId: 'str!', Stage: 'str', Auth: 'map', UnescapeMappingTemplate: '=bool' },
    link: (event, there) => {
      linkedApi(event, there);
    },
    make: (event, target, there) => {
      const role = startRole(event, 'apigateway.amazonaws.com', target);
      const { id, api } = linkedApi(event, there);
      const method = String(event.properties.Method).toLowerCase();
      if (api && filled(get(api, '__MANAGE_SWAGGER'))) {
        const place: ApiMethod = {
          event: event.name,
          apiId: String(id),
          api,
          method,
          path: String(event.properties.Path),
          stage: event.properties.Stage ?? null,
        };
        integrate(event, place, role, target, there);
      }
      return [role];
    },
  },
});

function integrate(event: SamEvent, place: ApiMethod, role: MadeResource, target: MachineTarget, there: Transformation): void {
  const { path, method, api } = place;
  const body = get(api, 'DefinitionBody');
  if (body === undefined) return;
  const document = new RestDocument(body, there.budget.checkedBodies);
  if (document.paths.hasIntegration(path, method))
    throw new EventProblem(event.name, `API method "${method}" defined multiple times for path "${path}".`);
  const condition = get(target.attributes, 'Condition');
  const uri = sub('arn:${AWS::Partition}:apigateway:${AWS::Region}:states:action/StartExecution');
  document.paths.changing(path, method, () => {
    document.addStateMachine(
      path,
      method,
      {
        type: 'aws',
        httpMethod: 'POST',
        uri: condition === undefined ? uri : conditional(condition, uri),
        responses: { '200': { statusCode: '200' }, '400': { statusCode: '400' } },
        credentials: getAtt(role.id, 'Arn'),
        requestTemplates: { 'application/json': sub(requestTemplate(target.id, filled(event.properties.UnescapeMappingTemplate))) },
      },
      condition,
    );
    const auth = event.properties.Auth;
    if (filled(auth) && isBlock(auth)) addMethodAuth(auth, place, document, there);
  });
}

/** With `plain`, quotes that the escape of JavaScript masks are put back. */
function requestTemplate(machine: string, plain: boolean): string {
  const input = "$util.escapeJavaScript($input.json('$'))";
  if (!plain) return `{"input": "${input}", "stateMachineArn": "\${${machine}}"}`;
  return `{"input": "${input}.replaceAll("\\\\'","'")", "stateMachineArn": "\${${machine}}"}`;
}
