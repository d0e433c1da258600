/** A certificate for this machine that only one test trusts, made for that test. */

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { ended } from '../clients/installed.fixture.js';

/**
 * Writes `key.pem` and `cert.pem` into the folder, which is made. Returns the path of
 * the certificate.
 */
export async function makeCertificate(folder: string): Promise<string> {
  mkdirSync(folder, { recursive: true });
  const key = join(folder, 'key.pem');
  const cert = join(folder, 'cert.pem');
  const { code, err } = await ended('openssl', [
    'req',
    '-x509',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-days',
    '2',
    '-subj',
    '/CN=localhost',
    '-addext',
    'subjectAltName=DNS:localhost,IP:127.0.0.1',
    '-keyout',
    key,
    '-out',
    cert,
  ]);
  if (code !== 0) throw new Error(`no certificate\n${err}`);
  return cert;
}
