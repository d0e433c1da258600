/**
 * The version of the engine's semantics, and the rules by which a number can differ
 * between two of them.
 */

/**
 * The version of the engine's semantics of policies, fills and marks. A change that alters any
 * number bumps it.
 */
export const engineSemantics = 2;

/** By version: the rules that it changed, each as words after "rules changed since". */
const changedRules: ReadonlyMap<number, readonly string[]> = new Map([
  [
    2,
    [
      'an order meets the first bar that begins at or after it',
      'a decision fills at once only at the close of a bar that ended at its instant',
      'a bar that is under way may still fill an order that is canceled, replaced or ended by ' +
        'its group',
      'no two orders wait for the cash that each other frees',
      'exits of a bracket shrink and end with the shares of their entry',
      'where a bar does not tell which order is first, the one that leaves the least equity is',
      'a stop-limit whose stop is where another order fills is reached inside of its bar',
      'an order that was filled in part is not denied for want of cash, but scaled',
      'a dividend that comes once its position is closed is in no round trip',
      'a high may raise a trailing stop that the low of the same bar hits',
      'a fill in a bar is paid and sized by what was there as the bar began',
      'a bar of a session ends with it, and days and weeks end where their data set says',
      'a corporate action inside a weekly or monthly bar takes effect there, at the moment ' +
        'that is worst for the agent',
      'a split inside a week or month leaves the bars of other symbols as they are, also of ' +
        'other calendars',
      'symbols whose orders may lack cash fill in the order that leaves the least equity',
      'a sale that ends the purchase that it waited for ends too',
      'a flip to fewer shares needs no cash',
      'an order that would turn a short into a larger long covers it where there is no cash ' +
        'for more',
      'a stop-limit is triggered as the price gets to its stop, and not before what closes its ' +
        'position',
      'a flip in parts ends where another order has opened its position',
      'an order that reduces what was opened at its instant is not scaled with the others of ' +
        'its decision',
      'orders of one decision do not wait for what another one frees of their own purchases',
      'what is left of a reinvested dividend meets opens alone, also where other orders fill ' +
        'at the close',
      'no order waits for the cash of a short that a reinvested dividend does not cover',
      'in a week of another calendar, nothing fills at the open of old shares once its split ' +
        'took effect',
      'the rest of a weight goes on where another order has turned its position to the other side',
      'no order waits for another one where orders fill at the close that decided them',
      'symbols of other calendars fill in sessions of their own, and a run is annualized by ' +
        'its calendar',
    ],
  ],
]);

/**
 * The rules by which an unchanged scenario can give other numbers in version `here` than in version
 * `found`, oldest first. Empty for a version that is newer than this program.
 */
export function rulesChanged(found: number, here = engineSemantics): readonly string[] {
  return [...changedRules].flatMap(([version, rules]) =>
    version > found && version <= here ? rules : [],
  );
}
