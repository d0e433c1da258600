/** Minutes from a formula as a data set in a folder, and a scenario over it. */

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { file } from './command-line.fixture.js';

/** As many minute bars of WAVE from the start of 2021; the folder. */
export function waveData(directory: string, bars: number): string {
  const data = join(directory, 'wave');
  mkdirSync(data);
  const lines = ['timestamp,open,high,low,close'];
  let price = 100;
  for (let bar = 1; bar <= bars; bar++) {
    const next = Math.round((100 + 20 * Math.sin(bar / 300) + 5 * Math.sin(bar / 17)) * 100) / 100;
    const time = new Date(Date.UTC(2021, 0, 1) + bar * 60_000).toISOString();
    lines.push(`${time},${price},${Math.max(price, next)},${Math.min(price, next)},${next}`);
    price = next;
  }
  file(data, 'bars.csv', `${lines.join('\n')}\n`);
  const form = 'frequency: intraday, barMinutes: 1, stamp: end, priceBasis: raw, symbol: WAVE';
  file(
    data,
    'dataset.yaml',
    `name: wave\ncalendar: 24/7\ntimeZone: UTC\ncurrency: USD\nbars: { file: bars.csv, ${form} ` +
      '}\nsymbols: [WAVE]\n',
  );
  return data;
}

/** `data`: the folder, or the name under which it is registered; `until`: its last day, in 2021. */
export const waveScenario = (data: string, until: string): string => `name: wave
data: ${data}
window: { from: 2021-01-02, to: 2021-${until} }
symbols: [WAVE]
execution: { feeBps: 2, lotSize: 1 }
agents:
  - { id: cross, kind: sma-cross, fast: 10, slow: 30 }
  - { id: coin, kind: random }
`;
