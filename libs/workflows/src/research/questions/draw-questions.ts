/** Research questions about a market: kinds, symbols, dates and events drawn by seed from what a data set has. */

import {
  formatCivilDate,
  formatInstant,
  invalidInput,
  microsPerHour,
  seededRandom,
  type CivilDate,
  type Instant,
  type SeededRandom,
} from '#values';
import {
  filled,
  questionTemplates,
  questionTypes,
  type QuestionType,
  type QuestionWords,
} from './question-templates.js';

/** A session in which anything has a price. */
export interface OutlinedSession {
  readonly date: CivilDate;
  readonly open: Instant;
  readonly close: Instant;
}

/** News or a filing: never its text, which comes from outside. */
export interface OutlinedEvent {
  readonly what: 'news' | 'filing';
  readonly symbol: string;
  readonly knownAt: Instant;
  /** On which it became known, of the exchange. */
  readonly date: CivilDate;
}

/** What a data set has to ask about. */
export interface MarketOutline {
  /** With the first and the last session in which each has a price. */
  readonly symbols: readonly {
    readonly symbol: string;
    readonly first: CivilDate;
    readonly last: CivilDate;
  }[];
  /** In order. */
  readonly sessions: readonly OutlinedSession[];
  readonly events: readonly OutlinedEvent[];
}

export interface ResearchQuestion {
  /** Its kind, and a number within it: `stock-analysis-01`. */
  readonly id: string;
  readonly instruction: string;
  /** The as-of at which it is asked. */
  readonly knownAt: Instant;
}

/** Sessions that a question looks back on, symbols that it names, and draws before a data set counts as too small. */
const [lookBacks, namedMax, drawsMax] = [[5, 20, 60], 8, 200];

/**
 * `count` questions of each kind; the same outline and seed give the same. As-ofs lie in the last four fifths of the
 * sessions. `InvalidInput` where the data set is too small for so many different questions.
 */
export function drawQuestions(
  outline: MarketOutline,
  { seed, count }: { readonly seed: number; readonly count: number },
): ResearchQuestion[] {
  const { sessions } = outline;
  const asked = { ...outline, sessions: sessions.slice(Math.ceil(sessions.length / 5)) };
  return questionTypes.flatMap((type) => {
    const random = seededRandom(`${seed} ${type}`);
    const questions = new Map<string, Instant>();
    for (let draws = 0; questions.size < count; draws++) {
      const found = draws < count + drawsMax ? drawOne(type, asked, random) : tooSmall(type);
      if (found !== undefined) questions.set(found.instruction, found.knownAt);
    }
    const width = Math.max(2, String(count).length);
    return [...questions].map(([instruction, knownAt], at) => {
      return { id: `${type}-${String(at + 1).padStart(width, '0')}`, instruction, knownAt };
    });
  });
}

function tooSmall(type: QuestionType): never {
  throw invalidInput('the data set is too small for so many questions', {
    where: type,
    expected: 'prices of two symbols, and news or filings, over more sessions; or fewer questions',
  });
}

/** Undefined where what was drawn allows no such question. */
function drawOne(
  type: QuestionType,
  market: MarketOutline,
  random: SeededRandom,
): Omit<ResearchQuestion, 'id'> | undefined {
  const place = placeOf(type, market, random);
  if (place === undefined) return undefined;
  const { session, knownAt, words } = place;
  const listed = market.symbols
    .filter(({ first, last }) => first <= session.date && session.date <= last)
    .map(({ symbol }) => symbol);
  const isGroup = type === 'stock-selection' || type === 'sector-analysis';
  if (listed.length < (isGroup ? 2 : 1)) return undefined;
  const size = isGroup ? Math.min(listed.length, 3 + random.below(4)) : namedMax;
  const symbols = sample(listed, size, random);
  const instruction = filled(oneOf(questionTemplates[type], random), {
    symbol: oneOf(listed, random),
    symbols: symbols.join(', '),
    picks: symbols.length > 3 ? 'two' : 'one',
    date: formatCivilDate(session.date),
    time: formatInstant(knownAt),
    days: String(oneOf(lookBacks, random)),
    ...words,
  });
  return { instruction, knownAt };
}

interface Place {
  readonly session: OutlinedSession;
  readonly knownAt: Instant;
  readonly words?: QuestionWords;
}

/** When a question is asked: at the close of a session, and as its kind says otherwise. */
function placeOf(
  type: QuestionType,
  { sessions, events }: MarketOutline,
  random: SeededRandom,
): Place | undefined {
  if (sessions.length === 0) return undefined;
  if (type !== 'event-analysis' && type !== 'expert-opinion') {
    const session = oneOf(sessions, random);
    return { session, knownAt: type === 'morning-brief' ? session.open : session.close };
  }
  const wanted = type === 'expert-opinion' ? events.filter(({ what }) => what === 'news') : events;
  if (wanted.length === 0) return undefined;
  const event = oneOf(wanted, random);
  const at = sessions.findIndex(({ close }) => close >= event.knownAt);
  if (at < 0 || event.knownAt < (sessions[0] as OutlinedSession).open) return undefined;
  if (type === 'expert-opinion') {
    const knownAt = event.knownAt + (1 + random.below(11)) * microsPerHour;
    const session = sessions[at] as OutlinedSession;
    return knownAt > (sessions.at(-1) as OutlinedSession).close ? undefined : { session, knownAt };
  }
  const session = sessions[at + random.below(4)];
  if (session === undefined) return undefined;
  const { what, symbol, date } = event;
  const words = {
    symbol,
    event: `the ${what} on ${symbol} that became known on ${formatCivilDate(date)}`,
  };
  return { session, knownAt: session.close, words };
}

const oneOf = <T>(all: readonly T[], random: SeededRandom): T => all[random.below(all.length)] as T;

/** So many different ones, in their order. */
function sample<T>(all: readonly T[], size: number, random: SeededRandom): T[] {
  const left = all.map((_, at) => at);
  const drawn = Array.from(
    { length: Math.min(size, all.length) },
    () => left.splice(random.below(left.length), 1)[0] as number,
  );
  return drawn.sort((one, other) => one - other).map((at) => all[at] as T);
}
