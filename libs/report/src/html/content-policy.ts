/** The page's own content security policy: nothing external, and no code except ours. */

import { sha256Hex } from '#values';

/** Only the style and the script with these very bytes apply; every request is refused. */
export function contentPolicy(style: string, script: string): string {
  return [
    "default-src 'none'",
    `style-src '${sourceHash(style)}'`,
    `script-src '${sourceHash(script)}'`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
}

/** A CSP hash source: `sha256-` and base 64. */
function sourceHash(text: string): string {
  return `sha256-${Buffer.from(sha256Hex(text), 'hex').toString('base64')}`;
}
