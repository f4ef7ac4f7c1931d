// All events of `AWS::Serverless::Function`, by type.

import { table } from '#lib/table';
import { shown, typeName } from '#sam/message-text';
import { asResourceProblem, EventProblem } from '#sam/problems';
import { readProperties } from '#sam/property-rules';
import { checkLogicalId, type MadeResource } from '#sam/resource';
import type { Transformation } from '#sam/transformation';
import { get, isBlock, isText, type Value } from '#sam/values';
import { api } from './api.ts';
import { alexaSkill, cloudWatchLogs, cognito, iotRule } from './direct.ts';
import type { EventSource, EventTarget, SamEvent } from './event-source.ts';
import { httpApi } from './http-api.ts';
import { pullSources } from './pull.ts';
import { eventBridgeRule, schedule } from './rule-events.ts';
import { s3 } from './s3.ts';
import { scheduleV2 } from './schedule-v2.ts';
import { sns } from './sns.ts';

const SOURCES: Readonly<Record<string, EventSource>> = table({
  ...pullSources,
  Api: api,
  HttpApi: httpApi,
  S3: s3,
  SNS: sns,
  Schedule: schedule,
  ScheduleV2: scheduleV2,
  CloudWatchEvent: eventBridgeRule,
  EventBridgeRule: eventBridgeRule,
  AlexaSkill: alexaSkill,
  IoTRule: iotRule,
  Cognito: cognito,
  CloudWatchLogs: cloudWatchLogs,
});

/** Reads the events of a resource and finds what they refer to. @throws SamProblem */
export function readEvents(
  id: string,
  declared: Value | undefined,
  sources: Readonly<Record<string, Pick<EventSource, 'rules' | 'link'>>>,
  there: Transformation,
): SamEvent[] {
  if (!isBlock(declared)) return [];
  return Object.entries(declared).map(([name, event]) =>
    asResourceProblem(id, () => {
      if (!isBlock(event)) throw new EventProblem(name, `'${typeName(event)}' object has no attribute 'get'`);
      const type = get(event, 'Type');
      if (!isText(type) || !Object.hasOwn(sources, type))
        throw new EventProblem(name, `Resource dict has missing or invalid value for key Type. Event Type is: ${shown(type)}.`);
      checkLogicalId(id + name);
      const properties = readProperties(id + name, type, event, sources[type]!.rules);
      const read: SamEvent = { id: id + name, name, type, properties };
      sources[type]!.link?.(read, there);
      return read;
    }),
  );
}

export const readFunctionEvents = (id: string, declared: Value | undefined, there: Transformation): SamEvent[] =>
  readEvents(id, declared, SOURCES, there);

/** Makes the resources of all events, those of APIs in the order of their paths. */
export function functionEventResources(
  id: string,
  events: readonly SamEvent[],
  target: EventTarget,
  there: Transformation,
): MadeResource[] {
  const order = ({ name, properties }: SamEvent): string => (isText(properties.Path) ? properties.Path : name);
  return [...events]
    .sort((a, b) => (order(a) < order(b) ? -1 : order(a) > order(b) ? 1 : 0))
    .flatMap((event) => asResourceProblem(id, () => SOURCES[event.type]!.make(event, target, there)));
}
