// Converts a lifecycle rule from templates to the API's form.

import type { Properties, Value } from '#core/resources/resource-handlers';
import { flag, list, number, object, tagList, text } from '#core/resources/resource-properties';
import type { LifecycleRule } from '#model/s3';

const given = <T extends object>(value: T): T => Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined)) as T;
const date = (value: Value | undefined): Date | undefined => (value === undefined ? undefined : new Date(text(value)!));
/** Templates may still use `Glacier`, an old spelling. */
const storageClass = (value: Value | undefined): string | undefined => (text(value) === 'Glacier' ? 'GLACIER' : text(value));

export function lifecycleRule(value: Value): LifecycleRule {
  const rule = object(value);
  const transitions = [...list(rule.Transitions), ...list(rule.Transition)];
  const noncurrent = [...list(rule.NoncurrentVersionTransitions), ...list(rule.NoncurrentVersionTransition)];
  const abort = number(object(rule.AbortIncompleteMultipartUpload).DaysAfterInitiation);
  return given({
    ID: text(rule.Id),
    Status: text(rule.Status)!,
    Filter: filterOf(rule),
    Expiration: expirationOf(rule),
    Transitions: transitions.length === 0 ? undefined : transitions.map(transition),
    NoncurrentVersionTransitions: noncurrent.length === 0 ? undefined : noncurrent.map(noncurrentTransition),
    NoncurrentVersionExpiration: noncurrentExpiration(rule),
    AbortIncompleteMultipartUpload: abort === undefined ? undefined : { DaysAfterInitiation: abort },
  });
}

function filterOf(rule: Properties): LifecycleRule['Filter'] {
  const tags = tagList(rule.TagFilters);
  const parts = given({
    Prefix: text(rule.Prefix),
    ObjectSizeGreaterThan: number(rule.ObjectSizeGreaterThan),
    ObjectSizeLessThan: number(rule.ObjectSizeLessThan),
  });
  const count = Object.keys(parts).length + tags.length;
  if (count === 0) return { Prefix: '' };
  if (count > 1) return { And: { ...parts, ...(tags.length > 0 ? { Tags: tags } : {}) } };
  return tags[0] ? { Tag: tags[0] } : parts;
}

function expirationOf(rule: Properties): LifecycleRule['Expiration'] {
  const parts = given({
    Days: number(rule.ExpirationInDays),
    Date: date(rule.ExpirationDate),
    ExpiredObjectDeleteMarker: flag(rule.ExpiredObjectDeleteMarker),
  });
  return Object.keys(parts).length === 0 ? undefined : parts;
}

function noncurrentExpiration(rule: Properties): LifecycleRule['NoncurrentVersionExpiration'] {
  const { NoncurrentDays, NewerNoncurrentVersions } = object(rule.NoncurrentVersionExpiration);
  const days = number(NoncurrentDays) ?? number(rule.NoncurrentVersionExpirationInDays);
  if (days === undefined) return undefined;
  return given({ NoncurrentDays: days, NewerNoncurrentVersions: number(NewerNoncurrentVersions) });
}

const transition = (value: Value) => {
  const { TransitionDate, TransitionInDays, StorageClass } = object(value);
  return given({ Date: date(TransitionDate), Days: number(TransitionInDays), StorageClass: storageClass(StorageClass) });
};
const noncurrentTransition = (value: Value) => {
  const { NewerNoncurrentVersions, StorageClass, TransitionInDays } = object(value);
  return given({
    NoncurrentDays: number(TransitionInDays),
    NewerNoncurrentVersions: number(NewerNoncurrentVersions),
    StorageClass: storageClass(StorageClass),
  });
};
