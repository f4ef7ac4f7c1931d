// Keeps connections in a table, and sends each message to all of them.
const { DynamoDBClient, PutItemCommand, DeleteItemCommand, ScanCommand } = require('@aws-sdk/client-dynamodb');
const { ApiGatewayManagementApiClient, PostToConnectionCommand } = require('@aws-sdk/client-apigatewaymanagementapi');
const db = new DynamoDBClient({});
const { TABLE: TableName, REVISION, AWS_ENDPOINT_URL } = process.env;

exports.handler = async ({ requestContext: { routeKey, connectionId, domainName, stage }, body }) => {
  if (routeKey === '$connect') await db.send(new PutItemCommand({ TableName, Item: { id: { S: connectionId } } }));
  else if (routeKey === '$disconnect') await db.send(new DeleteItemCommand({ TableName, Key: { id: { S: connectionId } } }));
  else await sendToAll(`${REVISION}: ${JSON.parse(body).text}`, endpointOf(domainName, stage));
  return { statusCode: 200 };
};

const endpointOf = (domainName, stage) =>
  AWS_ENDPOINT_URL ? `${AWS_ENDPOINT_URL}/_execute-api/${domainName.split('.')[0]}/${stage}` : `https://${domainName}/${stage}`;

async function sendToAll(Data, endpoint) {
  const { Items } = await db.send(new ScanCommand({ TableName }));
  const management = new ApiGatewayManagementApiClient({ endpoint });
  const post = ({ id }) => management.send(new PostToConnectionCommand({ ConnectionId: id.S, Data }));
  // One that has left may still be in the table.
  const unlessGone = (error) => {
    if (error.name !== 'GoneException') throw error;
  };
  await Promise.all(Items.map((item) => post(item).catch(unlessGone)));
}
