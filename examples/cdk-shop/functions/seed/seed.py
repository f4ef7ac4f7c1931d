# The handler that the provider calls: once for each create, update and delete.
def on_event(event, context):
    said = f"{event['RequestType']} {event['ResourceProperties']['Edition']}"
    return {"PhysicalResourceId": "seed", "Data": {"Said": said}}
