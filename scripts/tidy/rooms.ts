/** How large each room of the product is, may be, and should become. */

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
  'libs/values': [570, 450],
  'libs/contracts': [5830, 3300],
  'libs/market-data': [10870, 5000],
  'libs/feeds': [9680, 4700],
  'libs/venue': [2400, 1300],
  'libs/market-view': [3170, 2400],
  'libs/portfolio': [2880, 2300],
  'libs/metrics': [2860, 2800],
  'libs/xbrl': [2980, 3000],
  'libs/event-log': [3870, 2000],
  'libs/tape': [800, 700],
  'libs/llm': [6280, 3500],
  'libs/tools': [4620, 2400],
  'libs/agents': [6090, 6100],
  'libs/report': [6372, 3200],
  'libs/read-models': [3830, 2000],
  'libs/service-host': [2820, 1700],
  'libs/subscriber': [660, 500],
  'libs/workflows': [13840, 15400],
  'libs/backtest': [12920, 4400],
  'libs/pipeline': [4240, 2600],
  'libs/gateway': [4340, 2200],
  'libs/red-team': [2150, 1000],
  'apps/cli': [8410, 3200],
  'apps/model-gateway': [550, 400],
  'apps/gateway': [130, 100],
  'apps/agent-adapter': [40, 40],
  'apps/ingest': [40, 40],
  'apps/scoring': [20, 20],
  'apps/portfolio': [20, 20],
  'apps/clock': [20, 20],
  migrations: [600, 600],
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
