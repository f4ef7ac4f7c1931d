// Converts properties of AWS::CloudFormation::Stack to members of requests.

import type { Properties } from '#core/resources/resource-handlers';
import { list, object, tagList, text } from '#core/resources/resource-properties';
import type { GivenParameter } from '#services/cloudformation/engine/parameters';
import type { Tag } from '#services/cloudformation/state';

export const NESTED_STACK = 'AWS::CloudFormation::Stack';

/** Lists become texts joined by commas. */
export const parametersOf = ({ Parameters }: Properties): GivenParameter[] =>
  Object.entries(object(Parameters)).map(([ParameterKey, value]) => ({
    ParameterKey,
    ParameterValue: Array.isArray(value)
      ? list(value)
          .map((each) => text(each))
          .join(',')
      : text(value),
  }));

export const notificationArnsOf = ({ NotificationARNs }: Properties): string[] =>
  list(NotificationARNs).flatMap((each) => text(each) ?? []);

export const tagsOf = ({ Tags }: Properties): Tag[] => tagList(Tags);
