/**
 * The report on graded moves: scores, reliability of judges, categories, effort, and items for
 * people to review.
 */

import type { ReportSection } from '#contracts/result/result';
import { knownMean, meanOf } from '#metrics/sample/return-sample';
import { isComparable } from '../../workflow/answer-marks.js';
import { halvesSection, leftOutSection } from '../../judging/answer-marks.js';
import {
  agreementSection,
  byConfiguration,
  judgedScores,
  ratingsOf,
} from '../../workflow/judged-scores.js';
import { bounds, listSection, radarOf, tableSection } from '../../workflow/report-section.js';
import { keyOf, type GradedSolution } from '../judgments/grading.js';
import type { GradingTerms } from '../rubric/rubric.js';
import { attemptsOf, meansByTask, overJudges, summaryOf } from './attempts.js';
import type { Attempt, GradingRun, MeanAttempt } from './attempts.js';
import { binsOf, effortOf } from './effort.js';

type GradingRuns = ReadonlyMap<string, GradingRun>;

export function gradingSections(runs: GradingRuns): ReportSection[] {
  const attempts = [...runs].flatMap(([judge, run]) => attemptsOf(judge, run));
  if (attempts.length === 0) return [];
  const comparable = attempts.filter(({ solution }) => isComparable(solution));
  const all = overJudges(comparable);
  const byAgent = byConfiguration(all);
  const { terms } = [...runs.values()][0]!;
  const compared = () => [
    scoreSection(comparable, terms),
    coverageSection(byAgent, terms),
    ...categorySection(byAgent),
  ];
  return [
    ...(all.length === 0 ? [] : compared()),
    ...leftOutSection(attempts.map(({ solution }) => solution)),
    ...halvesSection(attempts.map(({ solution }) => solution)),
    agreement(attempts),
    ...(all.length === 0 ? [] : effortSection(all, byAgent)),
    unmadeSection(attempts),
    ...beyondSection(runs),
    attemptSection(attempts),
  ];
}

type ByAgent = ReturnType<typeof byConfiguration<MeanAttempt>>;

function scoreSection(graded: readonly Attempt[], { tasks, claims }: GradingTerms) {
  const rows = judgedScores<MeanAttempt>(graded, overJudges).map(
    ({ agent, judge, rows: attempts }) => {
      const { means, ...summary } = summaryOf(attempts, tasks, agent);
      const { score, passed } = summary.intervals;
      return [
        agent,
        judge,
        attempts[0]!.solution.answered.attempts,
        summary.attempts,
        summary.present,
        means?.score ?? null,
        ...bounds(score),
        summary.presentMean,
        means?.passed ?? null,
        summary.halfWidth,
        ...bounds(passed),
      ];
    },
  );
  const groundings = Math.max(...graded.map(({ solution }) => solution.grounded!.groundings));
  return tableSection(
    'Scores',
    'Configuration|Judge|#Attempts|#Graded|#Tasks|#Dense mean|#Low|#High|#Present tasks|' +
      '%pass@1|%± over tasks|%Low|%High',
    rows,
    'Scores go from 0 to 4: 4 is every theme with a synthesis, 3 every theme, 2 two themes, 1 ' +
      'one. Means are taken over the attempts at a task, then over tasks. A task that was not ' +
      'answered counts 0, except under Present tasks; an answer that no judge could grade is ' +
      'left out, and never 0. pass@1 is the share of attempts with a 4.',
    '± is 1.96 s / √n over tasks. The intervals, of 95%, draw tasks again and attempts within ' +
      'each.',
    'Claims were checked against ' +
      `${claims === 'all' ? 'all files of the task' : 'the files that an answer cites'}. ` +
      (groundings === 1
        ? 'One grounding flagged them.'
        : `Up to ${groundings} groundings were pooled: a claim is flagged where more than half ` +
          'of them flag it.'),
  );
}

function coverageSection(byAgent: ByAgent, { tasks }: GradingTerms) {
  const rows = byAgent.map(([agent, own]) => {
    const { means, hallucinationRate, flaggedShare } = summaryOf(own, tasks, agent);
    const { themeCoverage, rawMoveCoverage, validMoveCoverage, taint, uncited } = means!;
    const shares = [themeCoverage, rawMoveCoverage, validMoveCoverage, taint];
    return [agent, ...shares, hallucinationRate, flaggedShare, uncited];
  });
  return tableSection(
    'Coverage and hallucination',
    'Configuration|%Themes|%Moves, raw|%Moves, valid|%Tainted|%Attempts with a flag|' +
      '%Claims flagged|#Uncited moves',
    rows,
    'Over all judges. Raw counts every move that is made, valid those that rest on no flagged ' +
      'claim; the difference is tainted. Uncited moves are made without a citation in their ' +
      'paragraph, and earn nothing.',
  );
}

/** By category of the tasks, over those with a graded attempt. Empty if no rubric names one. */
function categorySection(byAgent: ByAgent): ReportSection[] {
  const categoryOf = ({ solution }: MeanAttempt) => solution.rubric.category;
  const all = byAgent.flatMap(([, own]) => own.flatMap((one) => categoryOf(one) ?? []));
  const named = [...new Set(all)].sort();
  if (named.length === 0) return [];
  const table = byAgent.map(([title, own]) => {
    const parts = named.map((name) => own.filter((one) => categoryOf(one) === name));
    const passed = parts.map((part) => knownMean(part.map(({ values }) => values.passed)));
    return { title, passed, values: parts.map((part) => knownMean(meansByTask(part, 'score'))) };
  });
  const section = tableSection(
    'Categories',
    ['Configuration|Figure', ...named].join('|#'),
    table.flatMap(({ title, values, passed }) => [
      [title, 'dense mean', ...values],
      [title, 'pass@1', ...passed],
    ]),
    'Over tasks with a graded attempt: dense means of tasks, and the share of attempts with a 4.',
  );
  const series = table.map(({ title, values }) => ({ title, values }));
  return [{ ...section, ...radarOf(named, 4, series) }];
}

