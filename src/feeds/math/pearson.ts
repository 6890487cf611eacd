/** How two series of returns move together (methods 4.5). */
export interface Together {
  readonly returns: number
  /** Pearson's correlation, −1 to 1. */
  readonly correlation: number
  /** The slope of the first on the second by least squares. */
  readonly beta: number
}

const logReturns = (closes: readonly number[]): readonly number[] =>
  closes.slice(1).map((close, place) => Math.log(close / closes[place]!))

const centred = (values: readonly number[]): readonly number[] => {
  const mean = values.reduce((sum, each) => sum + each, 0) / values.length
  return values.map((each) => each - mean)
}

const product = (left: readonly number[], right: readonly number[]): number =>
  left.reduce((sum, each, place) => sum + each * right[place]!, 0)

/** Of two series of closes at the same moments; `null` where one of them does not move. */
export const movedTogether = (closes: readonly number[], market: readonly number[]): Together | null => {
  const [own, other] = [centred(logReturns(closes)), centred(logReturns(market))]
  const [both, ownSquare, otherSquare] = [product(own, other), product(own, own), product(other, other)]
  if (!(ownSquare > 0 && otherSquare > 0)) return null
  return {
    returns: own.length,
    correlation: both / Math.sqrt(ownSquare * otherSquare),
    beta: both / otherSquare,
  }
}

/** The standard error of Fisher's z of a correlation of so many returns. */
export const fisherError = (returns: number): number => 1 / Math.sqrt(returns - 3)
