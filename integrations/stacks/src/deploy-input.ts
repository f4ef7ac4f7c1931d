// The parts of a project that its deployment needs: how it is packaged, and the input of its change set.
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { artifactBucket } from './artifact-bucket.ts';
import type { StackState } from './change-set.ts';
import type { DeployEvent } from './deploy-event.ts';
import type { Artifact, PackageOptions } from './package-template.ts';
import type { StackProject } from './project.ts';
import type { Target } from './target.ts';
import { isObject } from './template-document.ts';

/** Longer templates are read from a bucket. */
const MAX_BODY_BYTES = 51_200;

export interface DeployOptions {
  readonly target: Target;
  /** Builds code as `sam build` does, before it is packed. */
  readonly build: boolean;
  /** Functions take their code straight from folders, by this bucket; undefined: code is packed and uploaded. */
  readonly hotBucket?: string | undefined;
  /** Why files and folders outside of the template's folder are not packed, as the end of a sentence that begins with the path. */
  readonly whyNotPacked?: ((path: string) => string | undefined) | undefined;
  readonly see: (event: DeployEvent) => void;
}

/** How the project is packaged. */
export function packagingOf(project: StackProject, { build, hotBucket, whyNotPacked: whyNot, see, target }: DeployOptions): PackageOptions {
  const { stackName, folder, isBuilt } = project;
  return {
    url: target.url,
    bucket: project.bucket ?? artifactBucket(target),
    prefix: project.prefix ?? stackName,
    cache: join(folder, '.aws-sam', 'cloud-emulator'),
    build: build && !isBuilt,
    ...{ hotBucket, whyNot, see },
  };
}

/** The template as an artifact if it is too long for a request. */
export function longTemplate(body: string, { template, prefix, stackName }: StackProject): Artifact | undefined {
  if (Buffer.byteLength(body) <= MAX_BODY_BYTES) return undefined;
  const key = `${prefix ?? stackName}/${createHash('sha256').update(body).digest('hex').slice(0, 32)}.template`;
  return { key, kind: 'file', source: template, content: async () => Buffer.from(body) };
}

/** Parameters that nobody names keep the value that the stack has. */
export function inputOf({ document, stackName, parameters, tags, capabilities, roleArn }: StackProject, before: StackState | undefined) {
  const declared = isObject(document.content['Parameters']) ? Object.keys(document.content['Parameters']) : [];
  const previous = before && before.status !== 'REVIEW_IN_PROGRESS' ? before : undefined;
  const kept = (previous?.parameters ?? []).filter((name) => declared.includes(name)).map((name) => [name, undefined] as const);
  return { stackName, tags, capabilities, roleArn, isNew: !previous, parameters: { ...Object.fromEntries(kept), ...parameters } };
}
