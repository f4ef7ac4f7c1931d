// Compiles /var/rapid/init for both architectures, ahead of its first use: `tsx emulator/init-program/build.ts [x86_64] [arm64]`.

import { type InitArchitecture, InitBinary } from '#containers/docker/init-binary';

const asked = process.argv.slice(2) as InitArchitecture[];
const init = new InitBinary({ progress: (text) => console.log(text) });
for (const architecture of asked.length > 0 ? asked : (['x86_64', 'arm64'] as const)) console.log(await init.for(architecture));
