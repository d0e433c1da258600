/** The Java and the Maven of the machine, or a clear word that they are missing. */

import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { unavailable } from '#values';

/** What Kafka 4 needs. */
const javaMin = 17;

export interface Java {
  /** The program. */
  readonly command: string;
  /** Its full version output: a different text means a different Java. */
  readonly version: string;
}

/** The java to run, from JAVA_HOME or the path. `Unavailable` if it is missing or too old. */
export function requireJava(): Java {
  const home = process.env['JAVA_HOME'];
  const java = home === undefined || home === '' ? 'java' : join(home, 'bin', 'java');
  const { stderr, error, status } = spawnSync(java, ['-version'], { encoding: 'utf8' });
  if (error !== undefined || status !== 0) {
    throw unavailable('Kafka needs Java, and none was found', {
      expected:
        `java ${javaMin} or newer on the PATH or in JAVA_HOME (Debian: apt-get install ` +
        'default-jre-headless)',
      found: error?.message ?? `${java} ended with exit code ${status}`,
    });
  }
  const major = Number(/version "(?:1\.)?(\d+)/.exec(stderr)?.[1]);
  if (Number.isNaN(major) || major >= javaMin) return { command: java, version: stderr };
  throw unavailable('Kafka needs a newer Java', {
    expected: `java ${javaMin} or newer`,
    found: `java ${major}`,
  });
}

/** `Unavailable` when Maven is not on the path. */
export function requireMaven(): string {
  const { error, status } = spawnSync('mvn', ['--version'], { encoding: 'utf8' });
  if (error === undefined && status === 0) return 'mvn';
  throw unavailable('Kafka is fetched by Maven, and none was found', {
    expected: 'mvn on the PATH (Debian: apt-get install maven)',
    found: error?.message ?? `mvn ended with exit code ${status}`,
  });
}
