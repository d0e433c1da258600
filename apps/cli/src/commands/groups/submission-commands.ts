/** Decisions from elsewhere: `submit …` with the flags of HERCULEAN's scripts, `import …` and `rescore`. */

import { Option, type Command } from 'commander';
import { loaded } from '../../program/loaded-command.js';

const dataOption = [
  '--data <reference>',
  'take the price from this data set, and note where the given one differs',
] as const;

const required = (flags: string, description: string): Option =>
  new Option(flags, description).makeOptionMandatory();

export function addSubmit(program: Command): void {
  const submit = program
    .command('submit')
    .description('record a decision in a HERCULEAN result file, as its scripts do');
  submit
    .command('trading')
    .description('the decision of a day on a symbol (upsert_decision.py)')
    .addOption(required('--symbol <symbol>', 'the symbol'))
    .addOption(required('--target-date <date>', 'the day, YYYY-MM-DD'))
    .addOption(required('--price <price>', 'the price at the close of that day'))
    .addOption(required('--action <action>', 'the decision').choices(['BUY', 'SELL', 'HOLD']))
    .addOption(required('--model <model>', 'whose decision it is'))
    .option('--output-root <dir>', 'folder of the result files', 'results/trading')
    .option(...dataOption)
    .action(loaded(() => import('../run/submit.js'), 'submitTradingCommand'));
  submit
    .command('hedging')
    .description('the action of a day on a pair (upsert_hedging_decision.py)')
    .addOption(required('--left <symbol>', 'the left leg'))
    .addOption(required('--right <symbol>', 'the right leg'))
    .addOption(required('--target-date <date>', 'the day, YYYY-MM-DD'))
    .addOption(required('--left-price <price>', 'the price of the left leg at the close'))
    .addOption(required('--right-price <price>', 'the price of the right leg at the close'))
    .addOption(
      required('--action <action>', 'the action').choices([
        'LONG_SHORT',
        'SHORT_LONG',
        'HOLD',
        'CLOSE',
      ]),
    )
    .addOption(required('--model <model>', 'whose action it is'))
    .addOption(
      new Option('--status <status>', 'where the run is')
        .choices(['in_progress', 'completed', 'partial'])
        .default('in_progress'),
    )
    .option('--output-root <dir>', 'folder of the result files', 'results/hedging')
    .option(...dataOption)
    .addOption(
      new Option('--is-first-day <flag>', 'refuse the other days: what IS_FIRST_DAY says').choices([
        'True',
        'False',
      ]),
    )
    .action(loaded(() => import('../run/submit.js'), 'submitHedgingCommand'));
  addSubmitReports(submit);
  addSubmitAuditing(submit);
}

const ratings = ['STRONG_BUY', 'BUY', 'HOLD', 'SELL', 'STRONG_SELL'];

function addSubmitReports(submit: Command): void {
  submit
    .command('report')
    .description('the weekly report on a symbol, from standard input (upsert_report.py)')
    .addOption(required('--symbol <symbol>', 'the symbol'))
    .addOption(required('--target-date <date>', 'the last session of the week, YYYY-MM-DD'))
    .addOption(required('--action <rating>', 'the rating').choices(ratings))
    .option('--price <price>', 'the price at the close of that day', '0')
    .addOption(required('--model <model>', 'whose report it is'))
    .option('--output-root <dir>', 'folder of the result files', 'results/report_generation')
    .action(loaded(() => import('../run/submit.js'), 'submitReportCommand'));
  submit
    .command('evaluation')
    .description('grades of a model’s reports, JSON from standard input (upsert_evaluation.py)')
    .option('--symbol <symbol>', 'the symbol of the reports')
    .option('--ticker <symbol>', 'the same')
    .addOption(required('--model <model>', 'whose reports they are'))
    .option('--output-root <dir>', 'folder of the result files', 'results/report_evaluation')
    .action(loaded(() => import('../run/submit.js'), 'submitEvaluationCommand'));
}

