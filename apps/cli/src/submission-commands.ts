/** `tapefold submit …`: the flags of HERCULEAN's submission scripts, letter for letter, and few of our own. */

import { Option, type Command } from 'commander';

type Options = Record<string, unknown>;

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
    .action(async (options: Options) => {
      const { submitTradingCommand } = await import('./commands/submit.js');
      process.exitCode = await submitTradingCommand(options);
    });
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
    .action(async (options: Options) => {
      const { submitHedgingCommand } = await import('./commands/submit.js');
      process.exitCode = await submitHedgingCommand(options);
    });
}
