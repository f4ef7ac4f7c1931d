// Generates docs/llms.txt, the list of pages for programs that read documentation (https://llmstxt.org); served at /_emulator/ui/llms.txt.
import { readdirSync, readFileSync } from 'node:fs';

/** The page for agents first. */
const FIRST = 'agents.md';

export function llmsText(): string {
  const names = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.md'));
  const sorted = [FIRST, ...names.filter((name) => name !== FIRST).sort()];
  return `# Cloud Emulator

> A local emulator of AWS's serverless APIs: one process on one port (4566), for unmodified SDKs, the AWS CLI, CDK, Terraform, SAM and CloudFormation. Needs no account and no Docker.

Agents: \`npx emulator mcp\` has tools to deploy, send, and find out why. Without it: \`emulator why --json\` after anything that failed; \`POST /_emulator/call\` calls any operation with plain JSON.

## Pages

${sorted.map((name) => `- [${titleOf(name)}](docs/${name})`).join('\n')}
`;
}

const titleOf = (name: string): string => /^# (.+)$/m.exec(readFileSync(new URL(name, import.meta.url), 'utf8'))?.[1] ?? name;
