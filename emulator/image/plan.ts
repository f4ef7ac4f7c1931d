// The words that build the image, for the platform of this machine or for all at once, and its labels. Pure.
import type { NAMES } from '../../packaging/names.ts';

/** The platforms of the image, as the engine names them, each with Node's name of its architecture. */
export const PLATFORMS = { amd64: 'x64', arm64: 'arm64' } as const;

export type Architecture = keyof typeof PLATFORMS;

export interface ImagePlan {
  /** The name with the tag. */
  readonly image: string;
  readonly version: string;
  /** The commit; empty where git does not know it. */
  readonly revision: string;
  /** In the form of RFC 3339. */
  readonly created: string;
  /** The image that this one begins with; empty takes the one of the Dockerfile. */
  readonly base: string;
  readonly architectures: readonly Architecture[];
  /** The folder with the Dockerfile and what it copies. */
  readonly context: string;
}

/** Labels of https://github.com/opencontainers/image-spec/blob/main/annotations.md, those whose values are known. */
export function labelsOf({ version, revision, created }: ImagePlan, names: typeof NAMES, description: string): Record<string, string> {
  const known = {
    title: names.product,
    description,
    licenses: 'Apache-2.0',
    version,
    revision,
    created,
    source: names.repository.replace(/\.git$/, ''),
    url: names.homepage,
    documentation: names.homepage,
  };
  const labels = Object.entries(known).filter(([, value]) => value !== '');
  return Object.fromEntries(labels.map(([name, value]) => [`org.opencontainers.image.${name}`, value]));
}

/** The words behind `docker`. Several platforms need buildx, and a registry that takes an image of several. */
export function buildWords(plan: ImagePlan, labels: Readonly<Record<string, string>>): string[] {
  const { image, base, architectures, context } = plan;
  const common = [
    ...Object.entries(labels).flatMap(([name, value]) => ['--label', `${name}=${value}`]),
    ...(base ? ['--build-arg', `BASE=${base}`] : []),
    ...['--tag', image, context],
  ];
  const [only, ...others] = architectures;
  if (only && others.length === 0) return ['build', '--build-arg', `TARGETARCH=${only}`, ...common];
  const platforms = architectures.map((architecture) => `linux/${architecture}`).join(',');
  return ['buildx', 'build', '--platform', platforms, '--provenance', 'mode=max', '--sbom', 'true', '--push', ...common];
}
