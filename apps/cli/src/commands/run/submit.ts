/**
 * `tapefold submit`: decisions of agents that work in a shell, with the flags of
 * HERCULEAN's scripts.
 */

import { excerpt, formatCivilDate, invalidInput, requireCivilDate } from '#values';
import { submitAudit } from '#herculean/submit/submit-auditing';
import { submitDecision } from '#herculean/submit/submit-decision';
import { submitEvaluation, submitReport } from '#herculean/submit/submit-report';
import type { ResultStatus } from '#agents/script/herculean-result';
import { type Options, textOf } from '../../program/option-value.js';
import { print } from '../../program/print.js';

/** A model's name is part of a file's name, which file systems limit to 255 characters. */
const modelLengthMax = 128;

/** `tapefold submit trading`: prints what was written as one line of JSON. */
export async function submitTradingCommand(options: Options): Promise<void> {
  const symbol = symbolOf(options['symbol'], '--symbol');
  const date = dateOf(options['targetDate']);
  const prices = { [symbol]: priceOf(options['price'], '--price') };
  await printDecision(options, [symbol], date, prices);
}

/** `tapefold submit hedging`: prints what was written as one line of JSON. */
export async function submitHedgingCommand(options: Options): Promise<void> {
  const left = legOf(options, 'left');
  const right = legOf(options, 'right');
  const date = dateOf(options['targetDate']);
  const prices = {
    [left]: priceOf(options['leftPrice'], '--left-price'),
    [right]: priceOf(options['rightPrice'], '--right-price'),
  };
  if (left === right) {
    throw invalidInput('both legs are the same symbol', {
      where: '--right',
      found: excerpt(right),
    });
  }
  await printDecision(options, [left, right], date, prices);
}

/** A leg, in upper case as HERCULEAN's script takes it; a data set knows how its own is spelled. */
function legOf(options: Options, side: 'left' | 'right'): string {
  const symbol = symbolOf(options[side], `--${side}`);
  return placeOf(options).data === undefined ? symbol.toUpperCase() : symbol;
}

/** Submits a decision, and prints its summary. */
async function printDecision(
  options: Options,
  symbols: readonly string[],
  date: string,
  prices: Readonly<Record<string, number>>,
): Promise<void> {
  const model = modelOf(options['model']);
  const first = textOf(options['isFirstDay']);
  const written = await submitDecision(
    {
      symbols,
      date,
      prices,
      model,
      action: String(options['action']),
      status: options['status'] as ResultStatus,
    },
    { ...placeOf(options), isFirstDay: first === undefined ? undefined : first === 'True' },
  );
  printJson(written);
}

/**
 * `tapefold submit report`: the report comes on standard input; prints what was written as
 * one line of JSON.
 */
export async function submitReportCommand(options: Options): Promise<void> {
  const submission = {
    symbol: symbolOf(options['symbol'], '--symbol'),
    date: dateOf(options['targetDate']),
    price: /^0(\.0*)?$/.test(String(options['price'])) ? 0 : priceOf(options['price'], '--price'),
    action: String(options['action']),
    model: modelOf(options['model']),
    body: await standardInput(),
  };
  printJson(await submitReport(submission, placeOf(options).outputRoot));
}

/**
 * `tapefold submit evaluation`: a JSON object on standard input; prints what was written as
 * one line of JSON.
 */
export async function submitEvaluationCommand(options: Options): Promise<void> {
  const { symbol, ticker } = options;
  if ((symbol === undefined) === (ticker === undefined)) {
    const expected = 'one of --symbol and --ticker';
    throw invalidInput('the reports need exactly one symbol', { where: '--symbol', expected });
  }
  const where = symbol === undefined ? '--ticker' : '--symbol';
  const submission = {
    symbol: symbolOf(symbol ?? ticker, where),
    model: modelOf(options['model']),
    body: await standardInput(),
    today: new Date().toISOString().slice(0, 10),
  };
  printJson(await submitEvaluation(submission, placeOf(options).outputRoot));
}

const auditFlags = {
  filing_name: 'filingName',
  ticker: 'ticker',
  issue_time: 'issueTime',
  concept_id: 'conceptId',
  period: 'period',
  extracted_value: 'extractedValue',
  calculated_value: 'calculatedValue',
} as const;

/** `tapefold submit auditing`: prints what was written as one line of JSON. */
export async function submitAuditingCommand(options: Options): Promise<void> {
  const given = Object.entries(auditFlags).map(([name, key]) => [name, String(options[key])]);
  const model = modelOf(options['model']);
  printJson(await submitAudit(Object.fromEntries(given), model, placeOf(options).outputRoot));
}

/** Far more characters than a report needs, or the evaluation of a year of reports. */
const inputMax = 16 * 1024 * 1024;

/** All of standard input. `InvalidInput` if it is too long. */
async function standardInput(): Promise<string> {
  let text = '';
  for await (const part of process.stdin.setEncoding('utf8') as AsyncIterable<string>) {
    text += part;
    if (text.length <= inputMax) continue;
    const where = 'standard input';
    const expected = `${inputMax} characters at most`;
    throw invalidInput('the text is too long', { where, expected });
  }
  return text;
}

const printJson = (line: object): void => print(JSON.stringify(line));

function placeOf(options: Options): { outputRoot: string; data: string | undefined } {
  return { outputRoot: String(options['outputRoot']), data: textOf(options['data']) };
}

const dateOf = (value: unknown): string =>
  formatCivilDate(requireCivilDate(String(value), '--target-date'));

function symbolOf(value: unknown, where: string): string {
  const text = String(value);
  if (/^[^\s",]{1,32}$/u.test(text) && text.isWellFormed()) return text;
  const expected = '1 to 32 characters without spaces, quotes and commas';
  throw invalidInput('not a symbol', { where, expected, found: excerpt(text) });
}

function modelOf(value: unknown): string {
  const text = String(value);
  if (text.length > 0 && text.length <= modelLengthMax && text.isWellFormed()) return text;
  const expected = `1 to ${modelLengthMax} characters`;
  throw invalidInput('not the name of a model', {
    where: '--model',
    expected,
    found: excerpt(text),
  });
}

function priceOf(value: unknown, where: string): number {
  const price = typeof value === 'string' && value.trim() !== '' ? Number(value) : NaN;
  if (Number.isFinite(price) && price > 0) return price;
  throw invalidInput('not a price', {
    where,
    expected: 'a positive number',
    found: excerpt(value),
  });
}
