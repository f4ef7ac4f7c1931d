// The event bus service.
import { nouns, service } from '#core/service';

const PARTNERS = 'partner event sources are not emulated';
const ENDPOINTS = 'global endpoints are not emulated; send to the event bus of a region';
const REPLAYS = 'replays are not emulated yet; archives are kept as records';

export const events = service('events', {
  tier: 'licensed',
  operations: [
    nouns(() => import('./buses.ts'), 'CreateEventBus', 'DescribeEventBus', 'UpdateEventBus', 'DeleteEventBus', 'ListEventBuses'),
    nouns(() => import('./permissions.ts'), 'PutPermission', 'RemovePermission'),
    nouns(() => import('./rules.ts'), 'PutRule', 'DescribeRule', 'DeleteRule', 'ListRules', 'EnableRule', 'DisableRule'),
    nouns(() => import('./targets.ts'), 'PutTargets', 'RemoveTargets', 'ListTargetsByRule', 'ListRuleNamesByTarget'),
    nouns(() => import('./put-events.ts'), 'PutEvents'),
    nouns(() => import('./patterns.ts'), 'TestEventPattern'),
    nouns(() => import('./tags.ts'), 'TagResource', 'UntagResource', 'ListTagsForResource'),
    nouns(() => import('./archives.ts'), 'CreateArchive', 'DescribeArchive', 'UpdateArchive', 'DeleteArchive', 'ListArchives'),
    nouns(
      () => import('./connections.ts'),
      'CreateConnection',
      'DescribeConnection',
      'UpdateConnection',
      'DeauthorizeConnection',
      'DeleteConnection',
      'ListConnections',
    ),
    nouns(
      () => import('./api-destinations.ts'),
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
  work: { 'events.schedule': () => import('./schedules.ts') },
});
