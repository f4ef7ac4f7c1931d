// Greets the names in the queue. Change it while the emulator runs: the next message meets the new code.
export const handler = async ({ Records }) => {
  for (const { body } of Records) console.log(`hello, ${body}`);
};
