/** The environment of a service: what is accepted, and how errors are reported. */

import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readRegister, registeredDatasets } from './registered-datasets.js';
import { serviceConfig } from './service-config.js';

const brokers = { TAPEFOLD_BROKERS: 'localhost:19092' };

describe('serviceConfig', () => {
  it('needs brokers alone', () => {
    expect(serviceConfig(brokers)).toEqual({
      brokers: ['localhost:19092'],
      partitions: 6,
      httpHost: '127.0.0.1',
      httpPort: 8080,
      logLevel: 'info',
      onBroken: 'dead-letter',
      datasets: undefined,
      databaseUrl: undefined,
      sessionTimeoutMs: 10_000,
      asks: 64,
      toolsHost: '127.0.0.1',
      toolsPort: 0,
      toolsUrl: undefined,
      announceUrl: undefined,
      otlpUrl: undefined,
    });
  });

  it('takes every variable', () => {
    const env = {
      TAPEFOLD_BROKERS: 'one:1, two:2',
      TAPEFOLD_PARTITIONS: '24',
      TAPEFOLD_HTTP_HOST: '0.0.0.0',
      TAPEFOLD_HTTP_PORT: '0',
      TAPEFOLD_LOG_LEVEL: 'debug',
      TAPEFOLD_ON_BROKEN: 'stop',
      TAPEFOLD_DATASETS: 'datasets.json',
      TAPEFOLD_DATABASE_URL: 'postgres://u:p@localhost:15432/tapefold',
      TAPEFOLD_SESSION_TIMEOUT_MS: '3000',
      TAPEFOLD_ASKS: '7',
      TAPEFOLD_TOOLS_HOST: '0.0.0.0',
      TAPEFOLD_TOOLS_PORT: '8090',
      TAPEFOLD_TOOLS_URL: 'https://tools.example/',
      TAPEFOLD_ANNOUNCE_URL: 'http://desk:9000/due',
      TAPEFOLD_OTLP_URL: 'http://localhost:4318',
    };
    expect(serviceConfig(env)).toEqual({
      brokers: ['one:1', 'two:2'],
      partitions: 24,
      httpHost: '0.0.0.0',
      httpPort: 0,
      logLevel: 'debug',
      onBroken: 'stop',
      datasets: 'datasets.json',
      databaseUrl: 'postgres://u:p@localhost:15432/tapefold',
      sessionTimeoutMs: 3_000,
      asks: 7,
      toolsHost: '0.0.0.0',
      toolsPort: 8_090,
      toolsUrl: 'https://tools.example',
      announceUrl: 'http://desk:9000/due',
      otlpUrl: 'http://localhost:4318',
    });
  });

  it.each([
    ['TAPEFOLD_BROKERS', '', 'nothing'],
    ['TAPEFOLD_BROKERS', 'localhost', '"localhost"'],
    ['TAPEFOLD_BROKERS', 'one:1,,two:2', '"one:1,,two:2"'],
    ['TAPEFOLD_PARTITIONS', '0', '"0"'],
    ['TAPEFOLD_PARTITIONS', '1.5', '"1.5"'],
    ['TAPEFOLD_PARTITIONS', '1e3', '"1e3"'],
    ['TAPEFOLD_HTTP_PORT', '65536', '"65536"'],
    ['TAPEFOLD_HTTP_HOST', 'http://x', '"http://x"'],
    ['TAPEFOLD_LOG_LEVEL', 'loud', '"loud"'],
    ['TAPEFOLD_ON_BROKEN', 'ignore', '"ignore"'],
    ['TAPEFOLD_ASKS', '0', '"0"'],
    ['TAPEFOLD_OTLP_URL', 'localhost:4318', 'a text of 14 characters that is not shown'],
    ['TAPEFOLD_DATABASE_URL', 'mysql://u:pw@h/d', 'a text of 16 characters that is not shown'],
  ])('refuses %s=%j', (name, value, found) => {
    const act = () => serviceConfig({ ...brokers, [name]: value });
    expect(act).toThrow(expect.objectContaining({ code: 'InvalidInput', where: name, found }));
  });
});

describe('the register of data sets', () => {
  it('reads names and places, relative ones from the folder of the file', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'tapefold-'));
    const file = join(folder, 'datasets.json');
    await mkdir(join(folder, 'own'));
    const register = { aapl: 'aapl-2013-2018', own: './own', above: '../', abs: folder };
    await writeFile(file, JSON.stringify(register));
    expect([...(await readRegister(file))]).toEqual([
      ['aapl', 'aapl-2013-2018'],
      ['own', join(folder, 'own')],
      ['above', tmpdir()],
      ['abs', folder],
    ]);
  });

  it('is listed with the bundled data sets, before them', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'tapefold-'));
    const file = join(folder, 'datasets.json');
    await writeFile(file, '{ "own": "./", "synthetic-market": "../" }');
    expect([...(await registeredDatasets(file))]).toEqual([
      ['aapl-2013-2018', 'aapl-2013-2018'],
      ['synthetic-market', tmpdir()],
      ['own', folder],
    ]);
  });

  it.each([
    ['rel', /absolute path, a path with \.\/ in front, or one of aapl-2013-2018/, /"rel"/],
    ['./gone', /can be read/, /ENOENT at .*gone/],
    ['/no/such/folder', /can be read/, /ENOENT at .*no\/such\/folder/],
  ])('refuses the place %s, with file and name', async (place, expected, found) => {
    const folder = await mkdtemp(join(tmpdir(), 'tapefold-'));
    const file = join(folder, 'datasets.json');
    await writeFile(file, JSON.stringify({ own: place }));
    await expect(registeredDatasets(file)).rejects.toMatchObject({
      code: 'InvalidInput',
      where: `${file}: own`,
      expected: expect.stringMatching(expected),
      found: expect.stringMatching(found),
    });
  });

  it.each([
    ['no JSON', '{', 'not a register'],
    ['a list', '[]', 'not a register'],
    ['a name that is a path', '{ "../x": "x" }', 'not a register'],
    ['an empty place', '{ "x": "" }', 'not a register'],
  ])('refuses %s', async (_, text, message) => {
    const folder = await mkdtemp(join(tmpdir(), 'tapefold-'));
    const file = join(folder, 'datasets.json');
    await writeFile(file, text);
    await expect(registeredDatasets(file)).rejects.toMatchObject({
      code: 'InvalidInput',
      where: expect.stringContaining(file),
      message: expect.stringContaining(message),
    });
  });

  it('names the variable when there is no file', async () => {
    await expect(registeredDatasets(undefined)).rejects.toMatchObject({
      where: 'TAPEFOLD_DATASETS',
    });
  });

  it('names a file that is not there', async () => {
    const file = join(tmpdir(), 'tapefold-no-such-file.json');
    await expect(registeredDatasets(file)).rejects.toMatchObject({ where: file });
  });
});
