// The contents of JoinGroup and SyncGroup that consumers agree on: topics that a member wants, and partitions that it gets (version 0).
// https://kafka.apache.org/documentation/#consumerconfigs_partition.assignment.strategy
import { INT16, INT32, list, NULLABLE_BYTES, STRING, struct, type Version } from './schema.ts';
import { WireReader } from './wire-reader.ts';
import { WireWriter } from './wire-writer.ts';

const PLAIN: Version = { number: 0, isFlexible: false };

const SUBSCRIPTION = struct({ version: INT16, topics: list(STRING), userData: NULLABLE_BYTES });
const ASSIGNMENT = struct({
  version: INT16,
  topics: list(struct({ name: STRING, partitions: list(INT32) })),
  userData: NULLABLE_BYTES,
});

export interface AssignedTopic {
  readonly name: string;
  readonly partitions: readonly number[];
}

export function writeSubscription(topics: readonly string[]): Buffer {
  const to = new WireWriter();
  SUBSCRIPTION.write(to, { version: 0, topics, userData: null }, PLAIN);
  return to.finish();
}

/** The topics of a subscription of any version. @throws WireError */
export const readSubscription = (bytes: Buffer): readonly string[] => SUBSCRIPTION.read(new WireReader(bytes), PLAIN).topics;

export function writeAssignment(topics: readonly AssignedTopic[]): Buffer {
  const to = new WireWriter();
  ASSIGNMENT.write(to, { version: 0, topics, userData: null }, PLAIN);
  return to.finish();
}

/** Empty where nothing is assigned. @throws WireError */
export const readAssignment = (bytes: Buffer): readonly AssignedTopic[] =>
  bytes.length === 0 ? [] : ASSIGNMENT.read(new WireReader(bytes), PLAIN).topics;

/** Gives each member a stretch of each topic's partitions, as the assignor `range` does: by members' ids in order. Pure. */
export function assignRanges(
  subscriptions: readonly { readonly member: string; readonly topics: readonly string[] }[],
  partitionsOf: (topic: string) => number,
): Map<string, AssignedTopic[]> {
  const assigned = new Map<string, AssignedTopic[]>(subscriptions.map(({ member }) => [member, []]));
  const topics = new Set(subscriptions.flatMap((one) => one.topics));
  for (const name of [...topics].sort()) {
    const members = subscriptions.filter((one) => one.topics.includes(name)).map(({ member }) => member);
    members.sort();
    const count = partitionsOf(name);
    const [each, more] = [Math.floor(count / members.length), count % members.length];
    let next = 0;
    for (const [index, member] of members.entries()) {
      const partitions = Array.from({ length: each + (index < more ? 1 : 0) }, () => next++);
      if (partitions.length > 0) assigned.get(member)!.push({ name, partitions });
    }
  }
  return assigned;
}
