// Change it while the emulator runs: the next invocation runs the new code.
import { nameOf, type Person } from './person.ts';

export const handler = async (person: Person): Promise<string> => `hello, ${nameOf(person)}`;
