// Lines of calls name the resource: by members of inputs that exist, in every operation that takes one.
import { describe, expect, it } from 'vitest';
import { SERVICES } from '../../emulator/src/service-list.ts';
import { inputMembers } from './operations.ts';

/** Operations on nothing that has a name yet, and on several things, besides lists. */
const NAMELESS = new Set([
  ...['TestEventPattern', 'TestMetricFilter', 'TestTransformer', 'ValidateTemplate', 'GetAccountAuthorizationDetails'],
  ...['ChangePassword', 'UpdateAccountPasswordPolicy', 'SetSecurityTokenServicePreferences', 'GetServiceLinkedRoleDeletionStatus'],
  ...['SimulateCustomPolicy', 'GetContextKeysForCustomPolicy', 'DecodeAuthorizationMessage', 'GetSessionToken', 'GetWebIdentityToken'],
  ...['CreateKey', 'GenerateRandom', 'GetRandomPassword', 'CreateCodeSigningConfig', 'CancelMessageMoveTask'],
  // Their code or template is the whole input.
  ...['EvaluateCode', 'EvaluateMappingTemplate'],
  ...['GetSMSAttributes', 'SetSMSAttributes', 'UpdateAccountSettings', 'GetInventory'],
  // An API, a key or a certificate has its id afterwards; the rest are lists, or settings of the account.
  ...['ImportApi', 'ImportRestApi', 'ImportApiKeys', 'GenerateClientCertificate', 'UpdateAccount'],
  ...['GetApis', 'GetRestApis', 'GetApiKeys', 'GetUsagePlans', 'GetClientCertificates', 'GetDomainNames', 'GetVpcLinks'],
  ...['GetDomainNameAccessAssociations', 'DeleteIdentities'],
  // Their tables are in each item or statement.
  ...['TransactWriteItems', 'TransactGetItems', 'ExecuteStatement', 'BatchExecuteStatement', 'ExecuteTransaction'],
  // Their traces and segments have ids, which are no names; the rest are lists.
  ...['PutTraceSegments', 'GetTraceSummaries', 'GetSamplingRules', 'GetSamplingStatisticSummaries', 'GetGroups', 'GetIndexingRules'],
  // Its metrics are in each query.
  'GetMetricData',
  // A setting of the account.
  ...['StartOTelEnrichment', 'UpdateOTelEnrichment'],
  ...['TestState', 'ValidateStateMachineDefinition', 'SendTaskSuccess', 'SendTaskFailure', 'SendTaskHeartbeat'],
  ...['SendDurableExecutionCallbackFailure', 'SendDurableExecutionCallbackHeartbeat', 'SendDurableExecutionCallbackSuccess'],
]);
const LISTS = /^(List|Describe|BatchGet)/;

function namesOf(member: (typeof SERVICES)[number]['resourceMembers'][number]): string[] {
  if (typeof member === 'string') return [member];
  if ('list' in member) return [member.list];
  if ('structure' in member) return [member.structure];
  return 'firstKeyOf' in member ? [member.firstKeyOf] : [...member];
}

describe.each(SERVICES.map(({ name, resourceMembers }) => ({ name, members: resourceMembers.flatMap(namesOf) })))(
  '$name',
  ({ name, members }) => {
    const inputs = inputMembers(name);

    it('names members that inputs have', () => {
      const all = [...inputs.values()].flat();
      expect(members.filter((member) => !all.includes(member))).toEqual([]);
    });

    it('names the resource in the line of every call that has one', () => {
      const nameless = [...inputs].filter(
        ([operation, has]) =>
          has.length > 0 &&
          !LISTS.test(operation) &&
          !NAMELESS.has(operation) &&
          // The token of a user is a secret, not a name.
          !has.includes('AccessToken') &&
          !has.some((each) => members.includes(each)),
      );
      expect(nameless.map(([operation, has]) => `${operation}(${has.join(', ')})`)).toEqual([]);
    });
  },
);
