# Asked at its address, by the clock, or through a queue.
import json
import os


def handler(event, context):
    if "Records" in event:
        for record in event["Records"]:
            print("report for", record["body"])
        return {"batchItemFailures": []}
    return {"statusCode": 200, "body": json.dumps({"report": os.environ["EDITION"]})}
