/** The transcript of a decision as lines for a terminal. */

import { printable } from '#values';
import { counted } from '../program/print.js';
import type { AttemptTranscript, CallStep, DecisionTranscript, ToolStep } from '#llm';

/** Controls except line ends and tabs, line separators, direction marks, lone surrogates. */
const obeyed =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]|\p{Surrogate}/gu;

/** Texts are shown up to `most` characters each. */
export function transcriptLines(
  label: string,
  { asOf, session, attempts, otherTools }: DecisionTranscript,
  most: number,
): string[] {
  const place = `${printable(label, 160)}, ${session ?? 'decision'} (as-of ${asOf})`;
  return [
    ...attempts.flatMap((attempt) => [
      `${place}, attempt ${attempt.attempt} of ${attempts.length}: ${endWords(attempt)}`,
      ...attemptLines(attempt, most),
      '',
    ]),
    ...(otherTools.length === 0 ? [] : ['Tools that no recorded model call asked for']),
    ...otherTools.flatMap((tool) => toolLines(tool, most)),
    ...(otherTools.length === 0 ? [] : ['']),
  ];
}

function endWords({ class: end, durationMs }: AttemptTranscript): string {
  if (end === null) return 'not ended';
  return durationMs === null ? end : `${end} after ${seconds(durationMs)}`;
}

function attemptLines(attempt: AttemptTranscript, most: number): string[] {
  const { model, calls, reason, notes, decision } = attempt;
  return [
    `  model ${printable(model ?? 'not named', 200)}; ${sumWords(calls)}`,
    ...calls.flatMap((call) => callLines(call, most)),
    ...(reason === null ? [] : block('  because', reason, most)),
    ...(notes === null ? [] : block('  notes', notes, most)),
    ...(decision === null ? [] : block('  decision', decision, most)),
  ];
}

function callLines(call: CallStep, most: number): string[] {
  const { told, thought, text, tools, error, raw } = call;
  return [
    '',
    ...told.flatMap(({ role, text: content }) => block(`  ${role}`, content, most)),
    `  call ${call.lane === 'main' ? '' : `${printable(call.lane, 64)} `}${call.ordinal}: ` +
      `${callWords(call)}`,
    ...(thought === '' ? [] : block('  thought', thought, most)),
    ...(text === '' ? [] : block('  text', text, most)),
    ...tools.flatMap((tool) => toolLines(tool, most)),
    ...(error === null ? [] : block('  error', error, most)),
    ...(raw === null ? [] : block('  not understood', raw, most)),
  ];
}

function toolLines(tool: ToolStep, most: number): string[] {
  const { name, arguments: asked, result, error, isSubmission } = tool;
  const what = isSubmission ? 'submission' : 'tool';
  return [
    ...block(`  ${what} ${printable(name, 100)}`, asked, most),
    ...(result === null ? [] : block('    result', result, most)),
    ...(error === null || error === result ? [] : block('    failed', error, most)),
  ];
}

function block(title: string, text: string, most: number): string[] {
  const lines = escapedLines(text, most);
  const indent = ' '.repeat(title.length - title.trimStart().length);
  return [title, ...lines.map((line) => `${indent}  | ${line}`.trimEnd())];
}

function callWords(call: CallStep): string {
  const { tries, status, stopReason, durationMs, usage, usd } = call;
  const outcome = tries.at(-1) ?? 'no try';
  const facts = [
    status === null || status === 200 ? outcome : `${outcome} (${status})`,
    ...(tries.length > 1 ? [`${tries.length} tries (${tries.slice(0, -1).join(', ')})`] : []),
    ...(stopReason === null ? [] : [`stop reason ${printable(stopReason, 60)}`]),
    seconds(durationMs),
    usage === null ? 'no usage stated' : tokenWords(usage),
    usd === null && call.mayBeCharged ? 'unpriced' : dollars(usd ?? 0),
  ];
  return facts.join(', ');
}

function sumWords(calls: readonly CallStep[]): string {
  const priced = calls.flatMap(({ usd }) => usd ?? []);
  const unpriced = calls.filter((call) => call.mayBeCharged && call.usd === null).length;
  const metered = calls.flatMap(({ usage }) => usage ?? []);
  const input = metered.reduce((sum, usage) => sum + usage.input, 0);
  const output = metered.reduce((sum, usage) => sum + usage.output, 0);
  const usd = priced.reduce((sum, one) => sum + one, 0);
  return [
    counted(calls.length, 'call'),
    tokenWords({ input, output }),
    ...(priced.length > 0 || unpriced === 0 ? [dollars(usd)] : []),
    ...(unpriced > 0 ? [`${unpriced} unpriced`] : []),
  ].join(', ');
}

const tokenWords = ({ input, output }: { input: number; output: number }): string =>
  `${input} tokens in, ${output} out`;

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;

/** Three significant digits: a call can cost a hundredth of a cent. */
const dollars = (usd: number): string => `$${usd === 0 ? '0.00' : Number(usd.toPrecision(3))}`;

const spelled = (sign: string): string => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** The lines of a text, at most `charactersMax` characters of it, then how many more there are. */
function escapedLines(text: string, charactersMax = Infinity): string[] {
  const shown = text.length > charactersMax ? text.slice(0, charactersMax) : text;
  const lines = shown.replaceAll('\r\n', '\n').replace(obeyed, spelled).split('\n');
  const rest = text.length - shown.length;
  return rest === 0 ? lines : [...lines, `… ${rest} more characters; --full shows them`];
}
