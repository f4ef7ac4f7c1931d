// The settings of the container runtime that uses an engine.
import type { ControlChannel } from '#containers/control-channel';
import type { MessageLog } from '#lib/message';
import type { OwnConnections } from '#lib/own-connections';
import type { Delivery } from './create-options.ts';

export interface DockerOptions {
  readonly control: ControlChannel;
  /** The gateway's own URL. */
  readonly origin: () => string;
  /** The URL by which containers reach the emulator; by default it is found out. */
  readonly advertisedUrl?: string | undefined;
  /** HOSTNAME_FROM_FUNCTION: the host in that URL. */
  readonly advertisedHost?: string | undefined;
  /** Folder for merged layers. */
  readonly workDir: string;
  /** Id of the data directory: the same after a restart. */
  readonly instance?: string | undefined;
  /** FUNCTION_RUNTIME_IMAGE_MAPPING */
  readonly imageMapping?: string | undefined;
  /** FUNCTION_CONTAINER_NETWORK: one or several, separated by commas. */
  readonly network?: string | undefined;
  /** FUNCTION_CONTAINER_DNS */
  readonly dns?: string | undefined;
  /** Inside containers, the cloud's names lead to the emulator, except names that match `leave`; where absent, they do not. */
  readonly names?: { readonly leave: string } | undefined;
  /** FUNCTION_DOCKER_FLAGS */
  readonly flags?: string | undefined;
  /** FUNCTION_PREBUILD_IMAGES */
  readonly prebuildsImages?: boolean | undefined;
  /** FUNCTION_REMOVE_CONTAINERS */
  readonly removeContainers?: boolean | undefined;
  readonly ignoreArchitecture?: boolean | undefined;
  /** Freeze functions between invocations, as in the cloud; default: on. */
  readonly freezes?: boolean | undefined;
  /** EMULATOR_USER, EMULATOR_INIT_LOG_LEVEL and the path of another init: for the emulator's developers. */
  readonly user?: string | undefined;
  readonly initLogLevel?: string | undefined;
  readonly initPath?: string | undefined;
  /** How code gets into containers; by default `mount`, or `copy` where the engine does not see our files. */
  readonly delivery?: Delivery | undefined;
  readonly readyWithinMs?: number | undefined;
  /** Folders that no function may see, even inside folders that functions do see. */
  readonly hidden?: readonly string[] | undefined;
  /** Told of connections that lead on to the gateway. */
  readonly ownConnections?: OwnConnections | undefined;
  readonly log: MessageLog;
}
