// The sample of `emulator try`: an order on the event bus, a function that prices it, and a queue for large orders, which this one is not.
import { functionNode } from '#cli/scaffold/write-project';

const CODE = `exports.handler = async ({ detail }) => {
  const price = detail.total * 1.2;
  console.log('order ' + detail.id + ' costs ' + price);
  return { id: detail.id, price };
};`;

export const SAMPLE_EVENT = { Source: 'try.shop', DetailType: 'OrderPlaced', Detail: JSON.stringify({ id: 7, total: 120 }) };

/** A template whose function runs on the Node.js that is there. */
export function sampleTemplate(): string {
  const rule = (pattern: object, target: object) => ({
    Type: 'AWS::Events::Rule',
    Properties: { EventPattern: { source: [SAMPLE_EVENT.Source], ...pattern }, Targets: [{ Id: 'target', Arn: target }] },
  });
  const arnOf = (name: string) => ({ 'Fn::GetAtt': [name, 'Arn'] });
  const ofEvents = (resource: string, statement: object) => ({
    Effect: 'Allow',
    Principal: { Service: 'events.amazonaws.com' },
    Resource: arnOf(resource),
    ...statement,
  });
  return JSON.stringify(
    {
      Resources: {
        PriceRole: {
          Type: 'AWS::IAM::Role',
          Properties: {
            AssumeRolePolicyDocument: {
              Version: '2012-10-17',
              Statement: [{ Effect: 'Allow', Principal: { Service: 'lambda.amazonaws.com' }, Action: 'sts:AssumeRole' }],
            },
            ManagedPolicyArns: ['arn:aws:iam::aws:policy/service-role/AWSLambdaBasicExecutionRole'],
          },
        },
        Price: {
          Type: 'AWS::Lambda::Function',
          Properties: {
            FunctionName: 'emulator-try-price',
            Runtime: `nodejs${functionNode()}.x`,
            Handler: 'index.handler',
            Role: arnOf('PriceRole'),
            Code: { ZipFile: CODE },
          },
        },
        Orders: rule({}, arnOf('Price')),
        OrdersMayInvoke: {
          Type: 'AWS::Lambda::Permission',
          Properties: {
            FunctionName: { Ref: 'Price' },
            Action: 'lambda:InvokeFunction',
            Principal: 'events.amazonaws.com',
            SourceArn: arnOf('Orders'),
          },
        },
        LargeOrdersQueue: { Type: 'AWS::SQS::Queue' },
        LargeOrders: rule({ detail: { total: [{ numeric: ['>', 1000] }] } }, arnOf('LargeOrdersQueue')),
        LargeOrdersMaySend: {
          Type: 'AWS::SQS::QueuePolicy',
          Properties: {
            Queues: [{ Ref: 'LargeOrdersQueue' }],
            PolicyDocument: { Version: '2012-10-17', Statement: [ofEvents('LargeOrdersQueue', { Action: 'sqs:SendMessage' })] },
          },
        },
      },
    },
    undefined,
    2,
  );
}
