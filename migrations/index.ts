/** The steps to today's tables, in order; those of projections, control tables and recordings go apart. */

import { RunsAndTapes1763769600001 } from './0001-runs-and-tapes.js';
import { DecisionsAndScores1763769600002 } from './0002-decisions-and-scores.js';
import { Journals1763769600003 } from './0003-journals.js';
import { Control1763769600004 } from './0004-control.js';
import { SubmissionRuns1763769600005 } from './0005-submission-runs.js';
import { ClockTurns1763769600006 } from './0006-clock-turns.js';
import { DecisionParts1763769600007 } from './0007-decision-parts.js';
import { TaskScores1763769600008 } from './0008-task-scores.js';
import { SubmissionData1763769600009 } from './0009-submission-data.js';
import { ToolCalls1763769600010 } from './0010-tool-calls.js';
import { ModelRecordings1763769600011 } from './0011-model-recordings.js';
import { RunWaits1763769600012 } from './0012-run-waits.js';

export const projectionMigrations = [
  RunsAndTapes1763769600001,
  DecisionsAndScores1763769600002,
  Journals1763769600003,
  SubmissionRuns1763769600005,
  ClockTurns1763769600006,
  DecisionParts1763769600007,
  TaskScores1763769600008,
  SubmissionData1763769600009,
  ToolCalls1763769600010,
  RunWaits1763769600012,
];
export const controlMigrations = [Control1763769600004];
export const recordingMigrations = [ModelRecordings1763769600011];
