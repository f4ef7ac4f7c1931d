// Requests to the cloud's API of an emulator: CloudFormation's form protocol, and objects of S3. The scope of the credentials leads to the service.
import { parseXml, type XmlElement } from '@rgrove/parse-xml';
import { StackProblem } from './stack-problem.ts';
import type { Target } from './target.ts';

/** Texts, and what holds them: lists for `member` and for names that are repeated. */
export type Answer = string | readonly Answer[] | { readonly [name: string]: Answer | undefined };
export type FormValue = string | number | boolean | undefined | readonly FormValue[] | { readonly [name: string]: FormValue };

const VERSION = '2010-05-15';

/** A refusal of a service, with the service's own code. */
export class CloudError extends Error {
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.name = 'CloudError';
    this.code = code;
  }
}

export class CloudClient {
  readonly target: Target;

  constructor(target: Target) {
    this.target = target;
  }

  /** An operation of CloudFormation; answers its result. @throws CloudError */
  async cloudFormation(action: string, input: Readonly<Record<string, FormValue>>): Promise<Readonly<Record<string, Answer | undefined>>> {
    const body = new URLSearchParams({ Action: action, Version: VERSION, ...formOf(input) });
    const answer = await this.#send('cloudformation', '/', { method: 'POST', body });
    const root = read(await answer.text());
    if (!answer.ok) throw errorOf(answer, root);
    return objectOf(objectOf(root)[`${action}Result`]);
  }

  /** `path` begins with the bucket: `/bucket/key`. Answers of any status. */
  s3(method: string, path: string, body?: Buffer | string): Promise<Response> {
    return this.#send('s3', path, { method, ...(body === undefined ? {} : { body: body as NonNullable<RequestInit['body']> }) });
  }

  async #send(service: string, path: string, init: RequestInit): Promise<Response> {
    const { url, account, region, accessKeyId = account } = this.target;
    const scope = `${accessKeyId}/20260101/${region}/${service}/aws4_request`;
    const headers = { authorization: `AWS4-HMAC-SHA256 Credential=${scope}, SignedHeaders=host, Signature=0` };
    try {
      return await fetch(`${url}${path}`, { ...init, headers });
    } catch (cause) {
      throw new StackProblem(
        'deploy',
        `The emulator at ${url} does not answer any more.`,
        'Its log says why: `emulator start` in a terminal shows it.',
        cause,
      );
    }
  }
}

/** `Tags.member.1.Key` */
function formOf(input: Readonly<Record<string, FormValue>>): Record<string, string> {
  const form = new Map<string, string>();
  const put = (name: string, value: FormValue): void => {
    if (value === undefined) return;
    if (Array.isArray(value))
      for (const [index, each] of (value as readonly FormValue[]).entries()) put(`${name}.member.${index + 1}`, each);
    else if (typeof value === 'object') for (const [inner, each] of Object.entries(value)) put(`${name}.${inner}`, each as FormValue);
    else form.set(name, String(value));
  };
  for (const [name, value] of Object.entries(input)) put(name, value);
  return Object.fromEntries(form);
}

/** The content of the root element. */
export function read(text: string): Answer {
  try {
    const { root } = parseXml(text);
    return root ? contentOf(root) : '';
  } catch (cause) {
    throw new StackProblem(
      'deploy',
      `The answer is no XML: ${text.slice(0, 200)}`,
      'Is it an emulator that listens there? `emulator status` tells.',
      cause,
    );
  }
}

function contentOf(element: XmlElement): Answer {
  const children = element.children.filter((child): child is XmlElement => child.type === 'element');
  if (children.length === 0) return element.text;
  if (children.every(({ name }) => name === 'member')) return children.map(contentOf);
  const content = new Map<string, Answer>();
  for (const child of children) {
    const before = content.get(child.name);
    const value = contentOf(child);
    content.set(child.name, before === undefined ? value : [...(Array.isArray(before) ? before : [before]), value]);
  }
  return Object.fromEntries(content);
}

export const objectOf = (answer: Answer | undefined): Readonly<Record<string, Answer | undefined>> =>
  typeof answer === 'object' && !Array.isArray(answer) ? (answer as Readonly<Record<string, Answer>>) : {};

/** Also of an element that is there once, and none for an empty one. */
export const listOf = (answer: Answer | undefined): readonly Readonly<Record<string, Answer | undefined>>[] => {
  if (answer === undefined || answer === '') return [];
  return (Array.isArray(answer) ? (answer as readonly Answer[]) : [answer]).map(objectOf);
};

export const textOf = (answer: Answer | undefined): string | undefined => (typeof answer === 'string' ? answer : undefined);

function errorOf({ status }: Response, root: Answer): CloudError {
  const error = objectOf(objectOf(root)['Error']);
  return new CloudError(textOf(error['Code']) ?? String(status), textOf(error['Message']) ?? `Status ${status}`);
}
