// Rules of the default bus have no bus in their ARN.
import type { ActionFacts } from '../build/action-facts.ts';

const RULE = 'arn:$p:events:$r:$a:rule/{EventBusName:otherBus}';
const ofRule = (member: string) => (action: string) => [action, [{ action, on: [`${RULE}{${member}}`] }]] as const;
const tagged = (action: string) => [action, [{ action, on: ['{ResourceARN}'] }]] as const;

export const facts: ActionFacts = {
  slots: {
    EventBusName: ['Name', 'Entries[].EventBusName', 'EventSourceArn', 'EventBusName', '=default'],
    ArchiveName: ['ArchiveName'],
    'event-bus.EventBusName': ['Name', 'EventSourceArn', '=default'],
    ReplayName: ['ReplayName'],
    ConnectionName: ['Name'],
    'api-destination.ApiDestinationName': ['Name'],
    EventSourceName: ['Name', 'EventSourceName'],
    EndpointName: ['Name'],
  },
  operations: {
    ...Object.fromEntries(['PutRule', 'DescribeRule', 'DeleteRule', 'EnableRule', 'DisableRule'].map(ofRule('Name'))),
    ...Object.fromEntries(['PutTargets', 'RemoveTargets', 'ListTargetsByRule'].map(ofRule('Rule'))),
    ...Object.fromEntries(['TagResource', 'UntagResource', 'ListTagsForResource'].map(tagged)),
    PutEvents: [{ action: 'PutEvents', on: ['arn:$p:events:$r:$a:event-bus/{Entries[].EventBusName:bus}'] }],
    DescribeEventBus: [{ action: 'DescribeEventBus', on: ['arn:$p:events:$r:$a:event-bus/{Name|=default}'] }],
    UpdateEventBus: [{ action: 'UpdateEventBus', on: ['arn:$p:events:$r:$a:event-bus/{Name|=default}'] }],
    CreateEventBus: { types: ['event-bus'] },
    DeleteEventBus: { types: ['event-bus'] },
    CreateArchive: [
      { action: 'CreateArchive', on: ['arn:$p:events:$r:$a:archive/{ArchiveName}'] },
      { action: 'CreateArchive', on: ['{EventSourceArn}'] },
    ],
    UpdateArchive: { types: ['archive'] },
    StartReplay: [
      { action: 'StartReplay', on: ['arn:$p:events:$r:$a:replay/{ReplayName}'] },
      { action: 'StartReplay', on: ['{EventSourceArn}'] },
    ],
    CreateApiDestination: [
      { action: 'CreateApiDestination', on: ['arn:$p:events:$r:$a:api-destination/{Name}'] },
      { action: 'CreateApiDestination', on: ['{ConnectionArn}'] },
    ],
    // The reference asks for a connection too, which the operation does not name
    DescribeApiDestination: { types: ['api-destination'] },
    DescribeEventSource: { types: ['event-source'] },
  },
  keys: {
    'events:source': 'Entries[].Source',
    'events:detail-type': 'Entries[].DetailType',
    'events:TargetArn': 'Targets[].Arn',
  },
  passes: { PutRule: ['RoleArn'], PutTargets: ['Targets[].RoleArn'], CreateEndpoint: ['RoleArn'], UpdateEndpoint: ['RoleArn'] },
};
