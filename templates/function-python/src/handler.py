"""The function: it is told of an order, and answers what it costs."""

from total import total_of


def handler(event, context):
    message = f"order {event['id']} costs {total_of(event['items']):.2f}"
    print(message)
    return {"message": message}