function agreement(attempts: readonly Attempt[]) {
  const byAnswer = [...Map.groupBy(attempts, ({ answer }) => answer).values()];
  const moves = byAnswer.flatMap((own) =>
    movesOf(own[0]!.solution).map(({ key }) =>
      own.map(({ graded }) => Number(graded.made.includes(key))),
    ),
  );
  const seed = 'moves';
  return agreementSection(
    [
      {
        name: 'score',
        scale: 'interval',
        units: ratingsOf(attempts, ({ graded }) => graded.score),
        seed,
      },
      {
        name: 'synthesis',
        scale: 'nominal',
        units: ratingsOf(attempts, ({ graded }) => Number(graded.grading.synthesis)),
        seed,
      },
      { name: 'moves', scale: 'nominal', units: moves, seed },
    ],
    'Scores are on an interval scale; whether there is a synthesis, and each move of each ' +
      'answer, are labels.',
  );
}

const movesOf = ({ rubric }: GradedSolution) =>
  rubric.themes.flatMap(({ id, title, moves }) =>
    moves.map((move) => ({ key: keyOf(id, move.id), theme: title, text: move.text })),
  );

/** Empty if no attempt has recorded calls. */
function effortSection(all: readonly MeanAttempt[], byAgent: ByAgent): ReportSection[] {
  if (all.every(({ solution }) => solution.calls === null)) return [];
  const rows = byAgent.map(([agent, own]) => {
    const steps = knownMean(own.map(({ solution }) => solution.steps));
    const calls = knownMean(own.map(({ solution }) => solution.calls));
    const rate = steps && calls !== null ? calls / steps : null;
    return [agent, own.length, steps, calls, rate, meanOf(own.map(({ values }) => values.score))];
  });
  const related = (['steps', 'calls'] as const).map((measure) => {
    const { across, withinTasks, withinAgents, pairs, won } = effortOf(all, measure);
    const share = pairs === 0 ? null : won / pairs;
    const name = measure === 'steps' ? 'steps' : 'tool calls';
    return [name, across.n, across.value, across.p, withinTasks, withinAgents, pairs, share];
  });
  const bins = binsOf(all).map(({ title, attempts, mean }) => [title, attempts, mean]);
  return [
    tableSection(
      'Effort',
      'Configuration|#Attempts|#Steps|#Tool calls|#Calls a step|#Mean score',
      rows,
      'Means per attempt, from recordings. A step is a model call; submissions do not count as ' +
        'tool calls.',
    ),
    tableSection(
      'Effort and score',
      'Measure|#Configurations|#r across|#p|#r within tasks|#r within configurations|#Pairs|' +
        '%The deeper one wins',
      related,
      'Pearson’s r. Across: of the means of configurations, p two-sided. Within: of attempts, ' +
        'each without the mean of its task, or of its configuration. Pairs are two ' +
        'configurations at one task that differ in effort and in score.',
    ),
    tableSection('Scores by steps', 'Steps|#Attempts|#Mean score', bins, 'Means of attempts.'),
  ];
}

/** For human review: a rubric with moves that no answer makes may ask too much. */
function unmadeSection(attempts: readonly Attempt[]) {
  const byTask = [...Map.groupBy(attempts, ({ solution }) => solution.task)];
  const rows = byTask.flatMap(([task, own]) => {
    const made = new Set(own.flatMap(({ graded }) => graded.made));
    const unmade = movesOf(own[0]!.solution).filter(({ key }) => !made.has(key));
    return unmade.map(({ theme, text }) => [task, theme, text]);
  });
  const text = 'For human review:';
  return listSection('Moves that no answer makes', 'Task|Theme|Move', rows, text);
}

/** For people: sound analysis that the rubric does not ask for. */
function beyondSection(runs: GradingRuns): ReportSection[] {
  const rows = [...runs].flatMap(([judge, { answers, solutions }]) =>
    [...(solutions ?? [])].flatMap(([id, { agent, task, attempt }]) => {
      const judgment = answers.get(id);
      const passages = judgment && 'hits' in judgment ? judgment.beyond : [];
      return passages.map((passage) => [agent, task, attempt + 1, judge, passage]);
    }),
  );
  if (rows.length === 0) return [];
  return [
    listSection(
      'Beyond the rubric',
      'Configuration|Task|#Attempt|Judge|Passage',
      rows,
      'Passages of analysis that make no move of the rubric, as judges saw them; they change ' +
        'no score.',
    ),
  ];
}

function attemptSection(attempts: readonly Attempt[]) {
  const rows = attempts.map(({ judge, solution: { agent, task, attempt }, graded, values }) => {
    const { themes, synthesis } = graded.grading;
    const made = themes.map(({ n, hit, tainted }) => {
      const lost = tainted.length === 0 ? '' : `, ${tainted.length} tainted`;
      return `${hit.length} of ${n}${lost}`;
    });
    const cells = [graded.score, made.join('; '), synthesis ? 'yes' : 'no'];
    return [agent, task, attempt + 1, judge, ...cells, values.claims, values.flagged];
  });
  return listSection(
    'Attempts',
    'Configuration|Task|#Attempt|Judge|#Score|Moves by theme|Synthesis|#Claims|#Flagged',
    rows,
    'What each judge gave each answer:',
  );
}
