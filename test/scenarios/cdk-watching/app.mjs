// A function that is watched: alarms on its errors and on its log lines, one above both, a dashboard, a query, a subscription. One action leads nowhere.

import {
  AlarmRule,
  AlarmState,
  CompositeAlarm,
  Dashboard,
  GraphWidget,
  LogQueryWidget,
  Metric,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch';
import { LambdaAction, SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { Code, Function as Lambda, Runtime } from 'aws-cdk-lib/aws-lambda';
import { FilterPattern, LogGroup, QueryDefinition, QueryString } from 'aws-cdk-lib/aws-logs';
import { LambdaDestination } from 'aws-cdk-lib/aws-logs-destinations';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { SqsSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { Queue } from 'aws-cdk-lib/aws-sqs';
import { App, BootstraplessSynthesizer, CfnOutput, Duration, Stack } from 'aws-cdk-lib/core';

const env = { account: '000000000000', region: 'us-east-1' };
const stack = new Stack(new App(), 'Watching', { env, synthesizer: new BootstraplessSynthesizer() });
const trouble = new Topic(stack, 'Trouble');
const pager = new Queue(stack, 'Pager');
trouble.addSubscription(new SqsSubscription(pager, { rawMessageDelivery: true }));

const lambda = (id, body, more = {}) =>
  new Lambda(stack, id, {
    ...{ runtime: Runtime.NODEJS_20_X, handler: 'index.handler' },
    code: Code.fromInline(`exports.handler = async (event) => { ${body} };`),
    ...more,
  });
const logGroup = new LogGroup(stack, 'OrdersLog');
const orders = lambda('Orders', "console.log('order refused: 12 EUR'); throw new Error('no stock');", { logGroup });
const helper = lambda('Helper', "console.log('helped', JSON.stringify(event));");

const minute = Duration.minutes(1);
const watched = { threshold: 1, evaluationPeriods: 1, treatMissingData: TreatMissingData.NOT_BREACHING };
const errors = orders.metricErrors({ period: minute }).createAlarm(stack, 'Errors', watched);
errors.addAlarmAction(new SnsAction(trouble), new LambdaAction(helper));
const filter = logGroup.addMetricFilter('Refused', {
  ...{ metricNamespace: 'Shop', metricName: 'Refused', metricValue: '$amount' },
  filterPattern: FilterPattern.spaceDelimited('...', 'verb', 'amount', 'unit').whereString('verb', '=', 'refused:'),
});
const refused = filter.metric({ period: minute, statistic: 'Sum' }).createAlarm(stack, 'RefusedMoney', { ...watched, threshold: 12 });
refused.addAlarmAction(new SnsAction(Topic.fromTopicArn(stack, 'Gone', `arn:aws:sns:${env.region}:${env.account}:gone`)));
const both = new CompositeAlarm(stack, 'Both', {
  alarmRule: AlarmRule.allOf(AlarmRule.fromAlarm(errors, AlarmState.ALARM), AlarmRule.fromAlarm(refused, AlarmState.ALARM)),
});
both.addAlarmAction(new SnsAction(trouble));

logGroup.addSubscriptionFilter('Helped', { destination: new LambdaDestination(helper), filterPattern: FilterPattern.allTerms('refused') });
const queryString = new QueryString({
  fields: ['@timestamp', '@message'],
  filterStatements: ['@message like /refused/'],
  sort: '@timestamp desc',
});
new QueryDefinition(stack, 'Recent', { queryDefinitionName: 'recent', queryString, logGroups: [logGroup] });
const dashboard = new Dashboard(stack, 'Board', { dashboardName: 'shop' });
dashboard.addWidgets(
  new GraphWidget({ left: [orders.metricErrors(), new Metric({ namespace: 'Shop', metricName: 'Refused' })] }),
  new LogQueryWidget({ logGroupNames: [logGroup.logGroupName], queryLines: ['filter @message like /refused/'] }),
);
const names = {
  orders: orders.functionName,
  helper: helper.functionName,
  errors: errors.alarmName,
  refused: refused.alarmName,
  both: both.alarmName,
};
for (const [name, value] of Object.entries({ ...names, pagerUrl: pager.queueUrl, log: logGroup.logGroupName }))
  new CfnOutput(stack, name, { value });
