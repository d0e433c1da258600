/** An order that was accepted and has not ended. */

import type { CivilDate } from '#values';
import type { JournalEventOf } from '#contracts';

export interface WorkingOrder {
  readonly id: number;
  /** Number of the symbol in the run. */
  readonly number: number;
  readonly type: JournalEventOf<'OrderAccepted'>['orderType'];
  readonly side: JournalEventOf<'OrderAccepted'>['side'];
  readonly timeInForce: 'day' | 'gtc';
  readonly group: string | null;
  readonly clientId: string | null;
  readonly size: JournalEventOf<'OrderAccepted'>['size'];
  readonly purpose: 'target' | 'weights' | 'pair' | 'order' | 'reinvest';
  /** Session in which it was decided. */
  readonly session: CivilDate;
  limit: number | null;
  stop: number | null;
  /** Shares per share since acceptance, by splits. */
  scale: number;
  /** A stop whose level has been touched. */
  triggered: boolean;
  /** Whether a bar came that could have filled it: a day order lives to the close after that. */
  met: boolean;
}
