/** A page's own content security policy: nothing external, and no code except the page's own. */

import { sha256Hex } from '#values';

/** Only the style and the script with these very bytes apply; every request is refused. */
export function contentPolicy(style: string, script: string): string {
  // A CSP hash source: `sha256-` and base 64.
  const [styleHash, scriptHash] = [style, script].map(
    (text) => `'sha256-${Buffer.from(sha256Hex(text), 'hex').toString('base64')}'`,
  );
  const sources = `default-src 'none'; style-src ${styleHash}; script-src ${scriptHash}`;
  return `${sources}; base-uri 'none'; form-action 'none'`;
}
