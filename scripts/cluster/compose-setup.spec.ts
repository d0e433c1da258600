/** What `docker compose up` creates first: once, readable only by the owner of the checkout. */

import { createHash } from 'node:crypto';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { putByAnotherUser } from './another-user.fixture.ts';
import { setUp, type SetupPlace } from './compose-setup.ts';

const self = { uid: process.getuid!(), gid: process.getgid!() };
const stranger = { uid: self.uid + 1, gid: self.gid + 1 };

/** A checkout without a cluster, of who runs the test. */
function place(change: Partial<SetupPlace> = {}): SetupPlace {
  const folder = mkdtempSync(join(tmpdir(), 'tapefold-setup-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, 'secrets'));
  return {
    cluster: join(folder, 'cluster'),
    owner: self,
    secrets: join(folder, 'secrets'),
    reader: self,
    gatewayUrl: 'http://127.0.0.1:18080',
    ...change,
  };
}

function contents({ cluster, secrets }: SetupPlace): Record<string, string> {
  const files = [cluster, secrets].flatMap((at) => readdirSync(at).map((name) => join(at, name)));
  return Object.fromEntries(files.map((file) => [file, readFileSync(file, 'utf8')]));
}

describe('the set-up', () => {
  it('makes a token, a password, the hash and the address, and leaves nothing half written', () => {
    const made = place();
    setUp(made);
    const token = join(made.cluster, 'token');
    const files = contents(made);
    expect(Object.keys(files).toSorted()).toEqual(
      [
        join(made.cluster, 'state.json'),
        token,
        join(made.secrets, 'admin-token-hash'),
        join(made.secrets, 'postgres-password'),
        join(made.secrets, 'model-gateway-token'),
      ].toSorted(),
    );
    for (const file of Object.keys(files)) expect(statSync(file).mode & 0o777).toBe(0o600);
    const secret = files[token]?.trim() ?? '';
    expect(secret).toMatch(/^[\w-]{43}$/);
    const hash = createHash('sha256').update(secret).digest('hex');
    expect(files[join(made.secrets, 'admin-token-hash')]).toBe(`${hash}\n`);
    expect(files[join(made.secrets, 'postgres-password')]).toMatch(/^[0-9a-f]{48}\n$/);
    expect(files[join(made.secrets, 'model-gateway-token')]).toMatch(/^[0-9a-f]{64}\n$/);
    expect(JSON.parse(files[join(made.cluster, 'state.json')] ?? '')).toEqual({
      gatewayUrl: 'http://127.0.0.1:18080',
    });
  });

  it('keeps what is there, mends a mode, and follows a port that has changed', () => {
    const made = place();
    setUp(made);
    const before = contents(made);
    const token = join(made.cluster, 'token');
    chmodSync(token, 0o644);
    setUp({ ...made, gatewayUrl: 'http://127.0.0.1:9000' });
    expect(statSync(token).mode & 0o777).toBe(0o600);
    expect(contents(made)).toEqual({
      ...before,
      [join(made.cluster, 'state.json')]: '{"gatewayUrl":"http://127.0.0.1:9000"}\n',
    });
  });

  it.each(['token', 'state.json'])('names a %s of another user, and changes nothing', (name) => {
    const made = place();
    mkdirSync(made.cluster);
    const file = join(made.cluster, name);
    putByAnotherUser(file);
    expect(() => setUp(made)).toThrow(
      expect.objectContaining({
        code: 'Conflict',
        where: file,
        expected: expect.stringMatching(/^user \d+, who owns/),
      }),
    );
    expect([readdirSync(made.cluster), readdirSync(made.secrets)]).toEqual([[name], []]);
  });

  it('names a folder of another user that is in use', () => {
    const made = place({ owner: stranger });
    mkdirSync(join(made.cluster, 'broker'), { recursive: true });
    expect(() => setUp(made)).toThrow(
      expect.objectContaining({ where: made.cluster, found: `user ${self.uid}` }),
    );
  });

  it('refuses a token that was cut off, and a folder with a cluster outside of Docker', () => {
    const cut = place();
    mkdirSync(cut.cluster);
    writeFileSync(join(cut.cluster, 'token'), '\n');
    expect(() => setUp(cut)).toThrow(/token: not a token/);
    const used = place();
    mkdirSync(used.cluster);
    writeFileSync(join(used.cluster, 'state.json'), '{"version":1}');
    expect(() => setUp(used)).toThrow(/npm run cluster:down/);
    expect(readdirSync(used.cluster)).toEqual(['state.json']);
  });
});
