// Generates docs/layers.md from the table of public layers.
import { type Becoming, KNOWN_LAYERS, type KnownLayer } from '#services/lambda/layers/public/known-layers';

function becoming(becomes: Becoming): string {
  switch (becomes.kind) {
    case 'npm':
      return `made of \`@aws-lambda-powertools/*\` ${becomes.major} by npm`;
    case 'pypi':
      return `made of \`aws-lambda-powertools[all]\` ${becomes.major} by pip`;
    case 'served':
      return 'served by the emulator';
    case 'web-adapter':
      return 'part of the emulator';
    case 'absent':
      return `refused. ${becomes.instead}`;
    case 'empty':
      return becomes.wrappers
        ? `empty; ${becomes.wrappers.map((each) => `\`/opt/${each}\``).join(', ')} start the function as it is`
        : 'empty';
  }
}

const row = ({ title, accounts, example, becomes, source }: KnownLayer): string =>
  `| ${title} | ${accounts?.join(', ') ?? 'one for each region'} | \`${example}\` | ${becoming(becomes)} | ${source} |`;

export const layersPage = (): string => `# Public layers

Programs name layers of other accounts by ARN. The cloud gives their archives only to clients with an account, so the emulator makes those that it knows. The first of these that
has a layer provides it, once; it is kept then:

1. the account of the ARN, here in the emulator;
2. the folder in \`FUNCTION_LAYERS_DIR\`: \`<account>/<name>/<version>.zip\`, or \`<account>/<name>.zip\` for every version;
3. the real cloud, with the credentials in \`FUNCTION_LAYERS_ACCESS_KEY_ID\` and \`FUNCTION_LAYERS_SECRET_ACCESS_KEY\`;
4. the table below.

Otherwise the function is refused with a sentence that says so; \`FUNCTION_LAYERS_MISSING=skip\` runs it without the layer, with a warning.

\`npm run docs\` generates this table from \`src/services/lambda/layers/public/known-layers.ts\`.

| layer | accounts | name, for example | becomes | source |
| --- | --- | --- | --- | --- |
${KNOWN_LAYERS.map(row).join('\n')}

- **Made of packages**: by the npm or pip of this machine, as it is set up (its registry, its proxy), and without scripts of packages. The newest packages of that major version are taken, whatever the version of the
  layer in the ARN: which version of a layer holds which packages is published nowhere as data. The archive is kept in \`~/.cache/cloud-emulator/layers\`; delete it to have it made anew. Powertools for Java and .NET have
  no public layers: they are dependencies of the program.
- **Served**: \`GET /secretsmanager/get\` and \`GET /systemsmanager/parameters/get\` at \`localhost:2773\` or \`PARAMETERS_SECRETS_EXTENSION_HTTP_PORT\`, with the header \`X-Aws-Parameters-Secrets-Token\` and all
  variables of the extension. Functions that run as processes share the port of this machine, and are told apart by the token; environments of one function may share what was read. Where another program has the
  port, the function's log says so. In a container the port is the container's own. A request with a wrong token is answered like any that fails; the words of the cloud for it are not published.
- **Web Adapter**: a function is a web server (\`AWS_LAMBDA_EXEC_WRAPPER=/opt/bootstrap\`, the handler its script), which gets events of APIs, function URLs and load balancers as HTTP requests, others as a POST to
  \`AWS_LWA_PASS_THROUGH_PATH\`; all its variables are read but \`AWS_LWA_LAMBDA_RUNTIME_API_PROXY\`. Functions that run as processes share this machine, so each environment gets a port of its own, which \`PORT\` and
  \`AWS_LWA_PORT\` tell the program whatever the function has set; a program that listens at the set port all the same is found there, one environment at a time. Images bring the adapter themselves.
- **Empty**: the layer only sends telemetry away. One warning for each version tells of it.
`;
