/**
 * A scripted judge of moves: it compares texts, and in both stages gives the true judgments of a
 * synthetic corpus.
 */

import type { CorpusTask } from '../simulation/moves-corpus.fixture.js';
import type { Prompted, Said } from './scripted-provider.fixture.js';

/** What a judge that compares texts submits, after it has read the report and one more text. */
export function judgeMoves({ messages, text }: Pick<Prompted, 'messages' | 'text'>): Said {
  const asked = /Coverage: which|Synthesis: whether|Check the factual/.exec(text)![0];
  const second = { 'Coverage: which': 'rubric', 'Check the factual': 'found' }[asked];
  const names = ['report', ...(second === undefined ? [] : [second])];
  const read = messages.flatMap(({ role, content }) => (role === 'tool' ? String(content) : []));
  const next = names[read.length];
  if (next !== undefined) return { tool: 'read_input', with: { name: next } };
  const [report, other] = read.map((said) => (JSON.parse(said) as { text: string }).text);
  return { tool: 'submit_answer', with: { answer: judgmentOf(asked, report!, other) } };
}

function judgmentOf(asked: string, report: string, other = '[]'): object {
  if (asked.startsWith('Check')) {
    const found = JSON.parse(other) as { text: string; kind: string; files: string[] }[];
    const claims = found.map(({ text: quote, kind, files }) => {
      return { quote, kind, grounded: files.length > 0 };
    });
    return { claims };
  }
  if (asked.startsWith('Synthesis')) {
    const sentence = /Taken together[^.]*/.exec(report)?.[0];
    return sentence === undefined ? { synthesis: false } : { synthesis: true, sentence };
  }
  const { themes } = JSON.parse(other) as CorpusTask['rubric'];
  const hits = themes.flatMap(({ id: theme, moves }) =>
    moves.flatMap(({ id: move, text }) => {
      const line = report.split('\n').find((one) => one.includes(text));
      return line === undefined ? [] : [{ theme, move, quote: line }];
    }),
  );
  return { hits };
}
