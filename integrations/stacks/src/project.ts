// A project that can be deployed: its template, and all that its settings and the command say of the stack.

import { readFileSync, statSync } from 'node:fs';
import { basename, dirname, relative, resolve, sep } from 'node:path';
import { findTemplate, refuseCdkOutput } from './find-template.ts';
import { readSamConfig } from './sam-config.ts';
import { StackProblem } from './stack-problem.ts';
import { isObject, readTemplate, type TemplateDocument } from './template-document.ts';

/** All that templates may ask for. */
export const ALL_CAPABILITIES: readonly string[] = ['CAPABILITY_IAM', 'CAPABILITY_NAMED_IAM', 'CAPABILITY_AUTO_EXPAND'];

export interface ProjectOptions {
  readonly stackName?: string | undefined;
  readonly region?: string | undefined;
  readonly parameters?: Readonly<Record<string, string>>;
  readonly tags?: Readonly<Record<string, string>>;
  readonly capabilities?: readonly string[] | undefined;
  /** The environment of samconfig.toml. */
  readonly configEnvironment?: string | undefined;
  readonly configFile?: string | undefined;
}

export interface StackProject {
  /** Absolute path. */
  readonly template: string;
  readonly folder: string;
  readonly document: TemplateDocument;
  readonly stackName: string;
  /** Undefined where neither the settings nor the command name one. */
  readonly region: string | undefined;
  readonly parameters: Readonly<Record<string, string>>;
  readonly tags: Readonly<Record<string, string>>;
  readonly capabilities: readonly string[];
  /** Whether all were given because nobody named any. */
  readonly capabilitiesByDefault: boolean;
  readonly disableRollback: boolean;
  readonly roleArn: string | undefined;
  /** The bucket that the settings name for artifacts. */
  readonly bucket: string | undefined;
  readonly prefix: string | undefined;
  /** The template is what `sam build` wrote: its code is complete. */
  readonly isBuilt: boolean;
  /** Sentences about what has no effect here. */
  readonly warnings: readonly string[];
}

const MAX_STACK_NAME = 128;

/** `path`: a template, or a folder that holds one. @throws StackProblem */
export function openProject(path: string, options: ProjectOptions = {}): StackProject {
  const start = resolve(path);
  const isFolder = statSync(start, { throwIfNoEntry: false })?.isDirectory() ?? false;
  const file = options.configFile === undefined ? undefined : resolve(options.configFile);
  const config = readSamConfig(isFolder ? start : dirname(start), options.configEnvironment, file);
  const template = findTemplate(start, config?.template);
  refuseCdkOutput(template);
  const document = readTemplate(readFileSync(template, 'utf8'), template);
  const declared = document.content['Parameters'];
  const configured = Object.entries(config?.parameters ?? {});
  const isDeclared = ([name]: readonly [string, string]): boolean => isObject(declared) && Object.hasOwn(declared, name);
  const unknown = configured.filter((each) => !isDeclared(each)).map(([name]) => name);
  const capabilities = options.capabilities ?? config?.capabilities;
  return {
    template,
    document,
    folder: dirname(template),
    stackName: options.stackName ?? config?.stackName ?? nameFrom(isFolder ? start : dirname(template)),
    region: options.region ?? config?.region,
    parameters: { ...Object.fromEntries(configured.filter(isDeclared)), ...options.parameters },
    tags: { ...config?.tags, ...options.tags },
    capabilities: capabilities ?? ALL_CAPABILITIES,
    capabilitiesByDefault: capabilities === undefined,
    disableRollback: config?.disableRollback ?? false,
    roleArn: config?.roleArn,
    bucket: config?.bucket,
    prefix: config?.prefix,
    isBuilt: template.includes(`${sep}.aws-sam${sep}build${sep}`),
    warnings: [
      ...(unknown.length === 0 ? [] : [`${config?.file} sets parameters that the template does not have: ${unknown.join(', ')}.`]),
      ...(config?.ignored.length ? [`${config.file} sets what has no effect here: ${config.ignored.join(', ')}.`] : []),
    ],
  };
}

/** A name for a stack, made from that of the folder. @throws StackProblem */
function nameFrom(folder: string): string {
  const name = basename(folder)
    .replace(/[^A-Za-z0-9]+/g, '-')
    .replace(/^[^A-Za-z]+|-+$/g, '')
    .slice(0, MAX_STACK_NAME);
  if (name === '') throw new StackProblem('template', `No name for a stack can be made from ${folder}.`, '--stack-name names it.');
  return name;
}

/** For messages: short, and from where the person is. */
export const shownPath = (path: string): string => {
  const short = relative(process.cwd(), path) || '.';
  return short.startsWith(`..${sep}..`) ? path : short;
};
