/** The size of each room of the product, its limit, and its goal. */

import type { Finding } from './finding.ts';
import { isProduct, type ProjectFile } from './project-files.ts';

export interface RoomSize {
  readonly room: string;
  readonly files: number;
  readonly lines: number;
  /** Lines that it may have; lowered when a room becomes smaller, never raised without a word in the change. */
  readonly most: number;
  /** Lines that its work should take. */
  readonly goal: number;
}

/** Lines of each room: at most, and as a goal. */
const budgets: Record<string, readonly [most: number, goal: number]> = {
  'libs/values': [580, 450],
  'libs/contracts': [5030, 3300],
  'libs/market-data': [9492, 5000],
  'libs/feeds': [8610, 4700],
  'libs/venue': [1635, 1300],
  'libs/market-view': [3180, 2400],
  'libs/portfolio': [2890, 2300],
  'libs/metrics': [2820, 2800],
  'libs/xbrl': [2960, 3000],
  'libs/event-log': [3200, 2000],
  'libs/store': [540, 700],
  'libs/tape': [810, 700],
  'libs/llm': [5390, 3500],
  'libs/tools': [4372, 2400],
  'libs/agents': [5967, 6100],
  'libs/report': [5775, 3200],
  'libs/read-models': [3150, 2000],
  'libs/service-host': [2559, 1700],
  'libs/subscriber': [670, 500],
  'libs/workflows': [13710, 15400],
  'libs/backtest': [11405, 4400],
  'libs/herculean': [1820, 1300],
  'libs/pipeline': [4015, 2600],
  'libs/gateway': [3989, 2200],
  'libs/red-team': [2170, 1000],
  'apps/cli': [7788, 3200],
  'apps/model-gateway': [488, 400],
  'apps/gateway': [140, 100],
  'apps/agent-adapter': [47, 40],
  'apps/ingest': [29, 40],
  'apps/scoring': [30, 20],
  'apps/portfolio': [30, 20],
  'apps/clock': [30, 20],
  migrations: [40, 600],
};

/** The rooms in order of size. */
export function roomSizes(files: readonly ProjectFile[]): RoomSize[] {
  const rooms = Map.groupBy(
    files.filter(({ path }) => isProduct(path)),
    ({ path }) => /^(migrations|[^/]+\/[^/]+)\//.exec(path)?.[1] ?? '',
  );
  const sizes = [...rooms].map(([room, inside]) => {
    const [most, goal] = budgets[room] ?? [0, 0];
    const lines = inside.reduce((sum, file) => sum + file.lines.length - 1, 0);
    return { room, files: inside.length, lines, most, goal };
  });
  return sizes.sort((a, b) => b.lines - a.lines);
}

/** Rooms that have more lines than they may have. */
export const checkRooms = (files: readonly ProjectFile[]): Finding[] =>
  roomSizes(files)
    .filter(({ lines, most }) => lines > most)
    .map(({ room, lines, most }) => {
      return { file: room, line: 1, expected: `at most ${most} lines`, found: `${lines}` };
    });
