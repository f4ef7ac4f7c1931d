// Makes a queue before the emulator calls itself ready.
const answer = await fetch(process.env.AWS_ENDPOINT_URL, {
  method: 'POST',
  headers: {
    'content-type': 'application/x-amz-json-1.0',
    'x-amz-target': 'AmazonSQS.CreateQueue',
    authorization: `AWS4-HMAC-SHA256 Credential=${process.env.AWS_ACCESS_KEY_ID}/20260101/${process.env.AWS_REGION}/sqs/aws4_request, SignedHeaders=host, Signature=0`,
  },
  body: JSON.stringify({ QueueName: 'jobs' }),
});
if (!answer.ok) throw new Error(await answer.text());
console.log(`made ${(await answer.json()).QueueUrl}`);
