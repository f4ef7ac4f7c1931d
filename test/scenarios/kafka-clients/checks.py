# A program with confluent-kafka: makes a topic, produces with callbacks, consumes as a group, commits, and prints its counts.
import json
import sys

from confluent_kafka import Consumer, Producer, TopicPartition
from confluent_kafka.admin import AdminClient, NewTopic

TOPIC = "counted"
COUNT = 20
servers = {"bootstrap.servers": sys.argv[1]}


def read(limit):
    """Values of at most so many records, until the end of every partition."""
    consumer = Consumer({**servers, "group.id": "counters", "auto.offset.reset": "earliest", "enable.auto.commit": False, "enable.partition.eof": True})
    consumer.subscribe([TOPIC])
    values, ends = [], set()
    while len(values) < limit and len(ends) < 3:
        message = consumer.poll(60)
        if message is None:
            raise SystemExit("nothing came in a minute")
        if message.error():
            ends.add(message.partition())
        else:
            values.append(message.value())
            consumer.commit(message=message, asynchronous=False)
    offsets = consumer.committed([TopicPartition(TOPIC, partition) for partition in range(3)])
    consumer.close()
    return values, sum(max(0, one.offset) for one in offsets)


admin = AdminClient(servers)
for future in admin.create_topics([NewTopic(TOPIC, 3, 1)]).values():
    future.result()
delivered = []
producer = Producer({**servers, "enable.idempotence": True})
for number in range(COUNT):
    producer.produce(TOPIC, key=str(number), value=f"value {number}", on_delivery=lambda error, message: delivered.append(error))
producer.flush()
first, committed = read(COUNT)
again, _ = read(COUNT)
print(
    json.dumps(
        {
            "delivered": delivered.count(None),
            "partitions": len(admin.list_topics(TOPIC).topics[TOPIC].partitions),
            "read": len(set(first)),
            "again": len(again),
            "committed": committed,
        }
    )
)
