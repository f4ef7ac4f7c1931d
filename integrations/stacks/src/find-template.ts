// Finds the template that a path means: a file, or the one of a folder. Projects of other tools are refused with the command that deploys them.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { StackProblem } from './stack-problem.ts';

/** As the SAM CLI looks for them. */
const NAMES = ['template.yaml', 'template.yml', 'template.json'];
const EXTENSIONS = /\.(?:ya?ml|json|template)$/;

interface OtherTool {
  readonly isIt: (names: readonly string[]) => boolean;
  readonly what: string;
  readonly hint: string;
}

const OTHER_TOOLS: readonly OtherTool[] = [
  {
    isIt: (names) => names.includes('manifest.json') && names.includes('cdk.out'),
    what: 'the output of the CDK',
    hint: '`emulator cdk deploy`, in the folder of the app, bootstraps and deploys it with its assets.',
  },
  { isIt: (names) => names.includes('cdk.json'), what: 'a CDK app', hint: '`emulator cdk deploy --all` deploys it.' },
  { isIt: (names) => names.includes('cdktf.json'), what: 'a CDKTF app', hint: '`emulator cdktf deploy` deploys it.' },
  {
    isIt: (names) => names.some((name) => /\.tf(?:\.json)?$/.test(name)),
    what: 'a Terraform configuration',
    hint: '`emulator tf init`, then `emulator tf apply`, deploys it.',
  },
  {
    isIt: (names) => names.some((name) => /^serverless\.(?:ya?ml|ts|js|json)$/.test(name)),
    what: 'a project of the Serverless Framework',
    hint: 'Version 3 reads no AWS_ENDPOINT_URL: its plugin serverless-localstack leads `serverless deploy` here, with `host: http://127.0.0.1` and `edgePort: 4566` in `custom.localstack`.',
  },
];

/** The absolute path of the template. `named`: what the project's own settings say. @throws StackProblem */
export function findTemplate(path: string, named?: string): string {
  const start = resolve(path);
  if (!existsSync(start)) throw new StackProblem('template', `${start} is not there.`, 'Name a template, or the folder that holds it.');
  if (!statSync(start).isDirectory()) return start;
  if (named !== undefined) {
    const file = resolve(start, named);
    if (!existsSync(file)) throw new StackProblem('template', `The settings of the project name ${file}, which is not there.`);
    return file;
  }
  const names = readdirSync(start);
  const usual = NAMES.find((name) => names.includes(name));
  if (usual !== undefined) return join(start, usual);
  const other = OTHER_TOOLS.find(({ isIt }) => isIt(names));
  if (other) throw new StackProblem('template', `${start} holds ${other.what}, and no template.`, other.hint);
  const templates = names.filter((name) => EXTENSIONS.test(name) && isTemplate(join(start, name)));
  if (templates.length === 1) return join(start, templates[0]!);
  if (templates.length > 1)
    throw new StackProblem(
      'template',
      `${start} holds ${templates.length} templates: ${templates.join(', ')}.`,
      'Name the one that is deployed.',
    );
  throw new StackProblem(
    'template',
    `${start} holds no template.`,
    `It is looked for as ${NAMES.join(', ')}, or as the only file with Resources.`,
  );
}

/** By its sections, at the beginning of lines in YAML. */
function isTemplate(file: string): boolean {
  if (!statSync(file).isFile()) return false;
  const text = readFileSync(file, 'utf8');
  return /(?:^|[{,]\s*)["']?Resources["']?\s*:/m.test(text) && /["']?Type["']?\s*:\s*["']?(?:AWS|Custom|Alexa)::/.test(text);
}

/** The output of the CDK holds templates, too, which name assets that only the CDK uploads. */
export function refuseCdkOutput(template: string): void {
  const folder = dirname(template);
  if (existsSync(join(folder, 'manifest.json')) && existsSync(join(folder, 'cdk.out')))
    throw new StackProblem('template', `${template} is an output of the CDK, whose assets only the CDK uploads.`, OTHER_TOOLS[0]!.hint);
}
