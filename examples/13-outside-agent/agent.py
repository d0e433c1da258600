"""An agent outside of Tapefold: it knows topics and messages, and nothing of the programs behind them.

It takes the run it is told, or the first one whose agent is of kind `external`, reads its tape, and answers at each
session close: long while the close is above the mean of the last 20, flat otherwise.

    python agent.py HOST:PORT[,HOST:PORT] [RUN]
"""

import json
import sys
import time
from collections import deque

from kafka import KafkaConsumer, KafkaProducer, TopicPartition

BAR, SESSION_CLOSE = 1, 8


def messages(brokers, topic, live):
    """All messages of a topic from its start as (key, value); where `live`, those that come later as well."""
    consumer = KafkaConsumer(bootstrap_servers=brokers, enable_auto_commit=False)
    while not consumer.partitions_for_topic(topic):
        time.sleep(0.5)
    places = [TopicPartition(topic, number) for number in sorted(consumer.partitions_for_topic(topic))]
    consumer.assign(places)
    consumer.seek_to_beginning()
    ends = consumer.end_offsets(places)
    try:
        while live or any(consumer.position(place) < ends[place] for place in places):
            for records in consumer.poll(timeout_ms=200).values():
                for record in records:
                    yield (record.key or b"").decode(), record.value
    finally:
        consumer.close()


def external_run(brokers, wanted):
    """The message RunSubmitted of the run to answer for."""
    for _, value in messages(brokers, "runs", live=True):
        message = json.loads(value)
        if message["type"] != "RunSubmitted" or message["plan"]["agent"]["kind"] != "external":
            continue
        if wanted in (None, message["run"]):
            return message


def answered_before(brokers, run):
    """As-ofs that were answered by an earlier life of this program."""
    lines = (json.loads(value) for key, value in messages(brokers, "agent.decisions", live=False) if key == run)
    return {line["asOf"] for line in lines if line["type"] == "AgentAnswer"}


def facts_of(message):
    """The facts of a TapeFacts message: seq, kind, instrument, close and payload of each."""
    facts = message["facts"]
    payloads = {entry["row"]: entry["payload"] for entry in facts["payloads"]}

    def at(column, row):
        values = facts.get(column)
        return values[row] if isinstance(values, list) else values

    for row in range(facts["count"]):
        yield message["first"] + row, at("kind", row), at("instrument", row), at("close", row), payloads.get(row)


def main(brokers, wanted=None):
    submitted = external_run(brokers, wanted)
    run, tape, plan = submitted["run"], submitted["tape"], submitted["plan"]
    print(f"run {run} on {tape}", flush=True)
    answered = answered_before(brokers, run)
    producer = KafkaProducer(bootstrap_servers=brokers, acks="all", enable_idempotence=True)
    symbols, closes, seen, traded = [], {symbol: deque(maxlen=20) for symbol in plan["symbols"]}, 0, False
    for key, value in messages(brokers, "market.tape", live=True):
        message = json.loads(value) if key == tape else {"type": None}
        if message["type"] == "TapeOpened":
            symbols = [instrument["symbol"] for instrument in message["header"]["instruments"]]
        if message["type"] == "TapeFailed":
            sys.exit(f"the tape has failed: {message['reason']}")
        if message["type"] == "TapeClosed":
            break
        for seq, kind, instrument, close, payload in facts_of(message) if message["type"] == "TapeFacts" else ():
            if seq <= seen:
                continue
            seen = seq
            if kind == BAR and close is not None and symbols[instrument] in closes:
                closes[symbols[instrument]].append(close)
                traded = True
            if kind != SESSION_CLOSE or not plan["firstSession"] <= payload["session"] <= plan["lastSession"]:
                traded = traded and kind != SESSION_CLOSE
                continue
            if (traded or plan["portfolio"]) and seq not in answered:
                positions = {name: int(last[-1] > sum(last) / len(last)) for name, last in closes.items() if last}
                answer = {"type": "AgentAnswer", "version": 1, "run": run, "agent": plan["agent"]["id"], "asOf": seq,
                          "decision": {"kind": "target", "positions": positions}}
                producer.send("agent.decisions", key=run.encode(), value=json.dumps(answer).encode())
            traded = False
        producer.flush()
    producer.close()
    print("the tape is closed", flush=True)


if __name__ == "__main__":
    main(sys.argv[1].split(","), *sys.argv[2:3])
