// Tags of secrets: TagResource, UntagResource.
import type { Ctx } from '#core/ctx';
import { atMostTags, eachTag, noReservedKeys, type Tagged, tagRules } from '#core/tag-rules';
import { KEY_VALUE_TAGS, PLAIN_TAGS, type Tag } from '#core/tags';
import { operation } from '#model/secretsmanager';
import { invalidParameter } from './faults.ts';
import { findOwn } from './find-secret.ts';
import { scheduleReplication } from './replication/replication-schedule.ts';
import { type Secret, secrets } from './state.ts';

export const SECRET_TAGS = tagRules({
  sent: KEY_VALUE_TAGS,
  kept: PLAIN_TAGS,
  checks: [
    eachTag(({ key }) => (key === '' ? invalidParameter('The tag key must not be empty.') : undefined)),
    noReservedKeys(() => invalidParameter('Tag keys that start with aws: are reserved.')),
    atMostTags(50, (max) => invalidParameter(`A secret can have no more than ${max} tags.`)),
  ],
});

function tagged(id: string, ctx: Ctx): Tagged<readonly Tag[]> {
  const { there, secret } = findOwn(id, ctx);
  const keep = (tags: readonly Tag[]): void =>
    there.write((tx) => {
      const changed: Secret = { ...secret, tags, wasTagged: true, changedMs: there.now() };
      tx.put(there.records(secrets), [secret.name], changed);
      scheduleReplication(tx, changed, there);
    });
  return { tags: secret.tags, keep };
}

export const TagResource = operation('TagResource', ({ SecretId, Tags }, ctx) => SECRET_TAGS.add(tagged(SecretId, ctx), Tags, ctx));

export const UntagResource = operation('UntagResource', ({ SecretId, TagKeys }, ctx) => SECRET_TAGS.remove(tagged(SecretId, ctx), TagKeys));
