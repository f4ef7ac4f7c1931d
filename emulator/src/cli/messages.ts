// Errors of the commands.
import { defineError } from '#lib/emulator-error';

export const NOT_RUNNING = defineError({
  code: 'NOT_RUNNING',
  description: 'Nothing answers at the endpoint, or a server that is not an emulator (exit code 3).',
  remedy: '`emulator start`, or `--endpoint`.',
});

export const STOP_REFUSED = defineError({
  code: 'STOP_REFUSED',
  description: 'The emulator runs inside another process.',
  remedy: 'It ends with that process (a test run).',
});

export const STOP_TIMEOUT = defineError({
  code: 'STOP_TIMEOUT',
  description: 'The emulator was asked to stop and still answers.',
  remedy: 'Its log says what it waits for.',
});

export const START_FAILED = defineError({
  code: 'START_FAILED',
  description: 'A command started an emulator in the background, and it did not become ready.',
  remedy: 'Its output follows the message; `emulator start` shows it too.',
});

export const SETTINGS_INVALID = defineError({
  code: 'SETTINGS_INVALID',
  description: 'The settings of an editor are no JSON, so `emulator mcp init --write` leaves them as they are.',
  remedy: 'Mend the file, or add by hand what `emulator mcp init` prints.',
});

export const CDK_NOT_FOUND = defineError({
  code: 'CDK_NOT_FOUND',
  description: '`emulator cdk` found no CDK in this folder or above.',
  remedy: '`npm install --save-dev aws-cdk@^2.1148`; 3.0.0 was published by mistake.',
});

export const TERRAFORM_NOT_FOUND = defineError({
  code: 'TERRAFORM_NOT_FOUND',
  description: '`emulator tf`, `emulator cdktf` or `emulator dev` found neither Terraform nor OpenTofu.',
  remedy: 'Install one of them, or name it in `TF_CMD`.',
});

export const CDKTF_APP_MISSING = defineError({
  code: 'CDKTF_APP_MISSING',
  description:
    '`emulator cdktf` or `emulator dev` found no app in this folder or above, its `cdktf.json` cannot be read, or it has no stack of that name.',
  remedy: 'The `app` of `cdktf.json` is the command that synthesizes; the message lists the stacks.',
});

export const TEMPLATE_INVALID = defineError({
  code: 'TEMPLATE_INVALID',
  description: '`emulator deploy` found no template, several of them, or one that cannot be read.',
  remedy: 'Name the template; the message says what is in the folder.',
});

export const BUILD_FAILED = defineError({
  code: 'BUILD_FAILED',
  description:
    'Code of a function or layer could not be built: npm, pip, make or esbuild failed, or the build is one that is not done here.',
  remedy: 'The end of the output of the tool follows the message; `--no-build` packs folders as they are.',
});

export const PACKAGE_FAILED = defineError({
  code: 'PACKAGE_FAILED',
  description: 'A file or folder that a template names is not there, or cannot be packed.',
  remedy: 'Paths are relative to the template that names them.',
});

export const DEPLOY_FAILED = defineError({
  code: 'DEPLOY_FAILED',
  description: 'CloudFormation refused a template, or a stack ended in a failed state.',
  remedy: 'The message names the resources that failed, each with its reason.',
});

export const NO_STACK = defineError({
  code: 'NO_STACK',
  description: '`emulator delete` found no such stack in the account and region.',
  remedy: 'Check its name, `--region` and `AWS_REGION`.',
});

export const TEMPLATE_UNKNOWN = defineError({
  code: 'TEMPLATE_UNKNOWN',
  description: '`emulator new` has no such template, or none was named where nobody can be asked.',
  remedy: '`emulator new --list` describes the templates.',
});

export const NAME_INVALID = defineError({
  code: 'NAME_INVALID',
  description: 'A project cannot have that name, because its package, functions and stacks are named by it.',
  remedy:
    'Lower-case letters, digits and single hyphens, 40 at most, beginning with a letter: in `--name`, or as the last part of the folder.',
});

export const FILES_EXIST = defineError({
  code: 'FILES_EXIST',
  description: '`emulator new` or `emulator compare --save` would overwrite files. None was written.',
  remedy: 'Name another folder or file.',
});

export const PAGE_MISSING = defineError({
  code: 'PAGE_MISSING',
  description: '`emulator docs` has no such page.',
  remedy: '`emulator docs` lists the pages.',
});

export const EVENT_NOT_SENT = defineError({
  code: 'EVENT_NOT_SENT',
  description: '`emulator events replay` could not send the event again.',
  remedy: 'The message holds the answer of PutEvents: events of services, for one, cannot be sent by clients.',
});

export const PATTERN_TEST_INVALID = defineError({
  code: 'PATTERN_TEST_INVALID',
  description: '`emulator events test` was given a pattern or an event that the cloud would refuse.',
  remedy: 'The message says where the error is.',
});

