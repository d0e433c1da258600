/**
 * Words for powers of ten: English, Indian, Chinese and Japanese, and those of other European
 * languages.
 */

import { Phrases } from './phrases.js';

export interface Scale {
  readonly power: number;
  /** Its language writes `1.500,5`. */
  readonly isEuropean?: true;
  /** A letter or two, which needs a number right before it, or a currency beside it. */
  readonly isLetter?: true;
}

const european = (power: number): Scale => ({ power, isEuropean: true });
const letters = (power: number): Scale => ({ power, isLetter: true });

export const scales = new Phrases<Scale>()
  .add({ power: 2 }, 'hundred')
  .add({ power: 3 }, 'thousand|thousands')
  .add({ power: 6 }, 'million|millions|mn|mln|mm')
  .add({ power: 9 }, 'billion|billions|bn|bln|thousand million|thousand millions')
  .add({ power: 12 }, 'trillion|trillions|tn|trn|trln|million million')
  .add({ power: 5 }, 'lakh|lakhs|lac|lacs')
  .add({ power: 7 }, 'crore|crores|cr')
  .add({ power: 12 }, 'lakh crore|lakh crores')
  .add({ power: 10 }, 'thousand crore|thousand crores')
  .add({ power: 3 }, '千')
  .add({ power: 4 }, '万|萬')
  .add({ power: 6 }, '百 万|百 萬')
  .add({ power: 7 }, '千 万|千 萬')
  .add({ power: 8 }, '亿|億')
  .add({ power: 9 }, '十 亿|十 億')
  .add({ power: 10 }, '百 亿|百 億')
  .add({ power: 12 }, '万 亿|兆')
  .add(european(3), 'tausend|tsd|mille|mila')
  .add(european(6), 'mio|millionen|millones|milhões|milioni|milione|miljoen|miljoner|milionów')
  .add(
    european(9),
    'mrd|mld|milliard|milliards|milliarden|milliarde|mil millones|miliardi|miliardo',
  )
  .add(european(9), 'miliardów|miliardy|miljard|miljarder|bilhões|mia|millardos')
  .add(letters(3), 'k')
  .add(letters(6), 'm')
  .add(letters(9), 'b')
  .addAsWritten(letters(12), 'T');
