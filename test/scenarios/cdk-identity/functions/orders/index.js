// Signs nothing: the emulator tells callers by their keys.
const call = async (service, target, body) => {
  const { AWS_ENDPOINT_URL, AWS_ACCESS_KEY_ID, AWS_SESSION_TOKEN, AWS_REGION } = process.env;
  const answer = await fetch(AWS_ENDPOINT_URL, {
    method: 'POST',
    headers: {
      authorization: `AWS4-HMAC-SHA256 Credential=${AWS_ACCESS_KEY_ID}/20260101/${AWS_REGION}/${service}/aws4_request, SignedHeaders=host, Signature=0`,
      'content-type': 'application/x-amz-json-1.0',
      'x-amz-security-token': AWS_SESSION_TOKEN,
      'x-amz-target': target,
    },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(text);
  return text;
};

exports.handler = async (event) => {
  const id = event.Records?.[0]?.body ?? event.id;
  await call('dynamodb', 'DynamoDB_20120810.PutItem', { TableName: process.env.TABLE, Item: { id: { S: id } } });
  await call('sqs', 'AmazonSQS.SendMessage', { QueueUrl: process.env.QUEUE, MessageBody: id });
  return id;
};