export const NO_LOG = defineError({
  code: 'NO_LOG',
  description: 'The function has not logged anything in this region.',
  remedy: 'Check its name and `AWS_REGION`.',
});

export const LOGS_REFUSED = defineError({
  code: 'LOGS_REFUSED',
  description: 'CloudWatch Logs answered an error.',
  remedy: 'The message contains it.',
});

export const FUNCTION_UNKNOWN = defineError({
  code: 'FUNCTION_UNKNOWN',
  description: 'A command names a function, a version or an alias that does not exist in this region.',
  remedy: 'The message names those that are near; check `AWS_REGION`.',
});

export const EVENT_INVALID = defineError({
  code: 'EVENT_INVALID',
  description: '`emulator invoke` cannot read the event, or it is no JSON.',
  remedy: '`--event file.json`, `--event -`, `--data \'{"id": 7}\'` or `--sample sqs`.',
});

export const INVOKE_REFUSED = defineError({
  code: 'INVOKE_REFUSED',
  description: '`emulator invoke` found the function, and it was not invoked.',
  remedy: 'The message has the answer of the function service, and the reason where the function cannot run.',
});

export const DEBUG_REFUSED = defineError({
  code: 'DEBUG_REFUSED',
  description:
    '`emulator debug` cannot open a debugger in the function: its runtime has none, it is debugged already, or the debugger cannot be reached.',
  remedy: 'The message says which; `emulator docs debugging` shows further ways.',
});

export const DEBUGGER_MISSING = defineError({
  code: 'DEBUGGER_MISSING',
  description: 'A Python function has no `debugpy`, neither in its code and layers nor beside its interpreter.',
  remedy: '`pip install --target <folder of the code> debugpy`.',
});

export const PROJECT_UNKNOWN = defineError({
  code: 'PROJECT_UNKNOWN',
  description: '`emulator dev` finds no app, no template and no handler where it is told to look.',
  remedy: 'The message says what it looked for.',
});

export const DEPLOYMENT_FAILED = defineError({
  code: 'DEPLOYMENT_FAILED',
  description: '`emulator dev` could not make or change the function of a plain handler.',
  remedy: 'The message has the answer of the function service.',
});

export const EXECUTION_NOT_FOUND = defineError({
  code: 'EXECUTION_NOT_FOUND',
  description: 'There is no such execution or state machine in the region, or several executions have the name.',
  remedy:
    '`emulator executions list` shows those of the region, which `AWS_REGION` names. Executions of Express machines are not listed: their logs tell of them.',
});

export const EXECUTIONS_UNREADABLE = defineError({
  code: 'EXECUTIONS_UNREADABLE',
  description: '`emulator executions` was refused what it wanted to read.',
  remedy: 'The message is the answer of the state machine service. `AWS_REGION` names the region.',
});

export const DURABLE_NOT_FOUND = defineError({
  code: 'DURABLE_NOT_FOUND',
  description: 'There is no such durable execution or function in the region, or several executions have the name.',
  remedy: '`emulator durable list` shows the executions of the region, which `AWS_REGION` names.',
});

export const DURABLE_REFUSED = defineError({
  code: 'DURABLE_REFUSED',
  description: '`emulator durable` was refused what it asked for: a callback that has been answered, for example.',
  remedy: 'The message is the answer of the function service. `AWS_REGION` names the region.',
});

export const TABLES_UNREADABLE = defineError({
  code: 'TABLES_UNREADABLE',
  description:
    '`emulator tables` was refused what it wanted to read: there is no such table in the region, or the condition is no PartiQL.',
  remedy: 'The message is the answer of the table service. `AWS_REGION` names the region.',
});

export const COMMAND_MISSING = defineError({
  code: 'COMMAND_MISSING',
  description: '`emulator compare` was given no command to run.',
  remedy: 'It follows behind `--`: `emulator compare --with http://127.0.0.1:5000 -- npm test`.',
});

export const SIDE_INVALID = defineError({
  code: 'SIDE_INVALID',
  description: '`--with` of `emulator compare` is no address of an endpoint, or one of the real cloud.',
  remedy: 'Name `http://host:port`, or a profile of the AWS CLI for the real cloud.',
});

export const PROFILE_UNUSABLE = defineError({
  code: 'PROFILE_UNUSABLE',
  description: 'The profile that `--with` of `emulator compare` names does not exist, or its credentials cannot be had.',
  remedy: '`aws configure list-profiles` lists the profiles; those with SSO or roles need the AWS CLI, version 2, and a login.',
});

export const CASE_INVALID = defineError({
  code: 'CASE_INVALID',
  description: '`emulator compare play` found no recorded cases, or a file that is none.',
  remedy: '`emulator compare --save case.json` writes one.',
});
