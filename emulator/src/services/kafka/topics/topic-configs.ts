// Settings of topics that the broker knows, with their defaults in Kafka 3. https://kafka.apache.org/documentation/#topicconfigs
import type { Frozen } from '#core/records';
import { table } from '#lib/table';
import type { TopicRecord } from '#services/kafka/state';

interface Setting {
  readonly default: string;
  readonly accepts: RegExp;
  /** As DescribeConfigs numbers types. */
  readonly type: number;
}

const BOOLEAN = 1;
const STRING = 2;
const INT = 3;
const LONG = 5;
const LIST = 7;
/** Larger batches would delay others. */
const UP_TO_9_MB = /^\d{1,7}$/;
const WHOLE = /^\d{1,15}$/;
const WHOLE_OR_NONE = /^(-1|\d{1,15})$/;

export const TOPIC_SETTINGS: Readonly<Record<string, Setting>> = table({
  'cleanup.policy': { default: 'delete', accepts: /^delete$/, type: LIST },
  'compression.type': { default: 'producer', accepts: /^producer$/, type: STRING },
  'max.message.bytes': { default: '1048588', accepts: UP_TO_9_MB, type: INT },
  'message.timestamp.type': { default: 'CreateTime', accepts: /^CreateTime$/, type: STRING },
  'min.insync.replicas': { default: '1', accepts: /^[1-9]\d{0,3}$/, type: INT },
  'retention.bytes': { default: '-1', accepts: /^-1$/, type: LONG },
  'retention.ms': { default: '604800000', accepts: WHOLE_OR_NONE, type: LONG },
  'segment.bytes': { default: '1073741824', accepts: WHOLE, type: INT },
  'segment.ms': { default: '604800000', accepts: WHOLE, type: LONG },
  'delete.retention.ms': { default: '86400000', accepts: WHOLE, type: LONG },
  'unclean.leader.election.enable': { default: 'false', accepts: /^(true|false)$/, type: BOOLEAN },
});

/** The reason why settings are refused, in a sentence; undefined for good settings. */
export function problemOf(configs: Readonly<Record<string, string | null>>): string | undefined {
  for (const [name, value] of Object.entries(configs)) {
    const setting = TOPIC_SETTINGS[name];
    if (!setting) return `Unknown topic config name: ${name}`;
    if (value !== null && !setting.accepts.test(value))
      return `Invalid value ${value} for configuration ${name}: the broker of the emulator does not take it`;
  }
  return undefined;
}

/** Undefined: for ever. */
export function retentionMs({ configs }: Frozen<TopicRecord>): number | undefined {
  const kept = Number(configs['retention.ms'] ?? TOPIC_SETTINGS['retention.ms']!.default);
  return kept < 0 ? undefined : kept;
}

export const maxBatchBytes = ({ configs }: Frozen<TopicRecord>): number =>
  Number(configs['max.message.bytes'] ?? TOPIC_SETTINGS['max.message.bytes']!.default);
