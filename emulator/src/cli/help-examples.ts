// Examples and exit codes for the help of every command.
import type { Command } from 'commander';
import { own, table } from '#lib/table';

interface Help {
  /** Words behind `emulator`, and what they do where that is not plain. */
  readonly examples: readonly (readonly [words: string, does?: string])[];
  /** Exit codes that mean something else than usual. */
  readonly exits?: Readonly<Record<number, string>>;
}

const FOUND_FAILURE = { 0: 'nothing has failed', 1: 'something has, or the subject is not known' };

/** By the words of the command. */
export const HELP: Readonly<Record<string, Help>> = table({
  start: {
    examples: [
      ['start', 'in this terminal, until Ctrl-C'],
      ['start --background', 'returns when it is ready; `emulator stop` ends it'],
      ['start --for-tests', 'for programs: {"url":"http://127.0.0.1:40123",…}'],
    ],
    exits: { 0: 'stopped', 1: 'it could not start', 130: 'interrupted' },
  },
  try: { examples: [['try'], ['try --port 4599 --no-open']] },
  stop: { examples: [['stop'], ['stop --port 4599']] },
  status: { examples: [['status'], ['status --json', 'for programs']] },
  logs: {
    examples: [
      ['logs -f', "the emulator's own log, as it comes"],
      ['logs price --since 5m', 'of the function price'],
      ['logs --all --filter error'],
    ],
  },
  'logs query': { examples: [['logs query \'filter level = "ERROR" | stats count(*) by bin(5m)\' --since 1h']] },
  why: {
    examples: [
      ['why', 'what failed last: its cause, the command that mends it, what followed'],
      ['why orders', 'what became of the function, queue, rule, stack or state machine lately'],
      ['why 2fca7173', 'the request with that id, as the console prints it'],
      ['why "GET /orders"', 'the requests to a path of an API'],
      ['why --since 10m --json'],
    ],
    exits: { 0: 'nothing has failed for good', 1: 'something has, or the subject is not known' },
  },
  policy: {
    examples: [
      ['policy price', 'of the role of the function price'],
      ['policy shop --format terraform', 'of all roles of the stack shop'],
      ['policy --check', 'for a pipeline'],
    ],
    exits: { 1: 'with --check: something was used that is not allowed' },
  },
  replay: {
    examples: [['replay 2fca7173'], ['replay 2fca7173 --input @order.json', 'with another input']],
    exits: { 0: 'the new answer is no error', 1: 'it is, or the request is not kept' },
  },
  'events tail': { examples: [['events tail -f'], ['events tail -n 5 --json']] },
  'events explain': { examples: [['events explain 4f0c0b8e-5d0e-4d6b-9f4b-0c6a7c1d2e3f']] },
  'events replay': { examples: [['events replay 4f0c0b8e-5d0e-4d6b-9f4b-0c6a7c1d2e3f']] },
  'events test': {
    examples: [['events test \'{"source":["shop"]}\' event.json']],
    exits: { 0: 'the event matches', 1: 'it does not, or one of them is invalid' },
  },
  'fault add': {
    examples: [['fault add sqs.SendMessage --error ThrottlingException --rate 0.5'], ['fault add lambda.Invoke --delay 2s --times 3']],
  },
  'fault list': { examples: [['fault list']] },
  'fault clear': { examples: [['fault clear', 'all'], ['fault clear fault-1']] },
  'stub add': {
    examples: [
      ['stub rekognition.DetectLabels labels.json'],
      ['stub "mq.GET /v1/brokers" \'{"BrokerSummaries": []}\'', 'a REST API without a model here'],
      ['stub stubs.json', 'many: {"rekognition.DetectLabels": {…}, …}'],
    ],
  },
  'stub list': { examples: [['stub list', 'the stubs, and what was called in vain, by whom']] },
  'stub remove': { examples: [['stub remove rekognition.DetectLabels'], ['stub remove', 'all']] },
  'snapshot save': { examples: [['snapshot save before-import']] },
  'snapshot restore': { examples: [['snapshot restore before-import']] },
  'snapshot list': { examples: [['snapshot list']] },
  'snapshot diff': { examples: [['snapshot diff before-import', 'what has changed since'], ['snapshot diff monday tuesday']] },
  'snapshot delete': { examples: [['snapshot delete before-import']] },
  metrics: { examples: [['metrics'], ['metrics AWS/SQS --follow']] },
  map: { examples: [['map'], ['map --stack shop --format mermaid', 'for a README'], ['map --format svg > map.svg']] },
  'tables list': { examples: [['tables']] },
  'tables scan': { examples: [['tables scan orders --query "status = \'open\' AND total > 10"']] },
  'executions list': { examples: [['executions'], ['executions list order-flow --status FAILED']] },
  'executions show': {
    examples: [['executions show order-flow', 'the last one of the state machine'], ['executions show run-7 --follow']],
    exits: { 0: 'it runs or has succeeded', 1: 'it has failed, or there is none' },
  },
  'durable list': { examples: [['durable'], ['durable list orders --status RUNNING']] },
  'durable show': { examples: [['durable show orders/run-7']] },
  'durable stop': { examples: [['durable stop orders/run-7 --message "no longer needed"']] },
  'durable callback succeed': { examples: [['durable callback succeed Y2FsbGJhY2s \'{"approved":true}\'']] },
  'durable callback fail': { examples: [['durable callback fail Y2FsbGJhY2s --type Rejected']] },
  'compare run': {
    examples: [
      ['compare --with http://127.0.0.1:5000 -- python test_orders.py', 'another emulator as the other side'],
      ['compare --with work --save case.json -- ./reproduce.sh', 'the real cloud, with the profile work: this may cost money'],
    ],
    exits: { 0: 'nothing differs', 1: 'something does' },
  },
  'compare play': { examples: [['compare play cases/']], exits: { 0: 'nothing differs', 1: 'something does' } },
  new: { examples: [['new function-ts ../hello'], ['new --list'], ['new', 'asks']], exits: { 130: 'interrupted' } },
  dev: {
    examples: [
      ['dev', 'this folder'],
      ['dev src/price.ts --name price', 'one handler'],
    ],
    exits: { 0: 'ended by Ctrl-C' },
  },
  deploy: {
    examples: [
      ['deploy', 'the template of this folder'],
      ['deploy --dry-run'],
      ['deploy template.yaml --stack-name shop --parameter stage=dev --hot'],
    ],
  },
  delete: { examples: [['delete shop']] },
  invoke: {
    examples: [
      ['invoke price --data \'{"total": 21}\''],
      ['invoke price --event event.json --watch', 'again on each change'],
      ['invoke price --sample sqs'],
    ],
    exits: { 1: 'the function failed' },
  },
  debug: { examples: [['debug price', 'then attach an editor'], ['debug price --port 9230']], exits: { 0: 'ended by Ctrl-C' } },
  cdk: { examples: [['cdk deploy --all'], ['cdk watch']], exits: { 1: "the CDK's own" } },
  tf: { examples: [['tf init'], ['tf apply -auto-approve']], exits: { 1: "Terraform's own" } },
  cdktf: { examples: [['cdktf deploy'], ['cdktf diff orders-stack']] },
  'runtimes list': { examples: [['runtimes']] },
  'runtimes add': { examples: [['runtimes add nodejs22.x'], ['runtimes add python3.13 durable-nodejs']] },
  'runtimes remove': { examples: [['runtimes remove nodejs22.x']] },
  token: { examples: [['token --issuer https://issuer.example --claim sub=ann'], ['token --claim \'groups:=["admin"]\' --lifetime 2h']] },
  doctor: { examples: [['doctor'], ['doctor --kubernetes', 'what a cluster lacks for functions in Pods']], exits: FOUND_FAILURE },
  docs: { examples: [['docs', 'the list of pages'], ['docs coverage'], ['docs FUNCTION_TIMED_OUT', 'explains the code of a message']] },
  config: { examples: [['config --origin']] },
  trust: { examples: [['trust'], ['trust --print > authority.pem']] },
  'mcp serve': { examples: [['mcp', 'an editor starts it'], ['mcp --read-only --root ../shop']], exits: { 0: 'the client has gone' } },
  'mcp init': {
    examples: [
      ['mcp init', 'the settings of every client that is known'],
      ['mcp init vscode --write', 'written into .vscode/mcp.json'],
    ],
  },
  completion: { examples: [['completion bash', 'for ~/.bashrc: source <(emulator completion bash)']] },
});

/** Adds its examples and exit codes to the help of each command below `parent`. */
export function addHelp(parent: Command, before: readonly string[] = []): void {
  for (const command of parent.commands) {
    const words = [...before, command.name()];
    const help = own(HELP, words.join(' '));
    if (help) command.addHelpText('after', () => helpText(help, command));
    addHelp(command, words);
  }
}

function helpText({ examples, exits = {} }: Help, command: Command): string {
  const width = Math.max(...examples.map(([words]) => words.length));
  const lines = examples.map(([words, does]) => `  emulator ${does === undefined ? words : `${words.padEnd(width)}   ${does}`}`);
  const asks = command.options.some(({ long }) => long === '--endpoint');
  const codes = { 0: 'done', 1: 'failed', 2: 'wrong arguments', ...(asks && { 3: 'no emulator runs there' }), ...exits };
  const said = Object.entries(codes).map(([code, meaning]) => `${code} ${meaning}`);
  return `\nExamples:\n${lines.join('\n')}\n\nExit codes: ${said.join(', ')}.`;
}
