// The form that makes a function: code typed into the page, or a zip.
import { callOf } from '#api/model.ts';
import { perform } from '#shell/session.ts';
import { toBase64 } from '#ui/format.ts';
import type { Files, FormSpec, Values } from '#ui/resource.ts';
import { zipOf } from './zip.ts';

const JAVASCRIPT = `export const handler = async (event) => {
  console.log('event', JSON.stringify(event));
  return { hello: event.hello ?? 'nobody' };
};
`;

/** Runtimes with the name of the file that inline code becomes. */
const RUNTIMES = ['nodejs24.x', 'nodejs22.x', 'nodejs20.x', 'python3.13', 'python3.12', 'ruby3.4', 'java21', 'provided.al2023'] as const;
const fileOf = (runtime: string): string =>
  runtime.startsWith('python')
    ? 'index.py'
    : runtime.startsWith('ruby')
      ? 'index.rb'
      : runtime.startsWith('node')
        ? 'index.mjs'
        : 'bootstrap';

const codeOf = async ({ code = '', Runtime = '' }: Values, { zip: file }: Files): Promise<string> => {
  return toBase64(file ? new Uint8Array(await file.arrayBuffer()) : zipOf(fileOf(Runtime), code));
};

export const CREATE_FUNCTION: FormSpec = {
  title: 'Create function',
  submit: 'Create function',
  fields: [
    { name: 'FunctionName', label: 'Name', required: true, faults: /already exist|FunctionName|functionName/ },
    { name: 'Runtime', label: 'Runtime', kind: 'select', options: RUNTIMES },
    { name: 'Handler', label: 'Handler', required: true, initial: 'index.handler' },
    { name: 'Role', label: 'ARN of the role', required: true, initial: 'arn:aws:iam::000000000000:role/any', faults: /\brole\b/i },
    { name: 'code', label: 'Code', kind: 'area', initial: JAVASCRIPT, hint: 'One file, index. A zip takes its place.' },
    { name: 'zip', label: 'Zip', kind: 'file' },
    { name: 'variables', label: 'Variables', kind: 'json', placeholder: '{"TABLE": "orders"}' },
  ],
  run: async (values, { scope }, files) => {
    const { FunctionName = '', Runtime, Handler, Role = '', variables } = values;
    await perform(
      scope,
      callOf('lambda', 'CreateFunction', {
        FunctionName,
        Runtime: Runtime,
        Handler,
        Role,
        Code: { ZipFile: await codeOf(values, files) },
        ...(variables && { Environment: { Variables: JSON.parse(variables) as Record<string, string> } }),
      }),
    );
    return `Created ${FunctionName}.`;
  },
  opens: ({ FunctionName }) => FunctionName,
};

export const updateCode = (FunctionName: string, runtime: string): FormSpec => ({
  title: 'Change code',
  submit: 'Update the code',
  fields: [
    { name: 'code', label: 'Code', kind: 'area', initial: JAVASCRIPT, hint: `Becomes ${fileOf(runtime)}. A zip takes its place.` },
    { name: 'zip', label: 'Zip', kind: 'file' },
  ],
  run: async (values, { scope }, files) => {
    await perform(
      scope,
      callOf('lambda', 'UpdateFunctionCode', { FunctionName, ZipFile: await codeOf({ ...values, Runtime: runtime }, files) }),
    );
    return `The code of ${FunctionName} is new.`;
  },
});