function addSubmitAuditing(submit: Command): void {
  const value = 'a number as the filing writes it, or null where the filing is not found';
  submit
    .command('auditing')
    .description('the two values of an audit (write_audit.py)')
    .addOption(required('--filing-name <form>', 'the form of the filing, such as 10k'))
    .addOption(required('--ticker <ticker>', 'who filed'))
    .addOption(required('--issue-time <date>', 'the date in the name of the filing, YYYYMMDD'))
    .addOption(required('--concept-id <concept>', 'the concept, such as us-gaap:Assets'))
    .addOption(required('--period <period>', 'an instant, "A to B", FY2023 or "Q3 2023"'))
    .addOption(required('--extracted-value <value>', `what is reported: ${value}`))
    .addOption(required('--calculated-value <value>', 'what it should be, or null as well'))
    .addOption(required('--model <model>', 'whose audit it is'))
    .option('--output-root <dir>', 'folder of the result files', 'results/auditing')
    .action(loaded(() => import('../run/submit.js'), 'submitAuditingCommand'));
}

/** Rescores existing decisions. */
export function addRescore(program: Command): void {
  program
    .command('rescore <what...>')
    .description('score the decisions of runs, or of HERCULEAN result files, under many policies')
    .option('--policies <names>', 'comma-separated names of policies, or all', 'all')
    .addOption(
      new Option('--rank-by <figure>', 'what agents are ranked by')
        .choices(['cumulativeReturn', 'sharpe', 'maxDrawdown'])
        .default('cumulativeReturn'),
    )
    .option('--data <reference>', 'the data set; of a run, where it is stored now')
    .option('--out <dir>', 'folder for results (default: tapefold-runs/rescore)')
    .option('--json', 'print rescore.json')
    .option('--jobs <n>', 'threads', '1')
    .option('--fresh', 'remove earlier results in the folder first')
    .action(loaded(() => import('../results/rescore.js'), 'rescoreCommand'));
  const bringIn = program.command('import').description('import results of other programs');
  bringIn
    .command('herculean-reports <folder>')
    .description('turn weekly reports on disk into answers of a script agent')
    .requiredOption('--out <file>', 'file of JSON lines to write, which must not exist')
    .option('--model <name>', 'import the reports of this model, if the folder has several')
    .action(loaded(() => import('../data/import-reports.js'), 'importReportsCommand'));
  bringIn
    .command('herculean-audits <folder>')
    .description('turn audits on disk into answers of a script agent')
    .requiredOption('--tasks <file>', 'the cases, by whose names the files are found')
    .requiredOption('--out <file>', 'file of JSON lines to write, which must not exist')
    .option('--model <name>', 'import the audits of this model, if the folder has several')
    .action(loaded(() => import('../data/import-reports.js'), 'importAuditsCommand'));
  bringIn
    .command('reports <folder>')
    .description('turn reports written by people into answers of a script agent')
    .requiredOption('--tasks <dataset>', 'whose tasks they answer, each by the name of its file')
    .requiredOption('--out <file>', 'file of JSON lines to write, which must not exist')
    .action(loaded(() => import('../data/import-own-reports.js'), 'importOwnReportsCommand'));
  bringIn
    .command('herculean-results <file...>')
    .description('score published result files of trading or hedging here')
    .requiredOption('--data <reference>', 'the data set that has the prices')
    .option('--policy <name>', 'execution policy (default: that of the published tables)')
    .option('--workflow <workflow>', 'refuse files of another workflow')
    .option('--out <dir>', 'folder for results (default: tapefold-runs/herculean-results)')
    .option('--json', 'print import.json')
    .option('--jobs <n>', 'threads', '1')
    .option('--fresh', 'remove an earlier result in the folder first')
    .action(loaded(() => import('../results/rescore.js'), 'importResultsCommand'));
}
