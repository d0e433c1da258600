/** Least squares of one series on the first k of several columns, for every k at once. */

/** The residuals of each nested regression, and how far its last coefficients are from zero. */
export interface NestedRegressions {
  /** Sum of squared residuals on the first `columns` columns; of the response itself for 0. */
  squares(columns: number): number;
  /** Coefficients on the first `columns` columns, in their order. */
  coefficients(columns: number): number[];
  /** The first coefficient over its standard error, with the scale `squares / (rows - columns)`. */
  firstT(columns: number): number;
}

/**
 * Regresses `response` on `columns`, of equal length and no fewer rows than columns. Null where the
 * columns are linearly dependent as far as doubles can tell.
 *
 * Householder triangularisation, column by column, which leaves the nested regressions as its
 * steps: the squares that k columns leave are those of the rotated response below row k (Golub, Van
 * Loan, "Matrix Computations", 5.2 and 5.3).
 */
export function nestedRegressions(
  columns: readonly Float64Array[],
  response: Float64Array,
): NestedRegressions | null {
  const right = response.slice();
  const factor = columns.map((column) => column.slice());
  for (let step = 0; step < factor.length; step++) {
    if (!reflect(factor, step, right)) return null;
  }
  const squares = (count: number): number => sumOfSquares(right, count);
  return {
    squares,
    coefficients: (count) => solveUpper(factor, right, count),
    firstT: (count) => {
      const scale = squares(count) / (right.length - count);
      const first = solveUpper(factor, right, count)[0]!;
      return first / Math.sqrt(scale * firstVariance(factor, count));
    },
  };
}

/**
 * A column is dependent if less than this share of it remains after regression on those before it.
 */
const dependent = 1e-12;

/**
 * Zeroes column `step` below its diagonal, and applies the same reflection to the
 * columns on its right.
 */
function reflect(factor: Float64Array[], step: number, right: Float64Array): boolean {
  const column = factor[step]!;
  const length = Math.sqrt(sumOfSquares(column, step));
  if (!(length > dependent * Math.sqrt(sumOfSquares(column, 0)))) return false;
  const diagonal = column[step]! > 0 ? -length : length;
  const mirror = column.slice();
  mirror[step]! -= diagonal;
  const scale = 2 / sumOfSquares(mirror, step);
  for (const other of [...factor.slice(step + 1), right]) {
    const along = scale * product(mirror, other, step);
    for (let row = step; row < other.length; row++) other[row]! -= along * mirror[row]!;
  }
  column.fill(0, step);
  column[step] = diagonal;
  return true;
}

/** Solves the upper triangle of the first `count` columns by back substitution. */
function solveUpper(factor: readonly Float64Array[], right: Float64Array, count: number): number[] {
  const solution = Array.from(right.subarray(0, count));
  for (let row = count - 1; row >= 0; row--) {
    for (let column = row + 1; column < count; column++) {
      solution[row]! -= factor[column]![row]! * solution[column]!;
    }
    solution[row]! /= factor[row]![row]!;
  }
  return solution;
}

/**
 * The first diagonal element of the inverse of X'X = R'R: the squared length of the first row of
 * the inverse of R.
 */
function firstVariance(factor: readonly Float64Array[], count: number): number {
  const row = new Float64Array(count);
  let squares = 0;
  for (let column = 0; column < count; column++) {
    let sum = column === 0 ? 1 : 0;
    for (let before = 0; before < column; before++) sum -= row[before]! * factor[column]![before]!;
    row[column] = sum / factor[column]![column]!;
    squares += row[column]! ** 2;
  }
  return squares;
}

function sumOfSquares(values: Float64Array, from: number): number {
  return product(values, values, from);
}

function product(left: Float64Array, right: Float64Array, from: number): number {
  let sum = 0;
  for (let index = from; index < left.length; index++) sum += left[index]! * right[index]!;
  return sum;
}
