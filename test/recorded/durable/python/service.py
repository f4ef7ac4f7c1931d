# The protocol of durable executions without an SDK: the state that an invocation is given, and its checkpoints.
import http.client
import json
import os
from urllib.parse import quote, urlsplit

ENDPOINT = urlsplit(os.environ['AWS_ENDPOINT_URL'])
# The emulator takes the account from the access key; signatures are not verified unless it is asked to.
SIGNATURE = f"AWS4-HMAC-SHA256 Credential={os.environ['AWS_ACCESS_KEY_ID']}/20260101/us-east-1/lambda/aws4_request, SignedHeaders=host, Signature=0"


class Refused(BaseException):
    """The service refuses a request: the invocation ends, and no handler catches it."""


class Execution:
    """One invocation of an execution. Updates that need not be kept at once go with the next ones."""

    def __init__(self, event):
        self.arn = event['DurableExecutionArn']
        self._path = f"/2025-12-01/durable-executions/{quote(self.arn, safe='')}"
        self._token = event['CheckpointToken']
        self._connection = http.client.HTTPConnection(ENDPOINT.hostname, ENDPOINT.port)
        self._operations = {}
        self._waiting = []
        self._take(event['InitialExecutionState'])
        marker = event['InitialExecutionState'].get('NextMarker')
        while marker:
            query = f"CheckpointToken={quote(self._token, safe='')}&Marker={quote(marker, safe='')}&MaxItems=1000"
            page = self.call('GET', f'{self._path}/state?{query}')
            self._take(page)
            marker = page.get('NextMarker')

    @property
    def input(self):
        [execution] = [each for each in self._operations.values() if each['Type'] == 'EXECUTION']
        return json.loads(execution['ExecutionDetails'].get('InputPayload') or 'null')

    def get(self, operation_id):
        return self._operations.get(operation_id)

    def note(self, update):
        """Leaves an update to the next checkpoint."""
        self._waiting.append(update)

    def checkpoint(self, *updates):
        self._waiting += updates
        asked = {'CheckpointToken': self._token, 'Updates': self._waiting}
        self._waiting = []
        answer = self.call('POST', f'{self._path}/checkpoint', asked)
        self._token = answer.get('CheckpointToken')
        self._take(answer.get('NewExecutionState', {}))

    def flush(self):
        if self._waiting:
            self.checkpoint()

    def history(self):
        return self.call('GET', f'{self._path}/history?MaxItems=1000')['Events']

    def call(self, method, path, body=None):
        headers = {'Authorization': SIGNATURE, 'Content-Type': 'application/json'}
        self._connection.request(method, path, body and json.dumps(body), headers)
        response = self._connection.getresponse()
        text = response.read().decode()
        if response.status != 200:
            raise Refused(text)
        return json.loads(text)

    def _take(self, state):
        for operation in state.get('Operations', []):
            self._operations[operation['Id']] = operation
