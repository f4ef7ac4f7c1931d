# Told of pictures that arrive.
def handler(event, context):
    for record in event["Records"]:
        print("picture", record["s3"]["object"]["key"])
