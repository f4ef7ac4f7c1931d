// A saga: an order is placed, a person approves it, a file with its 100,000 positions is counted, the card is charged; what fails after the
// placing is undone.
import { AttributeType, Table } from 'aws-cdk-lib/aws-dynamodb';
import { Code, Function as LambdaFn, Runtime } from 'aws-cdk-lib/aws-lambda';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import { Queue } from 'aws-cdk-lib/aws-sqs';
import {
  Chain,
  Choice,
  Condition,
  CsvHeaders,
  DefinitionBody,
  DistributedMap,
  Fail,
  IntegrationPattern,
  ItemBatcher,
  JsonPath,
  ResultWriter,
  S3CsvItemReader,
  StateMachine,
  StateMachineType,
  Succeed,
  TaskInput,
  Timeout,
} from 'aws-cdk-lib/aws-stepfunctions';
import { DynamoAttributeValue, DynamoPutItem, DynamoUpdateItem, LambdaInvoke, SqsSendMessage } from 'aws-cdk-lib/aws-stepfunctions-tasks';
import { App, BootstraplessSynthesizer, CfnOutput, Duration, RemovalPolicy, Stack } from 'aws-cdk-lib/core';

const app = new App();
const env = { account: '000000000000', region: 'us-east-1' };
// No file is part of it.
const stack = new Stack(app, 'Saga', { env, synthesizer: new BootstraplessSynthesizer() });
const given = { removalPolicy: RemovalPolicy.DESTROY };
const output = (id, value) => new CfnOutput(stack, id, { value });

const tableOf = (id) => new Table(stack, id, { partitionKey: { name: 'id', type: AttributeType.STRING }, ...given });
const [orders, counts] = [tableOf('Orders'), tableOf('Counts')];
const approvals = new Queue(stack, 'Approvals');
const files = new Bucket(stack, 'Files', given);
const functionOf = (id, body) =>
  new LambdaFn(stack, id, {
    ...{ runtime: Runtime.NODEJS_20_X, handler: 'index.handler', timeout: Duration.seconds(30) },
    code: Code.fromInline(`exports.handler = async (event) => { ${body} };`),
  });

const text = (path) => DynamoAttributeValue.fromString(JsonPath.stringAt(path));
const fromNumber = (path) => DynamoAttributeValue.numberFromString(JsonPath.format('{}', JsonPath.stringAt(path)));
const orderState = (id, state, path = '$.id') =>
  new DynamoUpdateItem(stack, id, {
    ...{ table: orders, key: { id: text(path) }, resultPath: JsonPath.DISCARD },
    updateExpression: 'SET #s = :s',
    expressionAttributeNames: { '#s': 'state' },
    expressionAttributeValues: { ':s': DynamoAttributeValue.fromString(state) },
  });

const place = new DynamoPutItem(stack, 'Place', {
  ...{ table: orders, resultPath: JsonPath.DISCARD },
  item: { id: text('$.id'), state: DynamoAttributeValue.fromString('placed'), total: fromNumber('$.total') },
  conditionExpression: 'attribute_not_exists(id)',
});
const approve = new SqsSendMessage(stack, 'Approve', {
  ...{ queue: approvals, integrationPattern: IntegrationPattern.WAIT_FOR_TASK_TOKEN, resultPath: '$.approval' },
  messageBody: TaskInput.fromObject({ token: JsonPath.taskToken, order: JsonPath.stringAt('$.id') }),
  taskTimeout: Timeout.duration(Duration.hours(1)),
});

const count = new LambdaInvoke(stack, 'Count', {
  payloadResponseOnly: true,
  lambdaFunction: functionOf(
    'Counter',
    `const { Items, BatchInput } = event;
     const cents = Items.reduce((sum, { amount, price }) => sum + Number(amount) * Number(price), 0);
     return { id: BatchInput.order + ' ' + Items[0].id, positions: Items.length, cents };`,
  ),
});
const keep = new DynamoPutItem(stack, 'Keep', {
  ...{ table: counts, resultPath: JsonPath.DISCARD },
  item: { id: text('$.id'), positions: fromNumber('$.positions'), cents: fromNumber('$.cents') },
});
const countAll = new DistributedMap(stack, 'CountAll', {
  ...{ label: 'positions', mapExecutionType: StateMachineType.STANDARD, maxConcurrency: 8 },
  itemReader: new S3CsvItemReader({ bucket: files, key: 'positions.csv', csvHeaders: CsvHeaders.useFirstRow() }),
  itemBatcher: new ItemBatcher({ maxItemsPerBatch: 500, batchInput: { order: JsonPath.stringAt('$.id') } }),
  resultWriter: new ResultWriter({ bucket: files, prefix: 'counted' }),
  resultPath: '$.counted',
});
countAll.itemProcessor(count.next(keep));

const charge = new LambdaInvoke(stack, 'Charge', {
  lambdaFunction: functionOf(
    'Charger',
    `if (event.total > 1000) { const declined = new Error('over the limit'); declined.name = 'CardDeclined'; throw declined; }
     return { receipt: 'receipt of ' + event.id };`,
  ),
  ...{ payloadResponseOnly: true, resultPath: '$.payment' },
});
charge.addRetry({ errors: ['Lambda.ServiceException'], maxAttempts: 2 });
const undo = orderState('Undo', 'cancelled').next(new Fail(stack, 'Cancelled', { error: 'OrderCancelled', causePath: '$.failure.Error' }));
for (const step of [approve, countAll, charge]) step.addCatch(undo, { resultPath: '$.failure' });

const pay = charge.next(orderState('Pay', 'paid')).next(new Succeed(stack, 'Done'));
const definition = Chain.start(place)
  .next(approve)
  .next(new Choice(stack, 'HasFile').when(Condition.booleanEquals('$.hasFile', true), countAll).otherwise(pay));
countAll.next(pay);

const machine = new StateMachine(stack, 'Machine', {
  definitionBody: DefinitionBody.fromChainable(definition),
  timeout: Duration.hours(2),
});
files.grantReadWrite(machine);
output('MachineArn', machine.stateMachineArn);
output('OrdersName', orders.tableName);
output('CountsName', counts.tableName);
output('ApprovalsUrl', approvals.queueUrl);
output('FilesName', files.bucketName);
