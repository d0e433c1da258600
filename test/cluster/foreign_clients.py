"""Agents and admins outside of Tapefold, on clients that others wrote: confluent-kafka and kafka-python-ng.

    python foreign_clients.py answer CLIENT BROKERS RUN…
    python foreign_clients.py create BROKERS PARTITIONS TOPIC…
    python foreign_clients.py transact BROKERS commit|abort TOPIC…
    python foreign_clients.py delete BROKERS TOPIC PARTITION
"""

import json
import sys

SESSION_CLOSE = 8


def confluent_messages(brokers, topic):
    """Messages of a topic from its start and without end, as (partition, key, value)."""
    from confluent_kafka import OFFSET_BEGINNING, Consumer, TopicPartition

    consumer = Consumer({"bootstrap.servers": brokers, "group.id": "foreign", "enable.auto.commit": False})
    numbers = consumer.list_topics(topic, 10).topics[topic].partitions
    consumer.assign([TopicPartition(topic, number, OFFSET_BEGINNING) for number in numbers])
    while True:
        message = consumer.poll(1)
        if message is not None and message.error() is None:
            yield message.partition(), message.key(), message.value()


def ng_messages(brokers, topic):
    """The same by kafka-python-ng."""
    from kafka import KafkaConsumer, TopicPartition

    consumer = KafkaConsumer(bootstrap_servers=brokers, enable_auto_commit=False)
    consumer.assign([TopicPartition(topic, number) for number in consumer.partitions_for_topic(topic)])
    consumer.seek_to_beginning()
    for record in consumer:
        # This client takes the markers at the ends of transactions for messages.
        if record.value.startswith(b"{"):
            yield record.partition, record.key, record.value


class ConfluentSender:
    def __init__(self, brokers, codec, partitioner):
        from confluent_kafka import Producer

        options = {"bootstrap.servers": brokers, "compression.type": codec, "partitioner": partitioner}
        self.producer = Producer({**options, "linger.ms": 200, "acks": "all"})

    def send(self, topic, key, value):
        self.producer.produce(topic, key=key, value=value)

    def flush(self):
        if self.producer.flush(30) > 0:
            sys.exit("messages were not delivered")


class NgSender:
    def __init__(self, brokers, codec, _):
        from kafka import KafkaProducer

        packing = None if codec == "none" else codec
        self.producer = KafkaProducer(bootstrap_servers=brokers, compression_type=packing, linger_ms=200, acks="all")
        self.sent = []

    def send(self, topic, key, value):
        self.sent.append(self.producer.send(topic, key=key, value=value))

    def flush(self):
        self.producer.flush(30)
        for future in self.sent:
            future.get(30)


CLIENTS = {"confluent": (confluent_messages, ConfluentSender), "ng": (ng_messages, NgSender)}


def runs_found(messages, wanted):
    """RunSubmitted of each wanted run."""
    found = {}
    for _, _, value in messages:
        message = json.loads(value)
        if message["type"] == "RunSubmitted" and message["run"] in wanted:
            found[message["run"]] = message
        if len(found) == len(wanted):
            return list(found.values())


def closes_of(messages, tape):
    """Seq and session of each session close of a tape, to its end."""
    for _, key, value in messages:
        message = json.loads(value) if key == tape.encode() else {"type": None}
        if message["type"] == "TapeClosed":
            return
        if message["type"] == "TapeFacts":
            for entry in message["facts"]["payloads"]:
                if entry["payload"]["kind"] == "sessionClose":
                    yield message["first"] + entry["row"], entry["payload"]["session"]


def answer(client, brokers, *runs):
    """Is long in every other session. Codec and partitioner of an answer are words of its agent's id."""
    messages, sender = CLIENTS[client]
    submitted = runs_found(messages(brokers, "runs"), set(runs))
    closes = list(closes_of(messages(brokers, "market.tape"), submitted[0]["tape"]))
    for one in submitted:
        plan = one["plan"]
        _, codec, partitioner = plan["agent"]["id"].split("-")
        to_broker = sender(brokers, codec, partitioner)
        for seq, session in closes:
            if plan["firstSession"] <= session <= plan["lastSession"]:
                decision = {"kind": "target", "positions": {"AAPL": session % 2}}
                message = {"type": "AgentAnswer", "version": 1, "run": one["run"], "agent": plan["agent"]["id"],
                           "asOf": seq, "decision": decision}
                to_broker.send("agent.decisions", one["run"].encode(), json.dumps(message).encode())
        to_broker.flush()


def last_messages(brokers, topic):
    """The last message of each partition that has one."""
    from confluent_kafka import Consumer, TopicPartition

    consumer = Consumer({"bootstrap.servers": brokers, "group.id": "foreign", "enable.auto.commit": False,
                         "enable.partition.eof": True})
    found = {}
    for number in consumer.list_topics(topic, 10).topics[topic].partitions:
        place = TopicPartition(topic, number)
        _, end = consumer.get_watermark_offsets(place, 10)
        # Behind the last message there may be markers of transactions.
        consumer.assign([TopicPartition(topic, number, max(0, end - 10))])
        while (message := consumer.poll(10)) is not None and message.error() is None:
            found[number] = message
    return found


def transact(brokers, how, *topics):
    """Appends the last message of each partition once more, in a transaction that ends in the given way."""
    from confluent_kafka import Producer

    producer = Producer({"bootstrap.servers": brokers, "transactional.id": "foreign", "compression.type": "lz4"})
    again = [(topic, number, message) for topic in topics for number, message in last_messages(brokers, topic).items()]
    producer.init_transactions(30)
    producer.begin_transaction()
    for topic, number, message in again:
        producer.produce(topic, key=message.key(), value=message.value(), partition=number)
    producer.flush(30)
    if how == "commit":
        producer.commit_transaction(30)
    else:
        producer.abort_transaction(30)
    print(len(again))


def delete(brokers, topic, partition):
    """Deletes all records of a partition."""
    from confluent_kafka import OFFSET_END, TopicPartition
    from confluent_kafka.admin import AdminClient

    place = TopicPartition(topic, int(partition), OFFSET_END)
    # Without a name for it, it would be gone before it is done.
    admin = AdminClient({"bootstrap.servers": brokers})
    for deleted in admin.delete_records([place]).values():
        print(deleted.result(30).low_watermark)


def create(brokers, partitions, *topics):
    """Makes topics that keep batches in the codec of their producer."""
    from kafka.admin import KafkaAdminClient, NewTopic

    settings = {"compression.type": "producer", "retention.ms": "-1", "max.message.bytes": "2000000"}
    made = [NewTopic(topic, int(partitions), 1, topic_configs=settings) for topic in topics]
    KafkaAdminClient(bootstrap_servers=brokers).create_topics(made)


if __name__ == "__main__":
    {"answer": answer, "transact": transact, "delete": delete, "create": create}[sys.argv[1]](*sys.argv[2:])
