/** Kafka as its Maven artifacts: fetched once, kept as a folder of jars. */

import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { unavailable } from '#values';
import { requireMaven } from './java.ts';
import { killWithUs } from './managed-process.ts';
import { defaultFolder } from './project-root.ts';

export const kafkaVersion = '4.3.1';

/** The binding for this Kafka version: without it the broker does not log. */
const logBinding = 'org.apache.logging.log4j:log4j-slf4j-impl:2.25.4';
const plugin = 'org.apache.maven.plugins:maven-dependency-plugin:2.8:copy-dependencies';

/**
 * The folder with Kafka's jars; fetches them (44 MB) when they are not there. Maven takes from its
 * own repository (~/.m2) what it has, and needs no network then. `Unavailable` with Maven's words
 * when it fails.
 */
export async function kafkaJars(say: (line: string) => void = () => {}): Promise<string> {
  const folder = process.env['TAPEFOLD_CLUSTER_JARS'] ?? join(defaultFolder, 'kafka');
  const jars = join(folder, kafkaVersion);
  if (existsSync(jars)) return jars;
  const maven = requireMaven();
  const partial = join(folder, `fetching-${process.pid}`);
  mkdirSync(partial, { recursive: true });
  try {
    writeFileSync(join(partial, 'pom.xml'), pom());
    say(`Kafka ${kafkaVersion}: fetching its jars by Maven, once (44 MB) …`);
    await fetchBy(maven, partial, say);
    say(`Kafka ${kafkaVersion}: ${readdirSync(join(partial, 'jars')).length} jars in ${jars}`);
    keep(join(partial, 'jars'), jars);
  } finally {
    rmSync(partial, { recursive: true, force: true });
  }
  return jars;
}

/** A folder appears whole or not at all; if another process was faster, its copy is as good. */
function keep(fetched: string, jars: string): void {
  try {
    renameSync(fetched, jars);
  } catch (error) {
    if (!existsSync(jars)) throw error;
  }
}

function dependency(coordinates: string): string {
  const [group, artifact, version] = coordinates.split(':');
  const parts = `<groupId>${group}</groupId><artifactId>${artifact}</artifactId>`;
  return `<dependency>${parts}<version>${version}</version><scope>runtime</scope></dependency>`;
}

const pom = (): string => `<project xmlns="http://maven.apache.org/POM/4.0.0">
<modelVersion>4.0.0</modelVersion>
<groupId>local</groupId><artifactId>broker</artifactId><version>1</version><packaging>pom</packaging>
<dependencies>
${dependency(`org.apache.kafka:kafka_2.13:${kafkaVersion}`)}
${dependency(logBinding)}
</dependencies>
</project>
`;

async function fetchBy(maven: string, folder: string, say: (line: string) => void): Promise<void> {
  const goal = [plugin, '-DincludeScope=runtime', `-DoutputDirectory=${join(folder, 'jars')}`];
  const child = spawn(maven, ['-B', '--strict-checksums', ...goal], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  killWithUs(child);
  const errors: string[] = [];
  let downloaded = 0;
  createInterface({ input: child.stdout }).on('line', (line) => {
    if (/\bERROR\b/.test(line) && errors.length < 6) errors.push(`  ${line}`);
    if (!/Downloaded from .*\.jar/.test(line)) return;
    downloaded += 1;
    if (downloaded % 10 === 0) say(`Kafka ${kafkaVersion}: ${downloaded} files downloaded …`);
  });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  if (code === 0) return;
  throw unavailable(`Maven could not fetch Kafka ${kafkaVersion}; it says:\n${errors.join('\n')}`, {
    expected: 'a network, or the jars in ~/.m2',
  });
}
