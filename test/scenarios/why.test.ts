// Mistakes in functions, executions and on the way of messages say why: the console has a line for each, and `emulator why` tells its root cause first.
import { EXECUTION_MISTAKES } from './why/executions.ts';
import { FUNCTION_MISTAKES } from './why/functions.ts';
import { MESSAGE_MISTAKES } from './why/messages.ts';
import { tellsOf } from './why/tells.ts';

tellsOf([...FUNCTION_MISTAKES, ...MESSAGE_MISTAKES, ...EXECUTION_MISTAKES]);
