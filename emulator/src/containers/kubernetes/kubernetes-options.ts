// The settings of the container runtime that makes Pods.
import type { OptionValues } from '#config/options';
import type { ControlChannel } from '#containers/control-channel';
import { type ImageMapping, imageMapping } from '#containers/dialled-in/image-names';
import type { MessageLog } from '#lib/message';
import type { Machine } from './cluster-access.ts';

export interface KubernetesOptions {
  readonly control: ControlChannel;
  /** The gateway's own URL. */
  readonly origin: () => string;
  /** GATEWAY_LISTEN */
  readonly listens: string;
  /** Id of the data directory, the same after a restart; undefined where nothing is kept. */
  readonly instance?: string | undefined;
  /** FUNCTION_RUNTIME_IMAGE_MAPPING */
  readonly imageMapping?: string | undefined;
  /** FUNCTION_CONTAINER_DNS */
  readonly dns?: string | undefined;
  readonly ignoreArchitecture?: boolean | undefined;
  readonly freezes?: boolean | undefined;
  /** EMULATOR_USER, EMULATOR_INIT_LOG_LEVEL and the path of another init: for the emulator's developers. */
  readonly user?: string | undefined;
  readonly initLogLevel?: string | undefined;
  readonly initPath?: string | undefined;
  /** Folders that no function may see, even inside folders that functions do see. */
  readonly hidden?: readonly string[] | undefined;
  readonly pods: PodOptions;
  readonly machine?: Machine | undefined;
  readonly log: MessageLog;
}

/** The options KUBERNETES_…, as they are written. */
export interface PodOptions {
  readonly context: string;
  readonly namespace: string;
  readonly template: string;
  readonly labels: string;
  readonly annotations: string;
  readonly securityContext: string;
  readonly advertisedUrl: string;
  readonly requestPercent: number;
  readonly imagePrefix: string;
  readonly initImage: string;
  readonly imagesWithInit: string;
  readonly readyWithinMs: number;
}

export const podOptionsOf = (options: OptionValues): PodOptions => ({
  context: options.KUBERNETES_CONTEXT,
  namespace: options.KUBERNETES_NAMESPACE,
  template: options.KUBERNETES_POD_TEMPLATE,
  labels: options.KUBERNETES_LABELS,
  annotations: options.KUBERNETES_ANNOTATIONS,
  securityContext: options.KUBERNETES_CONTAINER_SECURITY_CONTEXT,
  advertisedUrl: options.KUBERNETES_ADVERTISED_URL,
  requestPercent: options.KUBERNETES_MEMORY_REQUEST,
  imagePrefix: options.KUBERNETES_IMAGE_PREFIX,
  initImage: options.KUBERNETES_INIT_IMAGE,
  imagesWithInit: options.KUBERNETES_IMAGES_WITH_INIT,
  readyWithinMs: options.KUBERNETES_POD_TIMEOUT * 1000,
});

/** The image of each runtime: as FUNCTION_RUNTIME_IMAGE_MAPPING says, else by the prefix. @throws EmulatorError IMAGE_MAPPING_INVALID */
export const podImages = (mapping: string | undefined, { imagePrefix }: PodOptions): ImageMapping =>
  imageMapping(mapping || (imagePrefix && `${imagePrefix}<runtime>`));
