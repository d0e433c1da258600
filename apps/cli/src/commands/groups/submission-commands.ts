/**
 * Decisions from elsewhere: `submit …` with the flags of HERCULEAN's scripts, `rescore`
 * and `import …`.
 */

import type { Command, Option } from 'commander';
import { adding, type Adding, choice, loaded } from '../../program/loaded-command.js';

/** Adds `submit …`, `rescore` and `import …` to the program. */
export function addSubmissions(program: Command): void {
  const command = adding(program);
  const submit = adding(
    command('submit', 'record a decision in a HERCULEAN result file, as its scripts do'),
  );
  addDecisions(submit);
  addWork(submit);
  command('rescore <what...>')
    .description('score the decisions of runs, or of HERCULEAN result files, under many policies')
    .option('--policies <names>', 'comma-separated names of policies, or all', 'all')
    .addOption(choice('--rank-by <figure>', 'what agents are ranked by', figures, figures[0]))
    .option('--data <reference>', 'the data set; of a run, where it is stored now')
    .option('--out <dir>', 'folder for results (default: tapefold-runs/rescore)')
    .option('--json', 'print rescore.json')
    .option('--jobs <n>', 'threads', '1')
    .option('--fresh', 'remove earlier results in the folder first')
    .action(loaded(() => import('../results/rescore.js'), 'rescoreCommand'));
  addImports(adding(command('import', 'import results of other programs')));
}

const pairActions = ['LONG_SHORT', 'SHORT_LONG', 'HOLD', 'CLOSE'];
const statuses = ['in_progress', 'completed', 'partial'];
const ratings = ['STRONG_BUY', 'BUY', 'HOLD', 'SELL', 'STRONG_SELL'];
const figures = ['cumulativeReturn', 'sharpe', 'maxDrawdown'];

const required = (...option: Parameters<typeof choice>): Option =>
  choice(...option).makeOptionMandatory();

const dataOption = [
  '--data <reference>',
  'take the price from this data set, and note where the given one differs',
] as const;

function addDecisions(submit: Adding): void {
  submit('trading', 'the decision of a day on a symbol (upsert_decision.py)')
    .requiredOption('--symbol <symbol>', 'the symbol')
    .requiredOption('--target-date <date>', 'the day, YYYY-MM-DD')
    .requiredOption('--price <price>', 'the price at the close of that day')
    .addOption(required('--action <action>', 'the decision', ['BUY', 'SELL', 'HOLD']))
    .requiredOption('--model <model>', 'whose decision it is')
    .option('--output-root <dir>', 'folder of the result files', 'results/trading')
    .option(...dataOption)
    .action(loaded(() => import('../run/submit.js'), 'submitTradingCommand'));
  submit('hedging', 'the action of a day on a pair (upsert_hedging_decision.py)')
    .requiredOption('--left <symbol>', 'the left leg')
    .requiredOption('--right <symbol>', 'the right leg')
    .requiredOption('--target-date <date>', 'the day, YYYY-MM-DD')
    .requiredOption('--left-price <price>', 'the price of the left leg at the close')
    .requiredOption('--right-price <price>', 'the price of the right leg at the close')
    .addOption(required('--action <action>', 'the action', pairActions))
    .requiredOption('--model <model>', 'whose action it is')
    .addOption(choice('--status <status>', 'where the run is', statuses, 'in_progress'))
    .option('--output-root <dir>', 'folder of the result files', 'results/hedging')
    .option(...dataOption)
    .addOption(
      choice('--is-first-day <flag>', 'refuse the other days: what IS_FIRST_DAY says', [
        'True',
        'False',
      ]),
    )
    .action(loaded(() => import('../run/submit.js'), 'submitHedgingCommand'));
}

/** Reports, their grades, and audits. */
function addWork(submit: Adding): void {
  submit('report', 'the weekly report on a symbol, from standard input (upsert_report.py)')
    .requiredOption('--symbol <symbol>', 'the symbol')
    .requiredOption('--target-date <date>', 'the last session of the week, YYYY-MM-DD')
    .addOption(required('--action <rating>', 'the rating', ratings))
    .option('--price <price>', 'the price at the close of that day', '0')
    .requiredOption('--model <model>', 'whose report it is')
    .option('--output-root <dir>', 'folder of the result files', 'results/report_generation')
    .action(loaded(() => import('../run/submit.js'), 'submitReportCommand'));
  submit('evaluation')
    .description('grades of a model’s reports, JSON from standard input (upsert_evaluation.py)')
    .option('--symbol <symbol>', 'the symbol of the reports')
    .option('--ticker <symbol>', 'the same')
    .requiredOption('--model <model>', 'whose reports they are')
    .option('--output-root <dir>', 'folder of the result files', 'results/report_evaluation')
    .action(loaded(() => import('../run/submit.js'), 'submitEvaluationCommand'));
  const value = 'a number as the filing writes it, or null where the filing is not found';
  submit('auditing', 'the two values of an audit (write_audit.py)')
    .requiredOption('--filing-name <form>', 'the form of the filing, such as 10k')
    .requiredOption('--ticker <ticker>', 'who filed')
    .requiredOption('--issue-time <date>', 'the date in the name of the filing, YYYYMMDD')
    .requiredOption('--concept-id <concept>', 'the concept, such as us-gaap:Assets')
    .requiredOption('--period <period>', 'an instant, "A to B", FY2023 or "Q3 2023"')
    .requiredOption('--extracted-value <value>', `what is reported: ${value}`)
    .requiredOption('--calculated-value <value>', 'what it should be, or null as well')
    .requiredOption('--model <model>', 'whose audit it is')
    .option('--output-root <dir>', 'folder of the result files', 'results/auditing')
    .action(loaded(() => import('../run/submit.js'), 'submitAuditingCommand'));
}

function addImports(bringIn: Adding): void {
  bringIn('herculean-reports <folder>')
    .description('turn weekly reports on disk into answers of a script agent')
    .requiredOption('--out <file>', 'file of JSON lines to write, which must not exist')
    .option('--model <name>', 'import the reports of this model, if the folder has several')
    .action(loaded(() => import('../data/import-reports.js'), 'importReportsCommand'));
  bringIn('herculean-audits <folder>', 'turn audits on disk into answers of a script agent')
    .requiredOption('--tasks <file>', 'the cases, by whose names the files are found')
    .requiredOption('--out <file>', 'file of JSON lines to write, which must not exist')
    .option('--model <name>', 'import the audits of this model, if the folder has several')
    .action(loaded(() => import('../data/import-reports.js'), 'importAuditsCommand'));
  bringIn('reports <folder>', 'turn reports written by people into answers of a script agent')
    .requiredOption('--tasks <dataset>', 'whose tasks they answer, each by the name of its file')
    .requiredOption('--out <file>', 'file of JSON lines to write, which must not exist')
    .action(loaded(() => import('../data/import-reports.js'), 'importOwnReportsCommand'));
  bringIn('herculean-results <file...>', 'score published result files of trading or hedging here')
    .requiredOption('--data <reference>', 'the data set that has the prices')
    .option('--policy <name>', 'execution policy (default: that of the published tables)')
    .option('--workflow <workflow>', 'refuse files of another workflow')
    .option('--out <dir>', 'folder for results (default: tapefold-runs/herculean-results)')
    .option('--json', 'print import.json')
    .option('--jobs <n>', 'threads', '1')
    .option('--fresh', 'remove an earlier result in the folder first')
    .action(loaded(() => import('../results/rescore.js'), 'importResultsCommand'));
}
