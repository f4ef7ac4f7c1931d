// Mistakes between services, in streams, stacks and scripts say why: the console has a line for each, and `emulator why` tells its root cause first.
import { DELIVERY_MISTAKES } from './why/deliveries.ts';
import { SYSTEM_MISTAKES } from './why/systems.ts';
import { tellsOf } from './why/tells.ts';

tellsOf([...DELIVERY_MISTAKES, ...SYSTEM_MISTAKES]);
