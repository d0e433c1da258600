/** The settings of a broker for one machine: KRaft, one node that is its own controller. */

export interface BrokerPlace {
  readonly port: number;
  readonly controllerPort: number;
  /** The folder of its logs, the topics. */
  readonly data: string;
}

/** server.properties. */
export function serverProperties({ port, controllerPort, data }: BrokerPlace): string {
  return `process.roles=broker,controller
node.id=1
controller.quorum.voters=1@127.0.0.1:${controllerPort}
listeners=PLAINTEXT://127.0.0.1:${port},CONTROLLER://127.0.0.1:${controllerPort}
advertised.listeners=PLAINTEXT://127.0.0.1:${port}
listener.security.protocol.map=PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT
controller.listener.names=CONTROLLER
inter.broker.listener.name=PLAINTEXT
log.dirs=${data.replaceAll('\\', '\\\\')}
num.network.threads=2
num.io.threads=4
num.recovery.threads.per.data.dir=2
background.threads=2
# Services make their topics themselves, with the number of partitions that they rely on.
auto.create.topics.enable=false
num.partitions=1
default.replication.factor=1
min.insync.replicas=1
offsets.topic.replication.factor=1
offsets.topic.num.partitions=4
transaction.state.log.replication.factor=1
transaction.state.log.min.isr=1
transaction.state.log.num.partitions=4
group.initial.rebalance.delay.ms=0
group.min.session.timeout.ms=1000
message.max.bytes=2097152
replica.fetch.max.bytes=2097152
# Topics are the record of what happened: they do not age.
log.retention.ms=-1
log.segment.bytes=268435456
log.cleaner.dedupe.buffer.size=16777216
# The controller takes a reborn broker for a double until its last session has run out (9 s by default).
broker.heartbeat.interval.ms=500
broker.session.timeout.ms=3000
controller.quorum.election.timeout.ms=300
controller.quorum.election.backoff.max.ms=300
controller.quorum.fetch.timeout.ms=1000
`;
}

/** log4j2.yaml: sends the log of a broker to its output. */
export const log4jSettings = `Configuration:
  Appenders:
    Console: { name: STDOUT, PatternLayout: { pattern: "[%d] %p %m (%c)%n" } }
  Loggers:
    Root: { level: INFO, AppenderRef: [ { ref: STDOUT } ] }
    Logger:
      - { name: org.apache.kafka.storage.internals.log, level: WARN }
      - { name: kafka.request.logger, level: WARN }
`;
