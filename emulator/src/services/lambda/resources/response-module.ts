// Modules that inline functions of custom resources load to send their response: `cfn-response` for Node, `cfnresponse` for Python. Their
// interface is the documented one: send(event, context, status, data, physical id, whether values are hidden).

export const NODE_RESPONSE = `'use strict';
const http = require('http');
const https = require('https');

exports.SUCCESS = 'SUCCESS';
exports.FAILED = 'FAILED';

exports.send = function (event, context, responseStatus, responseData, physicalResourceId, noEcho) {
  const body = JSON.stringify({
    Status: responseStatus,
    Reason: 'See the details in CloudWatch Log Stream: ' + context.logStreamName,
    PhysicalResourceId: physicalResourceId || context.logStreamName,
    StackId: event.StackId,
    RequestId: event.RequestId,
    LogicalResourceId: event.LogicalResourceId,
    NoEcho: noEcho || false,
    Data: responseData,
  });
  const url = new URL(event.ResponseURL);
  const client = url.protocol === 'http:' ? http : https;
  const options = { method: 'PUT', headers: { 'content-type': '', 'content-length': Buffer.byteLength(body) } };
  return new Promise(function (resolve) {
    const request = client.request(url, options, function (response) {
      response.resume();
      console.log('Status code: ' + response.statusCode);
      if (context.done) context.done();
      resolve();
    });
    request.on('error', function (error) {
      console.log('send(..) failed executing the request: ' + error);
      if (context.done) context.done();
      resolve();
    });
    request.end(body);
  });
};
`;

export const PYTHON_RESPONSE = `import json
import urllib.request

SUCCESS = "SUCCESS"
FAILED = "FAILED"


def send(event, context, responseStatus, responseData, physicalResourceId=None, noEcho=False, reason=None):
    body = json.dumps(
        {
            "Status": responseStatus,
            "Reason": reason or "See the details in CloudWatch Log Stream: " + context.log_stream_name,
            "PhysicalResourceId": physicalResourceId or context.log_stream_name,
            "StackId": event["StackId"],
            "RequestId": event["RequestId"],
            "LogicalResourceId": event["LogicalResourceId"],
            "NoEcho": noEcho,
            "Data": responseData,
        }
    ).encode("utf-8")
    request = urllib.request.Request(event["ResponseURL"], data=body, headers={"content-type": ""}, method="PUT")
    try:
        with urllib.request.urlopen(request) as response:
            print("Status code:", response.status)
    except Exception as error:
        print("send(..) failed executing the request:", error)
`;
