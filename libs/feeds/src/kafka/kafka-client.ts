/**
 * The client for external brokers: addresses, TLS and SASL. It gives up early, since its
 * caller retries.
 */

import kafkajs, { type Kafka, type SASLOptions } from 'kafkajs';
import { registerCodecs } from '#event-log/kafka/compression-codecs';
import { invalidInput } from '#values';
import type { FeedContext } from '../port/feed-context.js';
import type { FeedConnectionOf } from '../port/feed-description.js';
import { memberPlace, readCertificate, readSecret } from '../port/secret.js';

const retry = { initialRetryTime: 100, maxRetryTime: 1000, retries: 3 };

/**
 * Throws `InvalidInput` if a secret or a certificate is missing, or the credentials are incomplete.
 */
export async function kafkaClient(
  connection: FeedConnectionOf<'kafka'>,
  context: FeedContext,
): Promise<{ readonly kafka: Kafka; readonly secrets: readonly string[] }> {
  const credentials = await credentialsOf(connection, context);
  const { tls, certificate, mechanism } = connection;
  if (certificate !== undefined && !tls) {
    const where = memberPlace('feed.certificate', context);
    throw invalidInput('a certificate is given, but TLS is off', { where, expected: 'tls: true' });
  }
  const ca = await readCertificate(certificate, context);
  const { Kafka: Client, logLevel } = kafkajs;
  registerCodecs();
  const kafka = new Client({
    clientId: 'tapefold',
    brokers: [...connection.brokers],
    connectionTimeout: 5000,
    requestTimeout: 15_000,
    retry,
    logLevel: logLevel.NOTHING,
    ssl: ca === undefined ? tls : { ca: [ca] },
    ...(credentials === undefined ? {} : { sasl: { mechanism, ...credentials } as SASLOptions }),
  });
  return { kafka, secrets: credentials === undefined ? [] : [credentials.password] };
}

interface Credentials {
  readonly username: string;
  readonly password: string;
}

async function credentialsOf(
  { username, password }: FeedConnectionOf<'kafka'>,
  context: FeedContext,
): Promise<Credentials | undefined> {
  if (username === undefined && password === undefined) return undefined;
  if (username === undefined || password === undefined) {
    const found = username === undefined ? 'password alone' : 'username alone';
    throw invalidInput('the credentials are incomplete', {
      where: memberPlace('feed', context),
      expected: 'both',
      found,
    });
  }
  return {
    username: await readSecret(username, context, 'feed.username'),
    password: await readSecret(password, context, 'feed.password'),
  };
}
