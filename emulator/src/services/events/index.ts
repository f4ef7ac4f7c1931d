// Manifest of the event bus service (EventBridge).
import { operationsIn, service } from '#core/service';

const PARTNERS = 'partner event sources are not emulated';
const ENDPOINTS = 'global endpoints are not emulated; send to the event bus of a region';
const REPLAYS = 'replays are not emulated yet; archives are kept as records';

export const events = service('events', {
  resourceMembers: [
    { list: 'Entries', member: 'EventBusName', absent: 'default' },
    'Rule',
    'Name',
    'EventBusName',
    'ArchiveName',
    'TargetArn',
    'ResourceARN',
  ],
  tier: 'licensed',
  operations: [
    operationsIn(
      () => import('./buses/buses.ts'),
      'CreateEventBus',
      'DescribeEventBus',
      'UpdateEventBus',
      'DeleteEventBus',
      'ListEventBuses',
    ),
    operationsIn(() => import('./buses/permissions.ts'), 'PutPermission', 'RemovePermission'),
    operationsIn(() => import('./rules/rules.ts'), 'PutRule', 'DescribeRule', 'DeleteRule', 'ListRules', 'EnableRule', 'DisableRule'),
    operationsIn(() => import('./rules/targets.ts'), 'PutTargets', 'RemoveTargets', 'ListTargetsByRule', 'ListRuleNamesByTarget'),
    operationsIn(() => import('./put-events.ts'), 'PutEvents'),
    operationsIn(() => import('./rules/patterns.ts'), 'TestEventPattern'),
    operationsIn(() => import('./tags.ts'), 'TagResource', 'UntagResource', 'ListTagsForResource'),
    operationsIn(() => import('./archives.ts'), 'CreateArchive', 'DescribeArchive', 'UpdateArchive', 'DeleteArchive', 'ListArchives'),
    operationsIn(
      () => import('./connections/connections.ts'),
      'CreateConnection',
      'DescribeConnection',
      'UpdateConnection',
      'DeauthorizeConnection',
      'DeleteConnection',
      'ListConnections',
    ),
    operationsIn(
      () => import('./connections/api-destinations.ts'),
      'CreateApiDestination',
      'DescribeApiDestination',
      'UpdateApiDestination',
      'DeleteApiDestination',
      'ListApiDestinations',
    ),
  ],
  refused: {
    StartReplay: REPLAYS,
    CancelReplay: REPLAYS,
    DescribeReplay: REPLAYS,
    ListReplays: REPLAYS,
    CreateEndpoint: ENDPOINTS,
    DescribeEndpoint: ENDPOINTS,
    UpdateEndpoint: ENDPOINTS,
    DeleteEndpoint: ENDPOINTS,
    ListEndpoints: ENDPOINTS,
    ActivateEventSource: PARTNERS,
    DeactivateEventSource: PARTNERS,
    DescribeEventSource: PARTNERS,
    ListEventSources: PARTNERS,
    CreatePartnerEventSource: PARTNERS,
    DeletePartnerEventSource: PARTNERS,
    DescribePartnerEventSource: PARTNERS,
    ListPartnerEventSources: PARTNERS,
    ListPartnerEventSourceAccounts: PARTNERS,
    PutPartnerEvents: PARTNERS,
  },
  sender: () => import('./describe-failure.ts'),
  targets: {
    'event-bus': { arn: /^arn:aws[a-z-]*:events:[a-z0-9-]+:\d{12}:event-bus\/[/.\-_A-Za-z0-9]+$/, load: () => import('./target.ts') },
  },
  resources: {
    'AWS::Events::EventBus': () => import('./resources/event-bus.ts'),
    'AWS::Events::EventBusPolicy': () => import('./resources/event-bus-policy.ts'),
    'AWS::Events::Rule': () => import('./resources/rule.ts'),
    'AWS::Events::Archive': () => import('./resources/archive.ts'),
    'AWS::Events::Connection': () => import('./resources/connection.ts'),
    'AWS::Events::ApiDestination': () => import('./resources/api-destination.ts'),
  },
  work: { 'events.schedule': () => import('./rules/schedules.ts') },
});
