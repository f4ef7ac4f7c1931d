// The image for each runtime: the official base images, unless a mapping says otherwise. Pure.

import { IMAGE_MAPPING_INVALID } from '#containers/messages';
import { EmulatorError } from '#lib/emulator-error';

/** `nodejs20.x` → `nodejs:20`, `provided.al2023` → `provided:al2023`, `java8.al2` → `java:8.al2`. */
function officialName(runtime: string): string | undefined {
  const [, language, version] = /^([a-z]+?)\.?(\d.*|al\d+)?$/.exec(runtime) ?? [];
  if (!language) return undefined;
  const tag = language === 'nodejs' ? version?.replace(/\.x$/, '') : version;
  if (language === 'provided') return `provided:${tag ?? 'alami'}`;
  if (language === 'go') return `go:${tag?.replace(/\.x$/, '') ?? '1'}`;
  return tag ? `${language}:${tag}` : undefined;
}

const OFFICIAL_REGISTRY = 'public.ecr.aws/lambda';

export type ImageMapping = (runtime: string) => string | undefined;

/** A pattern in which `<runtime>` stands for the name and tag of the official image, or JSON by runtime; runtimes that JSON does not name keep the official one. */
export function imageMapping(text: string): ImageMapping {
  const official: ImageMapping = (runtime) => {
    const name = officialName(runtime);
    return name && `${OFFICIAL_REGISTRY}/${name}`;
  };
  const trimmed = text.trim();
  if (trimmed === '') return official;
  if (!trimmed.startsWith('{')) {
    if (!trimmed.includes('<runtime>')) throw invalid(text, 'it names no <runtime> and is no JSON object');
    return (runtime) => {
      const name = officialName(runtime);
      return name && trimmed.replaceAll('<runtime>', name);
    };
  }
  let parsed: unknown;
  try {
    parsed = JSON.parse(trimmed);
  } catch (error) {
    throw invalid(text, (error as Error).message);
  }
  const named = new Map(Object.entries(parsed as Record<string, unknown>));
  for (const [runtime, image] of named) if (typeof image !== 'string') throw invalid(text, `the image of ${runtime} is no text`);
  return (runtime) => (named.get(runtime) as string | undefined) ?? official(runtime);
}

const invalid = (text: string, why: string) =>
  new EmulatorError(IMAGE_MAPPING_INVALID, `FUNCTION_RUNTIME_IMAGE_MAPPING=${text} is not understood: ${why}.`, {
    hint: 'Write custom/<runtime>-image:tag, or {"python3.12": "image:tag"}.',
  });

export const platformOf = (architecture: 'x86_64' | 'arm64'): string => (architecture === 'arm64' ? 'linux/arm64' : 'linux/amd64');
