// Sleeps for a week.
const { Lambda } = require('@aws-sdk/client-lambda');

exports.handler = async ({ DurableExecutionArn, CheckpointToken, InitialExecutionState: { Operations } }) => {
  const week = Operations.find(({ Id }) => Id === 'week');
  if (week?.Status === 'SUCCEEDED') return { Status: 'SUCCEEDED', Result: '"awake"' };
  const Updates = [{ Id: 'week', Type: 'WAIT', Action: 'START', WaitOptions: { WaitSeconds: 7 * 86_400 } }];
  await new Lambda({}).checkpointDurableExecution({ DurableExecutionArn, CheckpointToken, Updates });
  return { Status: 'PENDING' };
};
