/** Step 5: the runs of each submission as rows, as several may share a run; those that are there are filled in. */

import type { DataSourceOptions, MigrationInterface, QueryRunner } from 'typeorm';
import { placeOf } from './place-of.js';
import { tableOf } from './table-of.js';

const table = tableOf('submission_runs', {
  submission: 'text key',
  run: 'text key',
  position: 'bigint',
});
const formerIndex = 'runs_by_submission';

export class SubmissionRuns1763769600005 implements MigrationInterface {
  readonly name = 'SubmissionRuns1763769600005';

  async up(runner: QueryRunner): Promise<void> {
    const { options } = runner.connection;
    await runner.createTable(table);
    await runner.query(fillingOf(options));
    await runner.query(`DROP INDEX ${placeOf(formerIndex, options)}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    const runs = placeOf('runs', runner.connection.options);
    await runner.query(`CREATE INDEX "${formerIndex}" ON ${runs} ("submission", "run")`);
    await runner.dropTable(table.name);
  }
}

/** The messages of these submissions are below the checkpoint, so they will not be read again. */
function fillingOf(options: DataSourceOptions): string {
  const [from, to] = [placeOf('submissions', options), placeOf(table.name, options)];
  const into = `INSERT INTO ${to} ("submission", "run", "position") SELECT s."submission",`;
  return options.type === 'postgres'
    ? `${into} e.run, MIN(e.place) FROM ${from} s CROSS JOIN LATERAL
       json_array_elements_text(s."runs"::json) WITH ORDINALITY AS e(run, place) GROUP BY 1, 2`
    : `${into} e.value, MIN(e.key + 1) FROM ${from} s, json_each(s."runs") e GROUP BY 1, 2`;
}
