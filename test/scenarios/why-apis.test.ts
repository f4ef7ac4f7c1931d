// Mistakes behind function URLs and APIs say why: the console has a line for each, and `emulator why` tells its root cause first.
import { API_MISTAKES } from './why/apis.ts';
import { tellsOf } from './why/tells.ts';

tellsOf(API_MISTAKES);
