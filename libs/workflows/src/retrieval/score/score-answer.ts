/** The verdict of code on an answer in either form. */

import type { Question, Verdict } from './schemas.js';
import { scoreResponse } from './score-response.js';
import { scoreStructured } from './score-structured.js';
import type { RetrievalAnswer } from './structured-answer.js';

/** Null is an answer that is missing. */
export const scoreAnswer = (question: Question, answer: RetrievalAnswer | null): Verdict =>
  typeof answer === 'object' && answer !== null
    ? scoreStructured(question, answer)
    : scoreResponse(question, { id: question.id, text: answer });
