/**
 * Location and scale that a minority of wrong values cannot move. The median has a breakdown point of one half. The
 * median absolute deviation (MAD) is the scale that fits it (Hampel 1974), here always without the factor for normal
 * data.
 */

/**
 * The middle value, or the mean of the two middle values.
 *
 * @throws RangeError for an empty list
 */
export const median = (values: readonly number[]): number => {
  if (values.length === 0) throw new RangeError('the median of an empty list')
  const sorted = values.toSorted((a, b) => a - b)
  const half = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[half]! : (sorted[half - 1]! + sorted[half]!) / 2
}

/** median |x − centre|. */
export const mad = (values: readonly number[], centre = median(values)): number =>
  median(values.map((value) => Math.abs(value - centre)))

/** The factor from a MAD to the standard deviation of normal data: 1 / Φ⁻¹(3/4). */
export const MAD_TO_SIGMA = 1.4826

/**
 * The values that are not outliers: rejects |x − m| > max(3.5 · 1.4826 · MAD, floor), the modified z-score of Iglewicz
 * and Hoaglin (1993) with a floor. Without the floor, values that agree to the cent would reject a value that differs
 * by one cent. The test runs once. With fewer than four values a MAD means nothing, and all values are kept.
 *
 * @param floor in the unit of the values
 */
export const survivors = (values: readonly number[], floor: number): readonly number[] => {
  if (values.length < 4) return values
  const m = median(values)
  const tolerance = Math.max(3.5 * MAD_TO_SIGMA * mad(values, m), floor)
  return values.filter((value) => Math.abs(value - m) <= tolerance)
}
