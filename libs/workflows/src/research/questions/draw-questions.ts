/**
 * Research questions about a market: kinds, symbols, dates and events drawn by seed from what
 * a data set has.
 */

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
  readonly symbols: readonly { symbol: string; first: CivilDate; last: CivilDate }[];
  /** Sessions in which anything has a price, in order. */
  readonly sessions: readonly { date: CivilDate; open: Instant; close: Instant }[];
  readonly events: readonly OutlinedEvent[];
}

type Words = Readonly<
  Record<'symbol' | 'symbols' | 'picks' | 'event' | 'date' | 'time' | 'days', string>
>;

/** Seven kinds, as section 3.2 of FinResearchBench has them, in words of our own. */
const templates = {
  'stock-analysis': ({ symbol, date, days }: Words) =>
    `Analyze ${symbol} as an investment as of ${date}. Cover its business and results according ` +
    `to its filings, its price over the last ${days} sessions, what recent news changes, and the ` +
    'main risks. Conclude with a view and with what would change it.',
  'event-analysis': ({ symbol, event, date, days }: Words) =>
    `Analyze the event behind ${event}. What happened, how did the price of ${symbol} react up ` +
    `to ${date} compared with the ${days} sessions before, and what does it mean for results and ` +
    'risks?',
  'stock-selection': ({ symbols, picks, date, days }: Words) =>
    `From ${symbols}, select ${picks} as of ${date} for the next quarter. Compare all of them by ` +
    `results, price over the last ${days} sessions, news and risks, and give reasons for each ` +
    'that you select and each that you leave out.',
  'sector-analysis': ({ symbols, date, days }: Words) =>
    `Analyze the group ${symbols} as of ${date}: what drives it, how its members differ in ` +
    `results and in price over the last ${days} sessions, what news and filings say of demand ` +
    'and costs, and where the group is heading.',
  'morning-brief': ({ symbols, date, days }: Words) =>
    `Write the morning brief for ${date}, at the open of the session, on ${symbols}: news and ` +
    `filings since the session before, prices over the last ${days} sessions, and what to watch ` +
    'today.',
  'post-market-recap': ({ symbols, date, days }: Words) =>
    `Write the recap of the session of ${date}, at its close, on ${symbols}: prices and volumes ` +
    `against the last ${days} sessions, what moved them, and what is left open for the next ` +
    'session.',
  'expert-opinion': ({ symbols, time }: Words) =>
    `Collect the opinions, forecasts and arguments about ${symbols} that became known in the ` +
    `last 12 hours before ${time}. Say who states what and on which grounds, where they ` +
    'disagree, and which stocks come out best. If nothing was said of one of them, report that.',
};
type QuestionType = keyof typeof templates;
const questionTypes = Object.keys(templates) as readonly QuestionType[];

/**
 * Sessions that a question looks back on, symbols that it names, and draws before a data set
 * counts as too small.
 */
const lookBacks = [5, 20, 60];
const namedMax = 8;
const drawsMax = 200;

/**
 * `count` questions of each kind, each with the as-of at which it is asked and an id of its kind
 * and number (`stock-analysis-01`); the same outline and seed give the same. As-ofs are in the
 * last four fifths of the sessions. `InvalidInput` if the data set is too small for so many
 * different questions.
 */
export function drawQuestions(outline: MarketOutline, seed: number, count: number) {
  const sessions = outline.sessions.slice(Math.ceil(outline.sessions.length / 5));
  const from = sessions[0]?.open ?? 0;
  const to = sessions.at(-1)?.close ?? 0;
  const events = outline.events.filter(({ knownAt }) => from <= knownAt && knownAt <= to);
  const asked = { symbols: outline.symbols, sessions, events };
  const expected =
    'prices of two symbols, and news or filings, over more sessions; or fewer questions';
  return questionTypes.flatMap((type) => {
    const random = seededRandom(`${seed} ${type}`);
    const questions = new Map<string, Instant>();
    for (let draws = 0; questions.size < count; draws++) {
      if (draws === count + drawsMax) {
        const what = 'the data set is too small for so many questions';
        throw invalidInput(what, { where: type, expected });
      }
      const found = drawOne(type, asked, random);
      if (found !== undefined) questions.set(found.instruction, found.knownAt);
    }
    const width = Math.max(2, String(count).length);
    return [...questions].map(([instruction, knownAt], at) => {
      return { id: `${type}-${String(at + 1).padStart(width, '0')}`, instruction, knownAt };
    });
  });
}

/** Undefined if the draw allows no such question. */
function drawOne(type: QuestionType, market: MarketOutline, random: SeededRandom) {
  const moment = momentOf(type, market, random);
  if (moment === undefined) return undefined;
  const { date, knownAt, event } = moment;
  const listed = market.symbols
    .filter(({ first, last }) => first <= date && date <= last)
    .map(({ symbol }) => symbol);
  const isGroup = type === 'stock-selection' || type === 'sector-analysis';
  if (listed.length < (isGroup ? 2 : 1)) return undefined;
  const symbol = event?.symbol ?? oneOf(listed, random)!;
  const size = isGroup ? 3 + random.below(4) : namedMax;
  while (listed.length > size) listed.splice(random.below(listed.length), 1);
  const known = event && formatCivilDate(event.date);
  const instruction = templates[type]({
    symbol,
    symbols: listed.join(', '),
    picks: listed.length > 3 ? 'two' : 'one',
    event: event ? `the ${event.what} on ${symbol} that became known on ${known}` : '',
    date: formatCivilDate(date),
    time: formatInstant(knownAt),
    days: String(oneOf(lookBacks, random)),
  });
  return { instruction, knownAt };
}

/** When a question is asked: at the close of a session, unless its kind sets another time. */
function momentOf(
  type: QuestionType,
  { sessions, events }: MarketOutline,
  random: SeededRandom,
): { date: CivilDate; knownAt: Instant; event?: OutlinedEvent } | undefined {
  const isOpinion = type === 'expert-opinion';
  if (!isOpinion && type !== 'event-analysis') {
    const session = oneOf(sessions, random);
    const at = type === 'morning-brief' ? 'open' : 'close';
    return session && { date: session.date, knownAt: session[at] };
  }
  const event = oneOf(isOpinion ? events.filter(({ what }) => what === 'news') : events, random);
  if (event === undefined) return undefined;
  const at = sessions.findIndex(({ close }) => close >= event.knownAt);
  const session = sessions[at + (isOpinion ? 0 : random.below(4))];
  if (session === undefined) return undefined;
  const { date, close } = session;
  if (!isOpinion) return { date, knownAt: close, event };
  const knownAt = event.knownAt + (1 + random.below(11)) * microsPerHour;
  return knownAt > sessions.at(-1)!.close ? undefined : { date, knownAt };
}

const oneOf = <T>(all: readonly T[], random: SeededRandom): T | undefined =>
  all[random.below(Math.max(1, all.length))];
