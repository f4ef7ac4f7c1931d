"""The sum of an order."""


def total_of(items):
    return sum(item["price"] * item["count"] for item in items)
