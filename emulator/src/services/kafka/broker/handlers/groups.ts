// Answers requests of consumer groups.
import type { Ctx } from '#core/ctx';
import { ERRORS } from '#lib/kafka/error-codes';
import { DELETE_GROUPS, DESCRIBE_GROUPS, LIST_GROUPS } from '#lib/kafka/messages/admin';
import { HEARTBEAT, JOIN_GROUP, LEAVE_GROUP, OFFSET_COMMIT, OFFSET_FETCH, SYNC_GROUP } from '#lib/kafka/messages/groups';
import { inTurns } from '#lib/kafka/turns';
import { type BrokerCall, handler } from '#services/kafka/broker/handler';
import { groupOffsets } from '#services/kafka/state';
import { findTopic } from '#services/kafka/topics/topic-records';

const NO_RIGHTS = -0x80000000;
/** From this version of JoinGroup on, new members join in two steps (KIP-394). */
const ID_FIRST = 4;

const join = handler(JOIN_GROUP, (request, { group, version, clientId, clientHost }) => {
  if (request.group === '')
    return { throttleMs: 0, error: ERRORS.INVALID_GROUP_ID, generation: -1, protocol: '', leader: '', member: '', members: [] };
  return group(request.group).join(request, { clientId, clientHost, needsId: version >= ID_FIRST });
});

const sync = handler(SYNC_GROUP, (request, { group }) => group(request.group).sync(request));

const heartbeat = handler(HEARTBEAT, (request, { group }) => ({
  throttleMs: 0,
  error: ERRORS[group(request.group).problemOf(request) ?? 'NONE'],
}));

const leave = handler(LEAVE_GROUP, ({ group: id, member, members }, { group, version }) => {
  if (version < 3) return { throttleMs: 0, error: ERRORS[group(id).leave(member, null)], members: [] };
  const left = members.map((one) => ({ ...one, error: ERRORS[group(id).leave(one.member, one.instance)] }));
  return { throttleMs: 0, error: ERRORS.NONE, members: left };
});

const commit = handler(OFFSET_COMMIT, ({ group: id, member, generation, topics }, { ctx, cluster, group }) => {
  const members = group(id);
  // Without members, anybody may commit: administrators set offsets so.
  const isOutside = member === '' && generation < 0 && members.members.size === 0;
  const problem = isOutside ? undefined : members.problemOf({ member, generation });
  const error = problem === 'REBALANCE_IN_PROGRESS' ? undefined : problem;
  const codeOf = (name: string, index: number): number => {
    const topic = findTopic(cluster.id, name, ctx);
    return ERRORS[error ?? (topic && index < topic.partitions ? 'NONE' : 'UNKNOWN_TOPIC_OR_PARTITION')];
  };
  return ctx.write((tx) => ({
    throttleMs: 0,
    topics: topics.map(({ name, partitions }) => ({
      name,
      partitions: partitions.map(({ index, offset, metadata }) => {
        const code = codeOf(name, index);
        if (code === 0) tx.put(ctx.records(groupOffsets), [cluster.id, id, name, index], { offset, metadata: metadata ?? '' });
        return { index, error: code };
      }),
    })),
  }));
});

const fetchOffsets = handler(OFFSET_FETCH, ({ group, topics }, { ctx, cluster }) => {
  const wanted = topics ?? committedTopics(cluster.id, group, ctx);
  return {
    throttleMs: 0,
    topics: wanted.map(({ name, partitions }) => ({
      name,
      partitions: partitions.map((index) => {
        const found = ctx.records(groupOffsets).get([cluster.id, group, name, index]);
        return { index, offset: found?.offset ?? -1, leaderEpoch: -1, metadata: found?.metadata ?? '', error: ERRORS.NONE };
      }),
    })),
    error: ERRORS.NONE,
  };
});

function committedTopics(clusterId: string, group: string, ctx: Ctx) {
  const found = new Map<string, number[]>();
  for (const [[, , topic, partition]] of ctx.records(groupOffsets).entries([clusterId, group]))
    found.set(topic, [...(found.get(topic) ?? []), partition]);
  return [...found].map(([name, partitions]) => ({ name, partitions }));
}

const describeGroups = handler(DESCRIBE_GROUPS, async ({ groups }, call) => ({
  throttleMs: 0,
  groups: await inTurns([...new Set(groups)], (id) => {
    const found = call.groups().find(([name]) => name === id)?.[1];
    const isKnown = found || committedTopics(call.cluster.id, id, call.ctx).length > 0;
    return {
      error: ERRORS.NONE,
      group: id,
      state: found?.state ?? (isKnown ? 'Empty' : 'Dead'),
      kind: found?.kind ?? '',
      protocol: found?.protocol ?? '',
      members: [...(found?.members.values() ?? [])].map(({ id: member, instance, clientId, clientHost, protocols, assignment }) => ({
        member,
        instance,
        clientId,
        clientHost: `/${clientHost}`,
        metadata: protocols.find(({ name }) => name === found?.protocol)?.metadata ?? Buffer.alloc(0),
        assignment,
      })),
      rights: NO_RIGHTS,
    };
  }),
}));

const listGroups = handler(LIST_GROUPS, (_, { groups, ctx, cluster }) => {
  const kinds = new Map(groups().map(([id, { kind }]) => [id, kind]));
  for (const [[, id]] of ctx.records(groupOffsets).entries([cluster.id])) if (!kinds.has(id)) kinds.set(id, 'consumer');
  return { throttleMs: 0, error: ERRORS.NONE, groups: [...kinds].map(([group, kind]) => ({ group, kind })) };
});

const deleteGroups = handler(DELETE_GROUPS, async ({ groups }, call) => ({
  throttleMs: 0,
  groups: await inTurns(groups, (group) => ({ group, error: ERRORS[forget(group, call)] })),
}));

function forget(id: string, { ctx, cluster, groups, forgetGroup }: BrokerCall) {
  const found = groups().find(([name]) => name === id)?.[1];
  if (found && found.members.size > 0) return 'NON_EMPTY_GROUP';
  const offsets = ctx.records(groupOffsets).entries([cluster.id, id]);
  if (!found && offsets.length === 0) return 'GROUP_ID_NOT_FOUND';
  forgetGroup(id);
  ctx.write((tx) => {
    for (const [key] of offsets) tx.delete(ctx.records(groupOffsets), key);
  });
  return 'NONE';
}

export const GROUP_HANDLERS = [join, sync, heartbeat, leave, commit, fetchOffsets, describeGroups, listGroups, deleteGroups];
