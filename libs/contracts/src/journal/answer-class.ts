/**
 * How a request to an agent ended, as one of nine classes. Docs: docs/reference/answer-classes.md.
 */

/**
 * `answered`: a valid submission. `late`: its deadline passed. `refused`: the model declined.
 * `truncated`: the model was cut off at its output limit. `limit`: a budget of calls, tokens or
 * money was used up. `provider error`: the model was unavailable. `tool error`: a tool failed
 * on its own. `no answer`: the agent ended without a submission. `invalid`: every submission
 * broke the rules.
 */
export const answerClasses = [
  'answered',
  'late',
  'refused',
  'truncated',
  'limit',
  'provider error',
  'tool error',
  'no answer',
  'invalid',
] as const;

export type AnswerClass = (typeof answerClasses)[number];
/** The classes of a request that yielded no decision. */
export type FailureClass = Exclude<AnswerClass, 'answered'>;
export const failureClasses = answerClasses.filter(
  (name): name is FailureClass => name !== 'answered',
);

/**
 * The events of due decisions without a decision, each with the classes that it can state.
 * Positions are the wire form of journals: append only.
 */
export const classesOfEvent = {
  DecisionMissing: ['refused', 'truncated', 'limit', 'no answer'],
  DecisionInvalid: ['invalid'],
  DecisionLate: ['late'],
  DecisionFailed: ['provider error', 'tool error'],
} as const satisfies Readonly<Record<string, readonly FailureClass[]>>;

/** The events of a due decision that yielded none. */
export type NoDecisionType = keyof typeof classesOfEvent;

const eventTypes = Object.keys(classesOfEvent) as NoDecisionType[];
const eventByClass = new Map<string, NoDecisionType>(
  eventTypes.flatMap((type) => classesOfEvent[type].map((name) => [name, type] as const)),
);

/** The event that a class is a member of. */
export const eventOfClass = (name: FailureClass): NoDecisionType =>
  eventByClass.get(name) as NoDecisionType;

/** The class of an event that states none itself. */
const classUnstated: Readonly<Record<NoDecisionType, FailureClass>> = {
  DecisionMissing: 'no answer',
  DecisionInvalid: 'invalid',
  DecisionLate: 'late',
  DecisionFailed: 'tool error',
};

/**
 * Outcomes counted with reasons: a denied order, a due decision by its class, or else by its event.
 */
export const outcomes = ['denied', 'failed', 'missing', ...failureClasses] as const;
export type Outcome = (typeof outcomes)[number];

/**
 * Equal for reasons that differ only in numbers, such as dates and prices; a leading file line
 * number counts.
 */
export function reasonKey(reason: string | null): string {
  const [place = ''] = /^\S*/.exec(reason ?? '') ?? [];
  const rest = (reason ?? '').slice(place.length).replace(/\d+/g, '#');
  const kept = place.replace(/(:?)\d+/g, (found: string, colon: string, at: number) =>
    colon !== '' && at > 0 ? found : `${colon}#`,
  );
  return kept + rest;
}

/** The class of a due decision that yielded none, from its event. */
export const classOfEvent = (event: {
  readonly type: NoDecisionType;
  readonly class?: FailureClass;
}): FailureClass => event.class ?? classUnstated[event.type];
