// Provisioned pollers of event source mappings: checked and kept, without effect.
// https://docs.aws.amazon.com/lambda/latest/api/API_ProvisionedPollerConfig.html
import type { CreateEventSourceMappingRequest } from '#model/lambda';
import { invalidParameter } from '#services/lambda/faults';

/** The members of `ProvisionedPollerConfig`. */
export type Pollers = Readonly<Record<string, number | string | undefined>>;

/** Limit: pollers of a mapping. Queues have had them since November 2025. */
const MIN_POLLERS = { queue: 2, topic: 1 } as const;

/**
 * Undefined if no member is given, which removes the pollers of an existing mapping.
 * @throws Fault `InvalidParameterValueException`
 */
export function pollersOf(
  config: CreateEventSourceMappingRequest['ProvisionedPollerConfig'],
  kind: keyof typeof MIN_POLLERS,
): Pollers | undefined {
  if (!config || Object.values(config).every((value) => value === undefined)) return undefined;
  const { MinimumPollers: least, MaximumPollers: most, PollerGroupName: group } = config;
  const min = MIN_POLLERS[kind];
  if (least !== undefined && least < min) throw invalidParameter(`MinimumPollers must be greater than or equal to ${min}.`);
  if (most !== undefined && most < min) throw invalidParameter(`MaximumPollers must be greater than or equal to ${min}.`);
  if (least !== undefined && most !== undefined && least > most)
    throw invalidParameter('MinimumPollers must be less than or equal to MaximumPollers.');
  if (group !== undefined && kind === 'queue')
    throw invalidParameter('Unsupported PollerGroupName parameter for given event source mapping type.');
  return { ...config };
}
