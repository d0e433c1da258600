/** Seven kinds of research questions, as FinResearchBench has them, in words of our own with places to fill. */

/**
 * Source: FinResearchBench, section 3.2: the kinds that make up most of what users of a research agent ask. Places are
 * `{{symbol}}`, `{{symbols}}`, `{{event}}`, `{{date}}`, `{{time}}`, `{{days}}` and `{{picks}}`.
 */
export const questionTemplates = {
  'stock-analysis': [
    'Analyze {{symbol}} as an investment as of {{date}}. Cover its business and results according to its ' +
      'filings, its price over the last {{days}} sessions, what recent news changes, and the main risks. ' +
      'Conclude with a view and with what would change it.',
    'As of {{date}}, what speaks for and against holding {{symbol}} over the next quarter? Weigh results, ' +
      'price over the last {{days}} sessions, news and risks against each other, and take a position.',
  ],
  'event-analysis': [
    'Analyze the event behind {{event}}. What happened, how did the price of {{symbol}} react up to {{date}} ' +
      'compared with the {{days}} sessions before, and what does it mean for results and risks?',
    'What are the consequences of {{event}} for {{symbol}}? Separate what is known as of {{date}} from what ' +
      'is expected, compare with the {{days}} sessions before, and name who gains and who loses.',
  ],
  'stock-selection': [
    'From {{symbols}}, select {{picks}} as of {{date}} for the next quarter. Compare all of them by results, ' +
      'price over the last {{days}} sessions, news and risks, and give reasons for each that you select and ' +
      'each that you leave out.',
    'Rank {{symbols}} as of {{date}} by how attractive they are, and recommend {{picks}}. State the criteria ' +
      'first; use filings, news and prices over the last {{days}} sessions.',
  ],
  'sector-analysis': [
    'Analyze the group {{symbols}} as of {{date}}: what drives it, how its members differ in results and in ' +
      'price over the last {{days}} sessions, what news and filings say of demand and costs, and where the ' +
      'group is heading.',
    'Describe the state of {{symbols}} as a sector as of {{date}}. Name its drivers and risks, the leader and ' +
      'the laggard of the last {{days}} sessions, and the outlook.',
  ],
  'morning-brief': [
    'Write the morning brief for {{date}}, at the open of the session, on {{symbols}}: news and filings since ' +
      'the session before, prices over the last {{days}} sessions, and what to watch today.',
    'Summarize for investors, before they trade on {{date}}, what has become known about {{symbols}} since ' +
      'the last close. Put it in order of importance, set it against the last {{days}} sessions, and say what ' +
      'to expect today.',
  ],
  'post-market-recap': [
    'Write the recap of the session of {{date}}, at its close, on {{symbols}}: prices and volumes against the ' +
      'last {{days}} sessions, what moved them, and what is left open for the next session.',
    'Which of {{symbols}} moved most on {{date}}, and why? Compare with the last {{days}} sessions, connect ' +
      'moves with news and filings, and mark moves without a known cause.',
  ],
  'expert-opinion': [
    'Collect the opinions, forecasts and arguments about {{symbols}} that became known in the last 12 hours ' +
      'before {{time}}. Say who states what and on which grounds, where they disagree, and which stocks come ' +
      'out best. If nothing was said of one of them, report that.',
    'What was said of {{symbols}} in the 12 hours up to {{time}}? Sum up each statement with its source, ' +
      'judge how well it is supported, and name up to three stocks that it favors. Leave out what is older.',
  ],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type QuestionType = keyof typeof questionTemplates;
export const questionTypes = Object.keys(questionTemplates) as readonly QuestionType[];

/** What fills the places of a template; those that it does not have are left alone. */
export type QuestionWords = Readonly<Record<string, string>>;

export const filled = (template: string, words: QuestionWords): string =>
  template.replaceAll(/\{\{(\w+)\}\}/g, (place, name: string) => words[name] ?? place);
