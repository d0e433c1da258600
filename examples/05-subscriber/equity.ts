/**
 * Draws the equity line of a run in the terminal while the run goes on:
 * `node equity.ts HOST:PORT[,…] RUN`.
 */

import { evolveEquity, followRun, noEquity, type EquityLine } from 'tapefold/subscriber';
import { brailleLine } from './braille-line.ts';

const [brokers, run] = process.argv.slice(2);
if (brokers === undefined || run === undefined) {
  console.error('usage: node equity.ts HOST:PORT[,HOST:PORT] RUN');
  process.exit(2);
}
// Messages carry whole ids: a run of another name would be waited for in vain.
if (!/^[0-9a-f]{64}$/.test(run)) {
  console.error(
    'equity: the id of a run has 64 digits of 0-9, a-f; `npx tapefold cluster status --json` ' +
      'shows them',
  );
  process.exit(2);
}

const out = process.stdout;
const isDrawing = out.isTTY === true && process.env['TERM'] !== 'dumb';
const isColored = isDrawing && (process.env['NO_COLOR'] ?? '') === '';
const redrawMs = 100;

const paint = (text: string, code: number): string =>
  isColored ? `\u001b[${code}m${text}\u001b[0m` : text;

let line: EquityLine = noEquity;
let drawn = 0;
let timer: NodeJS.Timeout | undefined;

/** The picture in the size that the terminal has now, over the one before it. */
function draw(): void {
  clearTimeout(timer);
  timer = undefined;
  const last = line.points.at(-1);
  if (last === undefined) return;
  const width = Math.max(10, Math.min(120, (out.columns ?? 80) - 1));
  const height = Math.max(3, Math.min(16, (out.rows ?? 24) - 4));
  const change = last.equity / (line.capital ?? last.equity) - 1;
  const color = change < 0 ? 31 : 32;
  const title = `${last.date}  ${last.equity.toFixed(2)} ${line.currency ?? ''}  `;
  const percent = `${change < 0 ? '' : '+'}${(change * 100).toFixed(2)}%`;
  const values = line.points.map(({ equity }) => equity);
  const picture = brailleLine(values, width, height).map((row) => paint(row, color));
  const lines = [`${title}${paint(percent, color)}`, ...picture];
  out.write(`${drawn > 0 ? `\u001b[${drawn}F` : ''}\u001b[0J${lines.join('\n')}\n`);
  drawn = lines.length;
}

/** A terminal of another width has folded the old picture: it is left to scroll away. */
function redrawBelow(): void {
  drawn = 0;
  draw();
}

if (isDrawing) out.on('resize', redrawBelow);

const followed = followRun(run, { brokers: brokers.split(',') });
try {
  for await (const { event } of followed) {
    line = evolveEquity(line, event);
    if (event.type !== 'MarkTaken') continue;
    if (isDrawing) timer ??= setTimeout(draw, redrawMs);
    else console.log(`${line.points.at(-1)?.date}  ${event.equity.toFixed(2)}`);
  }
} catch (error) {
  console.error(`equity: ${error instanceof Error ? error.message : String(error)}`);
  process.exit(1);
}
if (isDrawing) draw();
out.off('resize', redrawBelow);
const end = followed.end();
if (end?.how === 'closed') console.log(`closed, journal ${end.hash}`);
else {
  console.log(`${end?.how}: ${end?.reason}`);
  process.exitCode = 1;
}
